import * as z from 'zod/mini'
import { AgentStatus } from '../agent/agent.ts'
import { topupReasons } from '../agent/user.ts'
import { seconds, text } from '../fields.ts'
import { Money } from '../money.ts'
import { coverStates } from '../partner/settlement.ts'
import { operatorCall, operatorRoles } from './roles.ts'

const Volume = z.object({ count: z.int(), sum: Money, fee: Money })
const Moves = z.object({ count: z.int(), sum: Money })
const ofAgent = { agent_id: z.string(), cash_id: z.string(), first_name: z.string(), last_name: z.string() }
const ofPartner = { partner: z.string(), name: z.string() }
/** The sum is in coins, with all decimals. */
const waitingCoins = { coin: z.string(), count: z.int(), sum: z.string(), oldest_at: seconds }
/** What an earlier day had by the same time; the running hour counts in proportion. */
const Earlier = z.object({ deposits: Moves, withdrawals: Moves, fees: Money, topups: Moves })
export type EarlierVolume = z.infer<typeof Earlier>

/**
 * `rotated`: the partner replaced another key with it within the last day. `expiring`: still used, and expires within three
 * days. `unused`: for 90 days, or never within 30. `old`: for more than a year.
 */
export const keyProblems = ['rotated', 'expiring', 'unused', 'old'] as const

export const statementProblems = ['overdue', 'disputed'] as const

export const Today = z.object({
  /** When volumes, agents and floats were last updated (every minute). Null before the first update. */
  as_of: z.nullable(seconds),
  /** The UTC day, such as 2026-11-15. */
  day: z.string(),
  volumes: z.array(
    z.object({
      currency_code: z.string(),
      deposits: Volume,
      withdrawals: Volume,
      /** Of deposits and withdrawals together. */
      fees: Money,
      /** Credited top-ups. */
      topups: Moves,
      /** By the same time of yesterday, and of the same weekday a week ago. */
      yesterday: Earlier,
      week_ago: Earlier,
    }),
  ),
  agents: z.array(z.object({ status: AgentStatus, count: z.int() })),
  /** Whether there is a channel other than that of the demo. Without one, no agent can sign up. */
  has_channel: z.boolean(),
  floats: z.array(
    z.object({
      currency_code: z.string(),
      agents: z.int(),
      balance: Money,
      below_zero: z.int(),
      below_zero_since: z.nullable(seconds),
      /** Approved agents whose float cannot cover one more average deposit of the last 7 days. */
      low_float: z.int(),
      /** Up to five of them, those with the least money first. */
      low_agents: z.array(z.object(ofAgent)),
      /** Total of all credit lines, and how much of them is used. */
      credit_lines: Money,
      credit_used: Money,
      /** Earned but not credited. */
      commission: Money,
    }),
  ),
  topups: z.object({
    confirming: z.array(z.object(waitingCoins)),
    held: z.array(z.object({ reason: z.enum(topupReasons), ...waitingCoins })),
    /** Credited, and missing from the provider's history. */
    missing: z.array(z.object(waitingCoins)),
  }),
  /** Partners with a webhook. */
  webhooks: z.array(
    z.object({
      ...ofPartner,
      /** Undelivered events, counted up to 10,000. */
      pending_events: z.int(),
      oldest_at: z.nullable(seconds),
      /** Since when all attempts have failed. */
      failing_since: z.nullable(seconds),
      failures: z.int(),
      disabled_at: z.nullable(seconds),
    }),
  ),
  /** Partners whose withdrawals, less deposits, raised the floats today by more than half of their daily limit. */
  payouts: z.array(z.object({ ...ofPartner, currency_code: z.string(), sum: Money, max_per_day: Money })),
  /** What each partner and the network owe each other, as far as it is counted. */
  positions: z.array(
    z.object({
      ...ofPartner,
      currency_code: z.string(),
      balance: Money,
      reserved: Money,
      /** Null without a limit. */
      left: z.nullable(Money),
      cover: z.enum(coverStates),
      /** Since when the cover has been so. */
      since: z.nullable(seconds),
    }),
  ),
  /** Statements of account that are not paid in time or that the partner disputes. */
  statements: z.array(
    z.object({
      ...ofPartner,
      currency_code: z.string(),
      number: z.int(),
      problem: z.enum(statementProblems),
      /** What is left to pay, or the closing of a disputed statement. */
      sum: Money,
      since: seconds,
    }),
  ),
  /** Active keys of partners that an operator should look at. */
  keys: z.array(
    z.object({
      ...ofPartner,
      key_id: z.string(),
      problem: z.enum(keyProblems),
      since: seconds,
      last_used_at: z.nullable(seconds),
      expires_at: z.nullable(seconds),
    }),
  ),
  /** The passes over the feed of Tron transfers. */
  tron: z.array(
    z.object({
      pass: z.string(),
      /** When it last finished without an error. */
      succeeded_at: seconds,
      lag_s: z.int(),
    }),
  ),
  rates: z.array(
    z.object({
      coin: z.string(),
      currency_code: z.string(),
      /** How much of the currency one coin is worth. */
      rate: z.string(),
      source: z.enum(['operator', 'feed']),
      set_at: seconds,
      age_s: z.int(),
      /** True if a feed rate is too old. A rate set by an operator never is. */
      is_stale: z.boolean(),
    }),
  ),
  /** What the feed says and is not believed: the first rate of a pair, or one too far from the last ones. */
  rate_refusals: z.array(
    z.object({
      coin: z.string(),
      currency_code: z.string(),
      rate: z.string(),
      reason: z.enum(['first', 'too_far']),
      since: seconds,
    }),
  ),
  /** The last jump of each machine's clock within a day. */
  clock_jumps: z.array(
    z.object({ host: z.string(), /** Negative if it went back. */ seconds: z.int(), noticed_at: seconds }),
  ),
  jobs: z.object({
    /** Failed after the last attempt. */
    failed: z.int(),
    first_failed_at: z.nullable(seconds),
    /** Due time of the oldest late job. */
    due_since: z.nullable(seconds),
  }),
  /** Destinations of alerts that can't be reached. */
  failing_destinations: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      since: seconds,
      /** It refused for good; nothing is sent there until a test arrives. */
      is_stopped: z.boolean(),
    }),
  ),
  /** The daily check of the books. Null before the first check. */
  verification: z.nullable(
    z.object({
      started_at: seconds,
      /** Null while it runs or if it was interrupted; `failed_checks` is then the result of the check before. */
      finished_at: z.nullable(seconds),
      last_finished_at: z.nullable(seconds),
      has_failed_checks: z.boolean(),
      failed_checks: z.array(z.object({ /** Its name. */ rule: z.string(), violations: z.int(), since: seconds })),
    }),
  ),
  /** The last back-up that `cashbox backup` made. Null before the first one. */
  backup: z.nullable(
    z.object({ made_at: seconds, /** It was restored, and all rules held there. */ is_checked: z.boolean() }),
  ),
  /** Webhook attempts of months that are not prepared, counted up to 10,000. */
  attempts_without_month: z.int(),
})
export type Today = z.infer<typeof Today>

export const readToday = operatorCall('GET /watch/today', operatorRoles, {
  summary:
    'Overview of the network. Volumes, agents and floats as of the last update, everything else current. Demo agents are not included.',
  output: z.object({ today: Today }),
})

export const alertKinds = [
  'channel_missing',
  'totals_outdated',
  'clock_jumped',
  'tron_lag',
  'topups_held',
  'topups_confirming',
  'credits_missing',
  'webhook_delayed',
  'webhook_disabled',
  'key_rotated',
  'key_expiring',
  'key_unused',
  'key_old',
  'jobs_failed',
  'jobs_late',
  'check_failed',
  'verification_overdue',
  'backup_overdue',
  'months_missing',
  'replica_unused',
  'rate_stale',
  'rate_refused',
  'float_below_zero',
  'payouts_high',
  'cover_low',
  'cover_exhausted',
  'statement_overdue',
  'statement_disputed',
  'alerts_undelivered',
  'secret_unreadable',
] as const
export type AlertKind = (typeof alertKinds)[number]

export const alertSeverities = ['critical', 'warning'] as const

export const Alert = z.object({
  /** The same for the same problem. */
  id: z.string(),
  kind: z.enum(alertKinds),
  severity: z.enum(alertSeverities),
  /** Null if it has always been so. */
  since: z.nullable(seconds),
  /** What it is about: a pass over Tron, a hold reason, a partner, a rule, a rate, a currency. */
  subject: z.object({ kind: z.string(), id: z.string() }),
  values: z.record(z.string(), z.union([z.number(), z.string()])),
})
export type Alert = z.infer<typeof Alert>

export const listAlerts = operatorCall('GET /watch/alerts', operatorRoles, {
  summary: 'List open alerts, most severe first. An alert closes when its cause is gone.',
  output: z.object({ list: z.array(Alert) }),
})

/** From 1970 on. */
const month = z.string().check(z.regex(/^(19[7-9]\d|[2-9]\d{3})-(0[1-9]|1[0-2])$/))

const figures = {
  deposits: Volume,
  withdrawals: Volume,
  /** Of both together. */
  fees: Money,
  topups: Moves,
  adjustments_added: Moves,
  adjustments_taken: Moves,
  commission_credits: Moves,
  payouts: Moves,
}

export const MonthReport = z.object({
  month,
  currency_code: z.string(),
  ...figures,
  channels: z.array(z.object({ code: z.string(), name: z.string(), ...figures })),
})
export type MonthReport = z.infer<typeof MonthReport>

/** All months of a report together. */
export const MonthsTotal = z.object({ currency_code: z.string(), ...figures })
export type MonthsTotal = z.infer<typeof MonthsTotal>

export const MOST_MONTHS = 36

export const reportMonths = operatorCall('GET /reports/months', ['finance', 'risk', 'admin'], {
  readsReplica: true,
  summary:
    'List monthly totals (UTC) by currency and channel, newest first; at most 36 months up to `to`. Reversed transactions are not included. The current month is as of the last update.',
  input: z.strictObject({ currency: z.optional(text(10)), from: z.optional(month), to: z.optional(month) }),
  output: z.object({ as_of: z.nullable(seconds), list: z.array(MonthReport), totals: z.array(MonthsTotal) }),
})

/** What a network needs before its first day, in this order. */
export const checklistSteps = [
  'second_factor',
  'channel',
  'rates',
  'partner',
  'partner_limit',
  'mail',
  'backup',
  'verification',
] as const
export type ChecklistStep = (typeof checklistSteps)[number]

export const readChecklist = operatorCall('GET /checklist', ['admin'], {
  summary: 'Read what is done and what is left of the first set-up.',
  output: z.object({
    is_hidden: z.boolean(),
    steps: z.array(z.object({ name: z.enum(checklistSteps), is_done: z.boolean() })),
  }),
})

export const sendTestMail = operatorCall('POST /checklist/test-letter', ['admin'], {
  summary: 'Send a test letter to your own address. The step is done when the mail server has taken it.',
  output: z.object({ to: z.string() }),
})

export const confirmBackup = operatorCall('POST /checklist/backup', ['admin'], {
  summary: 'Confirm that you have seen a back-up restored.',
})

export const hideChecklist = operatorCall('POST /checklist/hide', ['admin'], {
  summary: 'Hide the checklist for all admins.',
})
