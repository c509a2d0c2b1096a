import * as z from 'zod/mini'
import { OwnSession } from '../agent/account.ts'
import { getCaptcha } from '../agent/tools.ts'
import { captcha, email, linkHash, seconds, secret, text } from '../fields.ts'
import { languages } from '../languages.ts'
import { operatorCall, operatorRoles } from './roles.ts'

export const Operator = z.object({
  id: z.string(),
  email: z.string(),
  name: z.string(),
  role: z.enum(operatorRoles),
})
export type Operator = z.infer<typeof Operator>

/** What a session still needs: a two-factor code, or the set-up of two-factor authentication. */
export const sessionNeeds = ['code', 'enrolment'] as const

export const OperatorSession = z.object({
  operator: z.extend(Operator, {
    /** The language chosen for the console and for letters; null until one is chosen. */
    language: z.nullable(z.enum(languages)),
  }),
  needs: z.nullable(z.enum(sessionNeeds)),
  /** Two-factor authentication is set up. */
  has_two_factor: z.boolean(),
  /** A passkey can be used in place of a code. */
  has_passkey: z.boolean(),
})
export type OperatorSession = z.infer<typeof OperatorSession>

const Session = z.object({ session: OperatorSession })

export const logInOperator = operatorCall('POST /session', 'anyone', {
  summary:
    'Log in with e-mail and password. The session is an HttpOnly cookie. After some failures a bot check is needed, unless the browser has logged in to this account before.',
  input: z.strictObject({ email, password: secret, ...captcha }),
  output: Session,
  refusals: ['credentials_wrong', 'captcha_needed', 'captcha_failed', 'captcha_unavailable'],
})

export const readLogInCaptcha = operatorCall('GET /session/captcha', 'anyone', {
  summary: 'Read the active bot check, with a new challenge if it is a proof of work.',
  output: getCaptcha.output,
})

export const activateOperator = operatorCall('POST /session/activation', 'anyone', {
  summary:
    'Choose a password with the link from the letter: at least 12 characters, and not a common one. Then log in.',
  input: z.strictObject({ hash: linkHash, password: secret }),
  output: z.object({ email: z.string() }),
  refusals: ['link_invalid', 'password_short', 'password_common'],
})

export const readSession = operatorCall('GET /session', 'unfinished', {
  summary: 'Read the current session and what it still needs.',
  output: Session,
})

export const enterCode = operatorCall('POST /session/code', 'unfinished', {
  summary: 'Enter a two-factor code or a recovery code.',
  input: z.strictObject({ code: z.string().check(z.trim(), z.minLength(1, 'required'), z.maxLength(40)) }),
  output: Session,
  refusals: ['code_wrong', 'code_expired'],
})

export const beginEnrolment = operatorCall('POST /session/enrolment', 'unfinished', {
  summary: 'Start to set up two-factor authentication. Returns a secret for an authenticator app.',
  output: z.object({ secret: z.string(), uri: z.string() }),
  refusals: ['two_factor_already_set_up'],
})

export const finishEnrolment = operatorCall('POST /session/enrolment/finish', 'unfinished', {
  summary: 'Finish the set-up with the first code. Returns recovery codes, which are shown only once.',
  input: z.strictObject({ code: z.string().check(z.trim(), z.regex(/^\d{6}$/, 'code_wrong')) }),
  output: z.object({ session: OperatorSession, recovery_codes: z.array(z.string()) }),
  refusals: ['code_wrong', 'code_expired', 'two_factor_already_set_up'],
})

export const changeOwnPassword = operatorCall('POST /session/password', operatorRoles, {
  summary: 'Change your own password. Ends all your other sessions.',
  input: z.strictObject({ password: secret, new_password: secret }),
  refusals: ['credentials_wrong', 'password_short', 'password_common'],
})

export const setOwnLanguage = operatorCall('POST /session/language', operatorRoles, {
  summary: 'Choose the language of the console and of your letters.',
  input: z.strictObject({ language: z.enum(languages) }),
})

export const listOwnOperatorSessions = operatorCall('GET /session/all', operatorRoles, {
  summary: 'List where you are logged in.',
  output: z.object({ list: z.array(OwnSession) }),
})

/** The most sessions that can be named to be ended at once. */
const MOST_ENDED_SESSIONS = 200

export const endOtherOperatorSessions = operatorCall('POST /session/others/end', operatorRoles, {
  summary:
    'End one of your other sessions, some of them (`session_ids`), or all of them. Needs your password. `ended_ids` are ' +
    'those that were still open.',
  input: z.strictObject({
    password: secret,
    session_id: z.optional(z.uuid()),
    session_ids: z.optional(z.array(z.uuid()).check(z.minLength(1), z.maxLength(MOST_ENDED_SESSIONS))),
  }),
  output: z.object({ ended: z.int(), ended_ids: z.array(z.string()) }),
  refusals: ['credentials_wrong'],
})

export const logOutOperator = operatorCall('POST /session/end', 'unfinished', {
  summary: 'Log out.',
})

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
