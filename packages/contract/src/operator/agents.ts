import * as z from 'zod/mini'
import { AgentStatus } from '../agent/agent.ts'
import {
  basisPoints,
  cashId,
  latitude,
  longitude,
  operatorLimit,
  pageOf,
  pastedText,
  personName,
  seconds,
  text,
  wholeNumber,
} from '../fields.ts'
import { languages } from '../languages.ts'
import { AmountInput, Money } from '../money.ts'
import { waiting, waitingRefusals } from './approval-request.ts'
import { operatorCall, operatorRoles } from './roles.ts'

const Channel = z.object({ code: z.string(), name: z.string(), currency_code: z.string() })

const agentFields = {
  id: z.string(),
  cash_id: z.string(),
  status: AgentStatus,
  is_demo: z.boolean(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  is_email_verified: z.boolean(),
  phone: z.nullable(z.string()),
  country_code: z.nullable(z.string()),
  city: z.nullable(z.string()),
  channel: Channel,
  /** The float. */
  balance: Money,
  /** When missing information was last requested. */
  info_requested_at: z.nullable(seconds),
  created_at: seconds,
  version: z.int(),
}

export const ListedAgent = z.object({
  ...agentFields,
  /** Not credited yet. */
  commission: Money,
  /** The last confirmation; null if there is none. */
  last_active_at: z.nullable(seconds),
  /** Deposits and withdrawals of the last 30 UTC days, today included. */
  volume: Money,
  /** Null for roles that may not see risk. */
  risk_score: z.nullable(z.number()),
})
export type ListedAgent = z.infer<typeof ListedAgent>

export const agentOrders = ['newest', 'oldest', 'review'] as const

export const listAgents = operatorCall('GET /agents', operatorRoles, {
  readsReplica: true,
  summary:
    'List agents by sign-up time. `search` matches a cash ID, the start of an e-mail address or name, or the start or ' +
    'end of a phone number. The order `review` lists pending agents that are ready for review first (verified e-mail, ' +
    'no open request for information), then the others, oldest first. `inactive_days` lists ' +
    'approved agents without a confirmation for so many days, longest first. `cursor` is the `next_cursor` of the previous page.',
  input: z.strictObject({
    search: z.optional(pastedText(100)),
    cash_id: z.optional(cashId),
    status: z.optional(AgentStatus),
    channel: z.optional(text(40)),
    country: z.optional(z.string().check(z.regex(/^[A-Z]{2}$/))),
    is_demo: z.optional(z.enum(['true', 'false'])),
    inactive_days: z.optional(wholeNumber(1, 3650)),
    order: z._default(z.enum(agentOrders), 'newest'),
    limit: operatorLimit,
    cursor: z.optional(z.string().check(z.regex(/^(\d{1,8}-)?\d{1,15}$/))),
  }),
  output: pageOf(ListedAgent),
})

export const StatusChange = z.object({
  status: AgentStatus,
  /** Shown to the agent. */
  note: z.nullable(z.string()),
  /** Only operators see it. */
  reason: z.nullable(z.string()),
  changed_by: z.string(),
  changed_at: seconds,
})

export const agentActions = ['reject', 'request_info', 'suspend', 'block', 'restore'] as const
export type AgentAction = (typeof agentActions)[number]

export const KnownAgent = z.object({
  ...agentFields,
  messenger: z.nullable(z.string()),
  messenger_id: z.nullable(z.string()),
  street: z.nullable(z.string()),
  timezone: z.string(),
  /** Language of e-mails to the agent. */
  language: z.enum(languages),
  /** Of the terms of use that they agreed to at sign-up, or null if they were not asked. */
  terms_version: z.nullable(z.string()),
  /** When an agent first agreed to this version. */
  terms_version_at: z.nullable(seconds),
  /** Note about the status, shown to the agent. */
  note: z.nullable(z.string()),
  /** What can be decided about them in this status. A note that is needed is one that they read. */
  possible_actions: z.array(z.object({ action: z.enum(['approve', ...agentActions]), needs_note: z.boolean() })),
  /** Newest first, the last fifty. */
  status_changes: z.array(StatusChange),
  geo_lat: z.nullable(latitude),
  geo_lon: z.nullable(longitude),
  /** Metres. */
  geo_area: z.int(),
  /** Location of the last confirmation and its distance from the point, or null. */
  last_location: z.nullable(
    z.object({ geo_lat: latitude, geo_lon: longitude, distance_m: z.nullable(z.int()), at: seconds }),
  ),
  /** Null: the fees of the channel apply. */
  deposit_fee_bp: z.nullable(basisPoints),
  withdraw_fee_bp: z.nullable(basisPoints),
  /** Null: no limit. */
  max_amount: z.nullable(Money),
  daily_limit: z.nullable(Money),
  /** How far below zero the float can go, or null for no credit. */
  credit_line: z.nullable(Money),
  commission: Money,
  /** Deposits and withdrawals of the current UTC day, which count towards the daily limit. */
  volume_today: Money,
  counts: z.object({ confirmations: z.int(), topups: z.int(), notes: z.int(), open_sessions: z.int() }),
})
export type KnownAgent = z.infer<typeof KnownAgent>

const One = z.object({ agent: KnownAgent })
const OneOrWaiting = z.extend(One, waiting)

export const readAgent = operatorCall('GET /agents/:agent_id', operatorRoles, {
  summary: 'Read one agent: sign-up details, status history, point, terms, balances and volume of today.',
  input: z.strictObject({ agent_id: z.uuid() }),
  output: One,
  refusals: ['not_found'],
})

/** Half the circumference of the Earth and a little more, so that every location is inside. */
const WHOLE_EARTH_M = 20_100_000

const area = z.int().check(z.minimum(1), z.maximum(WHOLE_EARTH_M))
const decided = { agent_id: z.uuid(), version: z.int() }
const note = text(500)
const place = { channel: text(40), geo_lat: latitude, geo_lon: longitude, geo_area: area }
const money = {
  /** Null: the fees of the channel apply. */
  deposit_fee_bp: z.optional(z.nullable(basisPoints)),
  withdraw_fee_bp: z.optional(z.nullable(basisPoints)),
  /** Null: no limit. */
  max_amount: z.optional(z.nullable(AmountInput)),
  daily_limit: z.optional(z.nullable(AmountInput)),
  credit_line: z.optional(z.nullable(AmountInput)),
}

const termsRefusals = ['not_found', 'channel_unknown', 'currency_mismatch', ...waitingRefusals] as const

export const approveAgent = operatorCall('POST /agents/:agent_id/approve', ['support', 'risk', 'admin'], {
  summary:
    'Approve a pending or rejected agent and set the point. Fees do not change: a new agent has the fees of the channel. ' +
    'An agent without limits gets ten times the approval limit for a transaction, and a hundred times for a day. The channel can have another currency as long as the agent has not moved any money.',
  input: z.strictObject({ ...decided, ...place, note: z.optional(note) }),
  output: OneOrWaiting,
  refusals: ['transition_not_allowed', ...termsRefusals],
})

export const approveAgentOnTerms = operatorCall('POST /agents/:agent_id/approve-on-terms', ['risk', 'admin'], {
  summary:
    'Approve an agent and set their own fees, limits and credit line in the same step. A credit line above the approval limit waits for a second operator, and so does the approval.',
  input: z.strictObject({ ...decided, ...place, ...money, note: z.optional(note) }),
  output: OneOrWaiting,
  refusals: ['transition_not_allowed', 'credit_line_used', 'daily_cap_reached', ...termsRefusals],
})

export const decideAgent = operatorCall('POST /agents/:agent_id/decide', ['support', 'risk', 'admin'], {
  summary:
    'reject: pending → rejected. request_info: pending or rejected → pending, with what is missing. suspend: approved → suspended. ' +
    'block: approved or suspended → blocked. restore: suspended or blocked → approved. The agent sees the note ' +
    'in the app and by e-mail; it is required except for restore. Only operators see the reason. Takes effect with their next call. The role that ' +
    'stopped an agent restores them; for any other role, a second operator of risk or an admin has to approve.',
  input: z.strictObject({
    ...decided,
    action: z.enum(agentActions),
    note: z.optional(note),
    reason: z.optional(text(500)),
  }),
  output: OneOrWaiting,
  refusals: ['not_found', 'transition_not_allowed', ...waitingRefusals],
})

export const setAgentTerms = operatorCall('POST /agents/:agent_id/terms', ['risk', 'admin'], {
  summary:
    'Change the channel (same currency), point, fees, limits or credit line. Fields that are not sent do not change. ' +
    'A credit line cannot be lowered below the amount in use. A credit line or limit that is raised above the approval ' +
    'limit, a limit that is removed, and a radius of more than 5 km, waits for a second operator.',
  input: z.strictObject({
    ...decided,
    channel: z.optional(place.channel),
    geo_lat: z.optional(latitude),
    geo_lon: z.optional(longitude),
    geo_area: z.optional(area),
    ...money,
    reason: text(500),
  }),
  output: OneOrWaiting,
  refusals: ['credit_line_used', 'daily_cap_reached', ...termsRefusals],
})

/** How an agent can be reached. Agents change their e-mail address, which is their log-in, themselves. */
export const changeAgentContact = operatorCall('POST /agents/:agent_id/contact', ['support', 'risk', 'admin'], {
  summary:
    'Change the name and the contact details of an agent. Fields that are not sent do not change. A phone number is sent with its country code.',
  input: z.strictObject({
    ...decided,
    first_name: z.optional(personName(100)),
    last_name: z.optional(personName(100)),
    phone: z.optional(pastedText(40)),
    messenger: z.optional(text(40)),
    messenger_id: z.optional(text(100)),
    country_code: z.optional(text(2)),
    city: z.optional(text(100)),
    street: z.optional(text(200)),
    reason: text(500),
  }),
  output: One,
  refusals: ['not_found', 'version_conflict', 'name_invalid', 'phone_invalid', 'country_unknown', 'messenger_unknown'],
})
