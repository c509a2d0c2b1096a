import * as z from 'zod/mini'
import { seconds, secret, text } from '../fields.ts'
import { operatorCall, operatorRoles } from './roles.ts'
import { OperatorSession } from './session.ts'

export const Passkey = z.object({
  id: z.string(),
  name: z.string(),
  created_at: seconds,
  last_used_at: z.nullable(seconds),
})
export type Passkey = z.infer<typeof Passkey>

/** As WebAuthn defines them; the browser takes and gives them as they are. */
const Options = z.object({ options: z.record(z.string(), z.unknown()) })
const response = z.looseObject({ id: z.string(), response: z.looseObject({}) })

export const listPasskeys = operatorCall('GET /session/passkeys', operatorRoles, {
  summary: 'List your passkeys.',
  output: z.object({ list: z.array(Passkey) }),
})

export const beginPasskey = operatorCall('POST /session/passkeys/options', operatorRoles, {
  summary: 'Start to add a passkey. Needs your password. Returns options for the browser.',
  input: z.strictObject({ password: secret }),
  output: Options,
  refusals: ['credentials_wrong', 'two_factor_missing', 'passkey_limit_reached'],
})

export const finishPasskey = operatorCall('POST /session/passkeys', operatorRoles, {
  summary: 'Add the passkey that the browser made.',
  input: z.strictObject({ name: text(60), response }),
  output: z.object({ passkey: Passkey }),
  refusals: ['passkey_wrong'],
})

export const removePasskey = operatorCall('POST /session/passkeys/:passkey_id/removal', operatorRoles, {
  summary: 'Remove one of your passkeys. Needs your password.',
  input: z.strictObject({ passkey_id: z.uuid(), password: secret }),
  refusals: ['credentials_wrong'],
})

export const askForPasskey = operatorCall('POST /session/passkey/options', 'unfinished', {
  summary: 'Start to use a passkey instead of a code. Returns options for the browser.',
  output: Options,
  refusals: ['passkey_wrong'],
})

export const enterPasskey = operatorCall('POST /session/passkey', 'unfinished', {
  summary: 'Use a passkey instead of a code.',
  input: z.strictObject({ response }),
  output: z.object({ session: OperatorSession }),
  refusals: ['passkey_wrong'],
})
