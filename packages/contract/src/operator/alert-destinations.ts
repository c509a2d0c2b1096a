import * as z from 'zod/mini'
import { email, seconds, text } from '../fields.ts'
import { languages } from '../languages.ts'
import { waiting, waitingRefusals } from './approval-request.ts'
import { operatorCall } from './roles.ts'
import { alertKinds, alertSeverities } from './watch.ts'

export const destinationKinds = ['email', 'webhook', 'telegram'] as const
export type DestinationKind = (typeof destinationKinds)[number]

/** `waiting`: not approved yet. `stopped`: it refused for good, and needs a test that arrives. */
export const destinationStates = ['waiting', 'on', 'off', 'stopped'] as const

export const AlertDestination = z.object({
  id: z.string(),
  kind: z.enum(destinationKinds),
  name: z.string(),
  /** An e-mail address, the address of a webhook, or a Telegram chat. */
  target: z.string(),
  /** The number of the Telegram bot. */
  bot: z.nullable(z.string()),
  language: z.enum(languages),
  /** Null: every kind. */
  alert_kinds: z.nullable(z.array(z.string())),
  /** `warning`: alerts of both severities are sent. `critical`: only critical ones. */
  min_severity: z.enum(alertSeverities),
  state: z.enum(destinationStates),
  last_sent_at: z.nullable(seconds),
  /**
   * Since when every attempt has failed, how many, and why: the name of a problem such as `timed_out`, `answered` with the
   * status and what was said, or the words of a mail server.
   */
  failing_since: z.nullable(seconds),
  failures: z.int(),
  last_error: z.nullable(z.string()),
  /** The last test message. `failed` says why in `error`, as in `last_error`. */
  last_test: z.nullable(
    z.object({ at: seconds, state: z.enum(['waiting', 'sent', 'failed']), error: z.nullable(z.string()) }),
  ),
  version: z.int(),
})
export type AlertDestination = z.infer<typeof AlertDestination>

const One = z.object({ destination: AlertDestination })

const reason = text(500)
const filter = {
  language: z.enum(languages),
  alert_kinds: z.nullable(z.array(z.enum(alertKinds)).check(z.minLength(1, 'required'))),
  min_severity: z.enum(alertSeverities),
}

export const listAlertDestinations = operatorCall('GET /alert-destinations', ['finance', 'risk', 'admin'], {
  summary: 'List where alerts are sent.',
  output: z.object({ list: z.array(AlertDestination) }),
})

export const addAlertDestination = operatorCall('POST /alert-destinations', ['admin'], {
  summary:
    'Add a destination for alerts. Nothing is sent there until a second admin approves it. The signing secret of a webhook is returned only once; the token of a Telegram bot is never returned.',
  input: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('email'), name: text(80), target: email, ...filter, reason }),
    z.strictObject({
      kind: z.literal('webhook'),
      name: text(80),
      target: z.string().check(z.trim(), z.minLength(1, 'required'), z.maxLength(2000)),
      ...filter,
      reason,
    }),
    z.strictObject({
      kind: z.literal('telegram'),
      name: text(80),
      /** The number of a chat, or the @name of a public channel. */
      target: z.string().check(z.trim(), z.minLength(1, 'required'), z.regex(/^(-?\d{1,20}|@\w{4,32})$/, 'invalid')),
      token: z
        .string()
        .check(z.trim(), z.minLength(1, 'required'), z.regex(/^\d{5,20}:[A-Za-z0-9_-]{30,80}$/, 'invalid')),
      ...filter,
      reason,
    }),
  ]),
  output: z.object({ destination: AlertDestination, secret: z.nullable(z.string()), ...waiting }),
})

const destination_id = z.uuid()

export const activateAlertDestination = operatorCall('POST /alert-destinations/:destination_id/activate', ['admin'], {
  summary: 'Ask a second admin to approve a destination, after an earlier request ended without it.',
  input: z.strictObject({ destination_id, reason }),
  output: z.object({ destination: AlertDestination, ...waiting }),
  refusals: ['request_already_waiting'],
})

export const changeAlertDestination = operatorCall('POST /alert-destinations/:destination_id', ['admin'], {
  summary:
    'Change what is sent to a destination, or switch it off and on. Its address cannot be changed. A second admin has to approve fewer alerts, or none.',
  input: z.strictObject({
    destination_id,
    version: z.int(),
    name: z.optional(text(80)),
    language: z.optional(filter.language),
    alert_kinds: z.optional(filter.alert_kinds),
    min_severity: z.optional(filter.min_severity),
    is_enabled: z.optional(z.boolean()),
    reason,
  }),
  output: z.extend(One, waiting),
  refusals: [...waitingRefusals],
})

export const removeAlertDestination = operatorCall('POST /alert-destinations/:destination_id/removal', ['admin'], {
  summary: 'Remove a destination that is not on, and forget its secret.',
  input: z.strictObject({ destination_id, version: z.int(), reason }),
  refusals: ['transition_not_allowed', 'version_conflict'],
})

export const testAlertDestination = operatorCall('POST /alert-destinations/:destination_id/test', ['admin'], {
  summary: 'Send a test message. `last_test` in the list shows whether it arrived.',
  input: z.strictObject({ destination_id }),
  output: One,
  refusals: ['transition_not_allowed'],
})
