import * as z from 'zod/mini'
import { endpoint, Nothing } from '../endpoint.ts'
import { email, secret } from '../fields.ts'
import { type OperatorCall, operatorRoles } from './roles.ts'

export const Operator = z.object({
  id: z.string(),
  email: z.string(),
  name: z.string(),
  role: z.enum(operatorRoles),
})
export type Operator = z.infer<typeof Operator>

/** What a session still lacks: the code of the second factor, or a second factor at all. */
export const sessionNeeds = ['code', 'enrolment'] as const

export const OperatorSession = z.object({
  operator: Operator,
  needs: z.nullable(z.enum(sessionNeeds)),
  /** A second factor is set up. */
  has_second_factor: z.boolean(),
})
export type OperatorSession = z.infer<typeof OperatorSession>

const Session = z.object({ session: OperatorSession })

export const logInOperator = endpoint({
  method: 'POST',
  path: '/session',
  access: 'public',
  summary: 'Log in with e-mail and password. The session is a cookie that no script can read.',
  input: z.strictObject({ email, password: secret }),
  output: Session,
  refusals: ['credentials_wrong'],
})

export const readSession = endpoint({
  method: 'GET',
  path: '/session',
  access: 'operator',
  summary: 'Who is logged in, and what the session still lacks.',
  input: Nothing,
  output: Session,
})

export const enterCode = endpoint({
  method: 'POST',
  path: '/session/code',
  access: 'operator',
  summary: 'The code of the second factor, or one of the recovery codes.',
  input: z.strictObject({ code: z.string().check(z.trim(), z.minLength(1, 'required'), z.maxLength(40)) }),
  output: Session,
  refusals: ['code_wrong'],
})

export const beginEnrolment = endpoint({
  method: 'POST',
  path: '/session/enrolment',
  access: 'operator',
  summary: 'A new secret for an authenticator app. It counts once a code of it is entered.',
  input: Nothing,
  output: z.object({ secret: z.string(), uri: z.string() }),
  refusals: ['enrolled_already'],
})

export const finishEnrolment = endpoint({
  method: 'POST',
  path: '/session/enrolment/finish',
  access: 'operator',
  summary: 'The first code of the new secret. Answers with recovery codes, which are shown this once.',
  input: z.strictObject({ code: z.string().check(z.trim(), z.regex(/^\d{6}$/, 'code_wrong')) }),
  output: z.object({ session: OperatorSession, recovery_codes: z.array(z.string()) }),
  refusals: ['code_wrong', 'enrolled_already'],
})

export const changeOwnPassword = endpoint({
  method: 'POST',
  path: '/session/password',
  access: 'operator',
  summary: 'A new password for oneself. Ends all other sessions.',
  input: z.strictObject({ password: secret, new_password: secret }),
  output: Nothing,
  refusals: ['credentials_wrong', 'password_weak', 'password_common'],
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
  [readSession, 'unfinished'],
  [enterCode, 'unfinished'],
  [beginEnrolment, 'unfinished'],
  [finishEnrolment, 'unfinished'],
  [changeOwnPassword, operatorRoles],
  [logOutOperator, 'unfinished'],
]
