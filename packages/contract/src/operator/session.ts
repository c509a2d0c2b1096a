import * as z from 'zod/mini'
import { OwnSession } from '../account.ts'
import { endpoint, Nothing } from '../endpoint.ts'
import { captcha, email, linkHash, secret } from '../fields.ts'
import { languages } from '../languages.ts'
import { getCaptcha } from '../tools.ts'
import { type OperatorCall, operatorRoles } from './roles.ts'

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

export const logInOperator = endpoint({
  method: 'POST',
  path: '/session',
  access: 'public',
  summary:
    'Log in with e-mail and password. The session is an HttpOnly cookie. After some failures a bot check is needed, unless the browser has logged in to this account before.',
  input: z.strictObject({ email, password: secret, ...captcha }),
  output: Session,
  refusals: ['credentials_wrong', 'captcha_needed', 'captcha_failed', 'captcha_unavailable'],
})

export const readLogInCaptcha = endpoint({
  method: 'GET',
  path: '/session/captcha',
  access: 'public',
  summary: 'Read the active bot check, with a new challenge if it is a proof of work.',
  input: Nothing,
  output: getCaptcha.output,
})

export const activateOperator = endpoint({
  method: 'POST',
  path: '/session/activation',
  access: 'public',
  summary:
    'Choose a password with the link from the letter: at least 12 characters, and not a common one. Then log in.',
  input: z.strictObject({ hash: linkHash, password: secret }),
  output: z.object({ email: z.string() }),
  refusals: ['link_invalid', 'password_short', 'password_common'],
})

export const readSession = endpoint({
  method: 'GET',
  path: '/session',
  access: 'operator',
  summary: 'Read the current session and what it still needs.',
  input: Nothing,
  output: Session,
})

export const enterCode = endpoint({
  method: 'POST',
  path: '/session/code',
  access: 'operator',
  summary: 'Enter a two-factor code or a recovery code.',
  input: z.strictObject({ code: z.string().check(z.trim(), z.minLength(1, 'required'), z.maxLength(40)) }),
  output: Session,
  refusals: ['code_wrong', 'code_expired'],
})

export const beginEnrolment = endpoint({
  method: 'POST',
  path: '/session/enrolment',
  access: 'operator',
  summary: 'Start to set up two-factor authentication. Returns a secret for an authenticator app.',
  input: Nothing,
  output: z.object({ secret: z.string(), uri: z.string() }),
  refusals: ['two_factor_already_set_up'],
})

export const finishEnrolment = endpoint({
  method: 'POST',
  path: '/session/enrolment/finish',
  access: 'operator',
  summary: 'Finish the set-up with the first code. Returns recovery codes, which are shown only once.',
  input: z.strictObject({ code: z.string().check(z.trim(), z.regex(/^\d{6}$/, 'code_wrong')) }),
  output: z.object({ session: OperatorSession, recovery_codes: z.array(z.string()) }),
  refusals: ['code_wrong', 'code_expired', 'two_factor_already_set_up'],
})

export const changeOwnPassword = endpoint({
  method: 'POST',
  path: '/session/password',
  access: 'operator',
  summary: 'Change your own password. Ends all your other sessions.',
  input: z.strictObject({ password: secret, new_password: secret }),
  output: Nothing,
  refusals: ['credentials_wrong', 'password_short', 'password_common'],
})

export const setOwnLanguage = endpoint({
  method: 'POST',
  path: '/session/language',
  access: 'operator',
  summary: 'Choose the language of the console and of your letters.',
  input: z.strictObject({ language: z.enum(languages) }),
  output: Nothing,
})

export const listOwnOperatorSessions = endpoint({
  method: 'GET',
  path: '/session/all',
  access: 'operator',
  summary: 'List where you are logged in.',
  input: Nothing,
  output: z.object({ list: z.array(OwnSession) }),
})

/** The most sessions that can be named to be ended at once. */
const MOST_ENDED_SESSIONS = 200

export const endOtherOperatorSessions = endpoint({
  method: 'POST',
  path: '/session/others/end',
  access: 'operator',
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

export const logOutOperator = endpoint({
  method: 'POST',
  path: '/session/end',
  access: 'operator',
  summary: 'Log out.',
  input: Nothing,
  output: Nothing,
})

export const sessionCalls: readonly OperatorCall[] = [
  [logInOperator, 'anyone'],
  [readLogInCaptcha, 'anyone'],
  [activateOperator, 'anyone'],
  [readSession, 'unfinished'],
  [enterCode, 'unfinished'],
  [beginEnrolment, 'unfinished'],
  [finishEnrolment, 'unfinished'],
  [changeOwnPassword, operatorRoles],
  [setOwnLanguage, operatorRoles],
  [listOwnOperatorSessions, operatorRoles],
  [endOtherOperatorSessions, operatorRoles],
  [logOutOperator, 'unfinished'],
]
