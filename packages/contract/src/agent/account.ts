import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { email, linkHash, seconds, secret } from '../fields.ts'
import { newPassword } from './auth.ts'

/** Where an agent is logged in. */
export const OwnSession = z.object({
  id: z.string(),
  created_at: seconds,
  last_seen_at: seconds,
  user_agent: z.nullable(z.string()),
  ip: z.nullable(z.string()),
  /** The session that asks. */
  is_current: z.boolean(),
})
export type OwnSession = z.infer<typeof OwnSession>

export const changePassword = endpoint('POST /user/password', 'agent', {
  summary: "Change the agent's password. Ends all other sessions and sends a letter.",
  input: z.strictObject({ current_password: secret, password: newPassword, password_confirmation: secret }),
  refusals: ['current_password_wrong', 'password_weak', 'password_mismatch'],
})

export const listOwnSessions = endpoint('GET /user/sessions', 'agent', {
  summary: 'The devices on which the agent is logged in, newest first.',
  output: z.object({ list: z.array(OwnSession) }),
})

export const endOtherSessions = endpoint('POST /user/sessions/end', 'agent', {
  summary: 'Log out on one other device, or on all others. Needs the password.',
  input: z.strictObject({ current_password: secret, session_id: z.optional(z.uuid()) }),
  output: z.object({ ended: z.int() }),
  refusals: ['current_password_wrong'],
})

export const requestEmailChange = endpoint('POST /user/email', 'agent', {
  summary:
    'Ask for another e-mail address. A link to confirm it goes to the new address, a link to stop it to the old one.',
  input: z.strictObject({ current_password: secret, email }),
  refusals: ['current_password_wrong', 'email_unchanged', 'demo_account'],
})

const byHash = z.strictObject({ hash: linkHash })

export const confirmEmailChange = endpoint('POST /auth/email/confirm', 'public', {
  summary: 'Change the e-mail address with the hash from the link. Ends all sessions but the one that asked for it.',
  input: byHash,
  output: z.object({ email: z.string() }),
  refusals: ['link_invalid'],
})

export const stopEmailChange = endpoint('POST /auth/email/stop', 'public', {
  summary:
    'Keep or restore the old e-mail address with the hash from the notice. Ends all sessions and sends a link for a new password.',
  input: byHash,
  refusals: ['link_invalid'],
})

// The first that fits counts: browsers name those that they descend from as well.
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\b(OPR|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bYaBrowser\//, 'Yandex'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]
const systems: readonly (readonly [RegExp, string])[] = [
  [/\bAndroid\b/, 'Android'],
  [/\biPad\b/, 'iPad'],
  [/\biPhone\b/, 'iPhone'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
]

const nameOf = (userAgent: string, names: typeof browsers) => names.find(([pattern]) => pattern.test(userAgent))?.[1]

/** "Chrome, Android"; null when nothing is known of it. */
export function deviceName(userAgent: string | null): string | null {
  const names = [browsers, systems].map((list) => nameOf(userAgent ?? '', list)).filter((name) => name !== undefined)
  return names.length > 0 ? names.join(', ') : null
}
