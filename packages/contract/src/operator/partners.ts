import * as z from 'zod/mini'
import { endpoint, Nothing } from '../endpoint.ts'
import { seconds, text } from '../fields.ts'
import { partnerPermissions } from '../partner.ts'
import { NetworkCode } from './channels.ts'
import { type OperatorCall, operatorRoles } from './roles.ts'

export const PartnerKey = z.object({
  id: z.string(),
  permissions: z.array(z.enum(partnerPermissions)),
  /** Empty: any network. */
  networks: z.array(z.string()),
  created_at: seconds,
  disabled_at: z.nullable(seconds),
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
  version: z.int(),
})
export type Partner = z.infer<typeof Partner>

const One = z.object({ partner: Partner })
const OneWithSecret = z.object({ partner: Partner, secret: z.string() })
const change = { code: NetworkCode, version: z.int(), reason: text(500) }

const YEAR_S = 366 * 24 * 60 * 60
const lifetime = z.int().check(z.minimum(60), z.maximum(YEAR_S))

export const listPartners = endpoint({
  method: 'GET',
  path: '/partners',
  access: 'operator',
  summary: 'List partners with their keys and webhook status.',
  input: Nothing,
  output: z.object({ list: z.array(Partner) }),
})

export const createPartner = endpoint({
  method: 'POST',
  path: '/partners',
  access: 'operator',
  summary: 'Create a partner. The code cannot be changed later.',
  input: z.strictObject({ code: NetworkCode, name: text(80), reason: text(500) }),
  output: One,
  refusals: ['partner_exists'],
})

export const changePartner = endpoint({
  method: 'POST',
  path: '/partners/:code',
  access: 'operator',
  summary: 'Change the name and terms of a partner, and enable or disable its API access or webhook.',
  input: z.strictObject({
    ...change,
    name: z.optional(text(80)),
    is_enabled: z.optional(z.boolean()),
    is_webhook_enabled: z.optional(z.boolean()),
    lifetime_s: z.optional(lifetime),
    max_lifetime_s: z.optional(lifetime),
    reversal_window_s: z.optional(z.int().check(z.minimum(0), z.maximum(YEAR_S))),
  }),
  output: One,
  refusals: ['version_conflict'],
})

export const addPartnerKey = endpoint({
  method: 'POST',
  path: '/partners/:code/keys',
  access: 'operator',
  summary: 'Create an API key. The secret is returned only once. At most two keys are active at a time.',
  input: z.strictObject({
    ...change,
    permissions: z
      .array(z.enum(partnerPermissions))
      .check(z.minLength(1, 'required'), z.maxLength(partnerPermissions.length)),
    /** Such as 203.0.113.0/24. Empty: any network. */
    networks: z._default(
      z.array(z.string().check(z.regex(/^[0-9a-fA-F.:]{2,45}(\/\d{1,3})?$/))).check(z.maxLength(50)),
      [],
    ),
  }),
  output: z.object({ partner: Partner, key_id: z.string(), secret: z.string() }),
  refusals: ['key_limit_reached', 'version_conflict'],
})

export const disablePartnerKey = endpoint({
  method: 'POST',
  path: '/partners/:code/keys/:key_id/disable',
  access: 'operator',
  summary: 'Disable an API key immediately and permanently.',
  input: z.strictObject({ ...change, key_id: text(40) }),
  output: One,
  refusals: ['version_conflict'],
})

export const setPartnerWebhook = endpoint({
  method: 'POST',
  path: '/partners/:code/webhook',
  access: 'operator',
  summary:
    'Set the webhook address, or keep it, with a new secret that is returned only once. The previous secret keeps signing until the next change.',
  input: z.strictObject({
    ...change,
    url: z.optional(z.string().check(z.trim(), z.minLength(1, 'required'), z.maxLength(2000))),
  }),
  output: OneWithSecret,
  refusals: ['webhook_address_invalid', 'version_conflict'],
})

export const partnerCalls: readonly OperatorCall[] = [
  [listPartners, operatorRoles],
  [createPartner, ['admin']],
  [changePartner, ['admin']],
  [addPartnerKey, ['admin']],
  [disablePartnerKey, ['admin']],
  [setPartnerWebhook, ['admin']],
]
