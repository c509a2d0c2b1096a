import * as z from 'zod/mini'
import { endpoint, Nothing } from '../endpoint.ts'
import { seconds, text } from '../fields.ts'
import { partnerRights } from '../partner.ts'
import { NetworkCode } from './channels.ts'
import { type OperatorCall, operatorRoles } from './roles.ts'

export const PartnerKey = z.object({
  id: z.string(),
  rights: z.array(z.enum(partnerRights)),
  /** Networks that may use it; none for any. */
  networks: z.array(z.string()),
  created_at: seconds,
  disabled_at: z.nullable(seconds),
})

export const Webhook = z.object({
  url: z.nullable(z.string()),
  /** Switched off, here or by the partner's own answer 410. What happens meanwhile waits. */
  is_on: z.boolean(),
  /** Since when telling has failed, and how often in a row. */
  failing_since: z.nullable(seconds),
  failures: z.int(),
  /** Events that have not arrived, at most 10000, and when the oldest of them was written. */
  waiting: z.int(),
  oldest_waiting_at: z.nullable(seconds),
})

export const Partner = z.object({
  code: z.string(),
  name: z.string(),
  /** Its keys open nothing while it is off; what its players have open stays open. */
  is_on: z.boolean(),
  keys: z.array(PartnerKey),
  webhook: Webhook,
  /** How long a transaction lives by default, and at most. */
  lifetime_s: z.int(),
  max_lifetime_s: z.int(),
  /** How long after its confirmation a transaction can be reversed; 0 for never. */
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
  summary: 'The player services: their keys, where they are told, and whether they hear.',
  input: Nothing,
  output: z.object({ list: z.array(Partner) }),
})

export const createPartner = endpoint({
  method: 'POST',
  path: '/partners',
  access: 'operator',
  summary: 'A new player service. Its code stays as it is.',
  input: z.strictObject({ code: NetworkCode, name: text(80), reason: text(500) }),
  output: One,
  refusals: ['partner_exists'],
})

export const changePartner = endpoint({
  method: 'POST',
  path: '/partners/:code',
  access: 'operator',
  summary: 'Its name, how long its transactions live, whether it may call, and whether it is told.',
  input: z.strictObject({
    ...change,
    name: z.optional(text(80)),
    is_on: z.optional(z.boolean()),
    is_webhook_on: z.optional(z.boolean()),
    lifetime_s: z.optional(lifetime),
    max_lifetime_s: z.optional(lifetime),
    reversal_window_s: z.optional(z.int().check(z.minimum(0), z.maximum(YEAR_S))),
  }),
  output: One,
  refusals: ['stale'],
})

export const addPartnerKey = endpoint({
  method: 'POST',
  path: '/partners/:code/keys',
  access: 'operator',
  summary: 'A new key. The secret is shown this once. Two keys live at a time.',
  input: z.strictObject({
    ...change,
    rights: z.array(z.enum(partnerRights)).check(z.minLength(1, 'required'), z.maxLength(partnerRights.length)),
    /** Such as 203.0.113.0/24; any when there are none. */
    networks: z._default(
      z.array(z.string().check(z.regex(/^[0-9a-fA-F.:]{2,45}(\/\d{1,3})?$/))).check(z.maxLength(50)),
      [],
    ),
  }),
  output: z.object({ partner: Partner, key_id: z.string(), secret: z.string() }),
  refusals: ['keys_full', 'stale'],
})

export const disablePartnerKey = endpoint({
  method: 'POST',
  path: '/partners/:code/keys/:key_id/disable',
  access: 'operator',
  summary: 'Ends a key, from the next call on and for good.',
  input: z.strictObject({ ...change, key_id: text(40) }),
  output: One,
  refusals: ['stale'],
})

export const setPartnerWebhook = endpoint({
  method: 'POST',
  path: '/partners/:code/webhook',
  access: 'operator',
  summary:
    'Another address, or the same one, with a new secret that is shown this once. The one before it goes on signing until the next change.',
  input: z.strictObject({
    ...change,
    url: z.optional(z.string().check(z.trim(), z.minLength(1, 'required'), z.maxLength(2000))),
  }),
  output: OneWithSecret,
  refusals: ['webhook_address_invalid', 'stale'],
})

export const partnerCalls: readonly OperatorCall[] = [
  [listPartners, operatorRoles],
  [createPartner, ['admin']],
  [changePartner, ['admin']],
  [addPartnerKey, ['admin']],
  [disablePartnerKey, ['admin']],
  [setPartnerWebhook, ['admin']],
]
