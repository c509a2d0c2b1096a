import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import {
  captcha,
  device,
  email,
  latitude,
  linkHash,
  longitude,
  pastedText,
  personName,
  secret,
  text,
} from '../fields.ts'
import { judgePassword } from '../password-rule.ts'
import { User } from './agent.ts'

/** Operators: at least 12 characters of any kind. */
export const operatorPasswordRule = (password: string) => Array.from(password).length >= 12

export const passwordRule = (password: string) => judgePassword(password).isGood

/** The token is null while the e-mail address is not verified. */
export const SignIn = z.object({ token: z.nullable(z.string()), user: User })
export type SignIn = z.infer<typeof SignIn>

export const newPassword = secret.check(z.refine(passwordRule, 'password_weak'))
const contact = { country_code: text(2), messenger: text(40), messenger_id: text(100) }

/** What a new agent gives of themselves and of their point. */
export const newPoint = {
  first_name: personName(100),
  last_name: personName(100),
  city: text(100),
  street: text(200),
  phone: pastedText(40),
  geo_lat: z.optional(z.nullable(latitude)),
  geo_lon: z.optional(z.nullable(longitude)),
  /** The version of the terms of use that were agreed to. */
  terms_version: z.optional(text(64)),
  ...contact,
}
const byLink = z.strictObject({ hash: linkHash, ...device })

export const logIn = endpoint('POST /auth/login', 'public', {
  summary: 'Log in with e-mail and password.',
  input: z.strictObject({ email, password: secret, rememberMe: z.optional(z.boolean()), ...captcha, ...device }),
  output: SignIn,
  refusals: ['credentials_wrong', 'demo_off', 'captcha_failed', 'captcha_unavailable'],
})

export const logOut = endpoint('POST /auth/logout', 'agent', {
  summary: 'End this session.',
  staff: 'all',
})

export const register = endpoint('POST /auth/registration', 'public', {
  summary: 'Sign up as an agent. A verification link is sent by e-mail.',
  input: z.strictObject({
    ...newPoint,
    email,
    password: newPassword,
    password_confirmation: secret,
    ...captcha,
    ...device,
  }),
  refusals: [
    'name_invalid',
    'password_weak',
    'password_mismatch',
    'phone_invalid',
    'country_unknown',
    'messenger_unknown',
    'terms_changed',
    'signup_not_open',
    'captcha_failed',
    'captcha_unavailable',
  ],
})

export const verifyEmail = endpoint('POST /auth/verify-email', 'public', {
  summary: 'Verify the e-mail address with the hash from the link, and log in.',
  input: byLink,
  output: SignIn,
  refusals: ['link_invalid'],
})

export const resendVerification = endpoint('POST /auth/resend-verification', 'public', {
  summary: 'Send the verification link again. The response is the same for known and unknown addresses.',
  input: z.strictObject({ email, ...captcha }),
  refusals: ['captcha_failed', 'captcha_unavailable'],
})

export const requestPasswordReset = endpoint('POST /auth/password/forgot', 'public', {
  summary: 'Request a link to set a new password. The response is the same for known and unknown addresses.',
  input: z.strictObject({ email, ...captcha }),
  refusals: ['captcha_failed', 'captcha_unavailable'],
})

export const resetPassword = endpoint('POST /auth/password/reset', 'public', {
  summary: 'Set a new password with the hash from the link. Ends all sessions of the account.',
  input: z.strictObject({ hash: linkHash, password: newPassword, password_confirmation: secret }),
  refusals: ['link_invalid', 'password_weak', 'password_mismatch'],
})

export const requestDemo = endpoint('POST /auth/demo/registration', 'public', {
  summary: 'Request a demo account. The credentials and a link are sent by e-mail.',
  input: z.strictObject({ email, ...contact, ...captcha, ...device }),
  refusals: ['demo_off', 'country_unknown', 'messenger_unknown', 'captcha_failed', 'captcha_unavailable'],
})

export const verifyDemo = endpoint('POST /auth/demo/verify', 'public', {
  summary: 'Open the demo account with the hash from the link, and log in.',
  input: byLink,
  output: SignIn,
  refusals: ['link_invalid', 'demo_off'],
})
