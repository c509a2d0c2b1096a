import * as z from 'zod/mini'
import { FileAnswer } from '../endpoint.ts'
import { operatorLimit, pageOf, seconds, text, wholeNumber } from '../fields.ts'
import { AmountInput, Money } from '../money.ts'
import {
  eventFilters,
  partnerPermissions,
  TestDelivery,
  testTopics,
  WebhookEvent,
  webhookTopics,
} from '../partner/index.ts'
import { Day, type FileForm, fileForms, ReconciliationFile } from '../partner/reconciliation.ts'
import { waiting, waitingRefusals } from './approval-request.ts'
import { NetworkCode } from './channels.ts'
import { type OperatorRole, operatorCall, operatorRoles } from './roles.ts'

/** The one-time link by which the partner gets a secret. Operators never see the secret. */
const SecretLink = z.object({
  expires_at: seconds,
  opened_at: z.nullable(seconds),
  /** The IP address of the browser that opened it. */
  opened_from: z.nullable(z.string()),
})
export type SecretLink = z.infer<typeof SecretLink>

export const PartnerKey = z.object({
  id: z.string(),
  permissions: z.array(z.enum(partnerPermissions)),
  /** Empty: any address. */
  address_ranges: z.array(z.string()),
  created_at: seconds,
  /** When a second admin approved it; null: it does not work yet. */
  activated_at: z.nullable(seconds),
  disabled_at: z.nullable(seconds),
  /** When it stops working; null if no end was set. */
  expires_at: z.nullable(seconds),
  /** The partner's own Ed25519 key; null: it signs with a secret that both sides have. */
  public_key: z.nullable(z.string()),
  /** Null if the secret was shown on the server's command line. */
  link: z.nullable(SecretLink),
  /** To the minute; null if it has never signed a call. */
  last_used_at: z.nullable(seconds),
  /** The key that the partner itself replaced with this one; null if an operator created it. */
  replaces: z.nullable(z.string()),
})

export const Webhook = z.object({
  url: z.nullable(z.string()),
  /** False if disabled here or by an answer 410 of the partner. Events are kept until it is enabled. */
  is_enabled: z.boolean(),
  /** Since when deliveries have failed, and how many in a row. */
  failing_since: z.nullable(seconds),
  failures: z.int(),
  /** Undelivered events, counted up to 10000, and the time of the oldest. */
  pending_events: z.int(),
  oldest_pending_at: z.nullable(seconds),
  /** What the partner chose to get; null: all types, also those added later. */
  event_types: z.nullable(z.array(z.enum(webhookTopics))),
  /** Of the newest secret; null if no operator ever asked for one. */
  link: z.nullable(SecretLink),
})

export const Partner = z.object({
  code: z.string(),
  name: z.string(),
  /** While false, its keys do not work. Open transactions stay open. */
  is_enabled: z.boolean(),
  keys: z.array(PartnerKey),
  webhook: Webhook,
  /** Default and longest time until a transaction expires. */
  lifetime_s: z.int(),
  max_lifetime_s: z.int(),
  /** How long after the confirmation a transaction can be reversed; 0: never. */
  reversal_window_s: z.int(),
  /** Where we ask about players whom agents name; null: the partner takes no deposits by player ID. */
  verification_url: z.nullable(z.string()),
  /** The most that its withdrawals may sum up to, for each currency of the network. */
  withdrawal_limits: z.array(
    z.object({
      currency_code: z.string(),
      /** Open at the same time. */
      max_open: Money,
      /** Opened in a day (UTC), less the deposits that were confirmed. */
      max_per_day: Money,
    }),
  ),
  version: z.int(),
})
export type Partner = z.infer<typeof Partner>

const One = z.object({ partner: Partner })
const OneOrWaiting = z.extend(One, waiting)
const change = { code: NetworkCode, version: z.int(), reason: text(500) }

/** Such as 203.0.113.0/24, or one address. Empty: any address. */
const address_ranges = z.array(text(60)).check(z.maxLength(50))
const wrongRanges = ['range_invalid', 'range_too_wide', 'range_has_host_bits'] as const

/** A second operator reads it before it is used, so it has nothing but plain letters and signs. */
const address = z
  .string()
  .check(z.trim(), z.minLength(1, 'required'), z.maxLength(2000), z.regex(/^[\x21-\x7e]*$/, 'webhook_address_invalid'))

const YEAR_S = 366 * 24 * 60 * 60
const lifetime = z.int().check(z.minimum(60), z.maximum(YEAR_S))

export const listPartners = operatorCall('GET /partners', operatorRoles, {
  readsReplica: true,
  summary: 'List partners with their keys and webhook status.',
  output: z.object({ list: z.array(Partner) }),
})

export const createPartner = operatorCall('POST /partners', ['admin'], {
  summary: 'Create a partner. The code cannot be changed later.',
  input: z.strictObject({ code: NetworkCode, name: text(80), reason: text(500) }),
  output: One,
  refusals: ['partner_exists'],
})

export const changePartner = operatorCall('POST /partners/:code', ['admin'], {
  summary:
    'Change the name and terms of a partner, and enable or disable its API access or webhook. Enabling its API access again, more time to reverse, and an address that answers for its players wait for a second admin.',
  input: z.strictObject({
    ...change,
    name: z.optional(text(80)),
    is_enabled: z.optional(z.boolean()),
    is_webhook_enabled: z.optional(z.boolean()),
    lifetime_s: z.optional(lifetime),
    max_lifetime_s: z.optional(lifetime),
    reversal_window_s: z.optional(z.int().check(z.minimum(0), z.maximum(YEAR_S))),
    /** Needs a webhook address, whose secret signs the questions. Null ends deposits by player ID. */
    verification_url: z.optional(z.nullable(address)),
  }),
  output: OneOrWaiting,
  refusals: ['webhook_stopped', ...waitingRefusals],
  fieldRefusals: ['webhook_address_invalid'],
})

export const createPartnerKey = operatorCall('POST /partners/:code/keys', ['admin'], {
  summary:
    'Create an API key. Give the link to the partner: it shows the secret once, within 72 hours. Then ask for approval. The key works when a second admin has approved it. At most two keys at a time are not disabled.',
  input: z.strictObject({
    ...change,
    permissions: z
      .array(z.enum(partnerPermissions))
      .check(z.minLength(1, 'required'), z.maxLength(partnerPermissions.length)),
    address_ranges: z._default(address_ranges, []),
  }),
  output: z.object({ partner: Partner, key_id: z.string(), link: z.string() }),
  refusals: ['key_limit_reached', ...wrongRanges, 'version_conflict'],
})

export const activatePartnerKey = operatorCall('POST /partners/:code/keys/:key_id/activate', ['admin'], {
  summary: 'Ask a second admin to approve an API key, after the partner has opened its link.',
  input: z.strictObject({ code: NetworkCode, key_id: text(40), reason: text(500) }),
  output: OneOrWaiting,
  refusals: ['secret_not_opened', 'request_already_waiting'],
})

export const setPartnerKeyRanges = operatorCall('POST /partners/:code/keys/:key_id/address-ranges', ['admin'], {
  summary:
    'Set other address ranges for an active API key, after a second admin has approved them. Empty: any address.',
  input: z.strictObject({ ...change, key_id: text(40), address_ranges }),
  output: OneOrWaiting,
  refusals: [...wrongRanges, 'ranges_unchanged', ...waitingRefusals],
})

export const disablePartnerKey = operatorCall('POST /partners/:code/keys/:key_id/disable', ['admin'], {
  summary:
    'Disable an API key permanently: immediately, or in some days, so that the partner can change to another key first. More days than before wait for a second admin.',
  input: z.strictObject({
    ...change,
    key_id: text(40),
    in_days: z.optional(z.int().check(z.minimum(1), z.maximum(90))),
  }),
  output: OneOrWaiting,
  refusals: [...waitingRefusals],
})

export const setPartnerWebhook = operatorCall('POST /partners/:code/webhook', ['admin'], {
  summary:
    'Set another webhook address, which a second admin has to approve and which keeps the secret (the first address comes with a link to one); or keep the address, with a new secret: give the link to the partner, which shows the secret once, within 72 hours. The previous secret keeps signing until the next change.',
  input: z.strictObject({
    ...change,
    url: z.optional(address),
  }),
  /** The link is null for another address than the first. */
  output: z.object({ partner: Partner, link: z.nullable(z.string()), ...waiting }),
  refusals: ['webhook_address_invalid', ...waitingRefusals],
})

export const setPartnerWithdrawalLimits = operatorCall('POST /partners/:code/withdrawal-limits', ['admin'], {
  summary:
    'Set how much the withdrawals of a partner may sum up to in one currency: open at the same time, and opened in a day (UTC) less confirmed deposits. Null: the default, a thousand times the approval limit. Raising one of them waits for a second admin.',
  input: z.strictObject({
    ...change,
    currency_code: text(10),
    max_open: z.nullable(AmountInput),
    max_per_day: z.nullable(AmountInput),
  }),
  output: z.object({ partner: Partner, ...waiting }),
  refusals: ['currency_unknown', ...waitingRefusals],
})

/** Files name players and amounts. */
export const partnerFileRoles = ['finance', 'admin'] as const satisfies readonly OperatorRole[]

export const listPartnerFiles = operatorCall('GET /partners/:code/files', partnerFileRoles, {
  summary: 'List the daily files of a partner, newest first.',
  input: z.strictObject({ code: NetworkCode, limit: z._default(wholeNumber(1, 100), 7), cursor: z.optional(Day) }),
  output: pageOf(ReconciliationFile),
})

export const readPartnerFile = operatorCall('GET /partners/:code/files/:day.:form', partnerFileRoles, {
  summary: 'Download a daily file of a partner.',
  input: z.strictObject({ code: NetworkCode, day: Day, form: z.enum(fileForms) }),
  output: FileAnswer,
  files: fileForms,
  refusals: ['day_not_ended'],
})

export const partnerFileUrl = (code: string, day: string, form: FileForm) =>
  readPartnerFile.path.replace(':code', code).replace(':day', day).replace(':form', form)

/** An event in the log of deliveries. Its version is the number of attempts. */
export const LoggedEvent = z.extend(WebhookEvent, { version: z.int() })
export type LoggedEvent = z.infer<typeof LoggedEvent>

export const listPartnerEvents = operatorCall('GET /partners/:code/events', operatorRoles, {
  summary:
    'List the webhook events of a partner, newest first, with the request as it is sent and every attempt. `failed` are pending events whose last attempt failed.',
  input: z.strictObject({ code: NetworkCode, ...eventFilters, limit: operatorLimit }),
  output: pageOf(LoggedEvent),
})

export const sendPartnerTestEvent = operatorCall('POST /partners/:code/test-event', ['support', 'admin'], {
  summary: 'Send a signed test event to the webhook of a partner now, once, and wait for the answer.',
  input: z.strictObject({ code: NetworkCode, type: z._default(z.enum(testTopics), 'webhook.test') }),
  output: z.object({ delivery: TestDelivery }),
  refusals: ['not_found', 'webhook_stopped'],
})
