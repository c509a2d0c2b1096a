import { type CallOptions, createCall } from '@cashbox/client/call'
import { createCaptcha } from '@cashbox/client/captcha'
import {
  checkWallets,
  confirmPayment,
  type Endpoint,
  getCaptcha,
  getDictionaries,
  getProfile,
  getSettings,
  hasBlock,
  logIn,
  logOut,
  register,
  requestDemo,
  type Settings,
  type User,
  verifyDemo,
  verifyEmail,
} from '@cashbox/contract'
import { pageTags } from '@cashbox/contract/app-page'
import { emit } from './events.ts'
import { currentLanguage } from './language/language.ts'
import { currentSession } from './session/session.ts'
import { notify } from './toasts.ts'

/** Where the API is. The server writes it into the page, so that one build runs anywhere. */
export const apiBase: string =
  document.querySelector<HTMLMetaElement>(`meta[name="${pageTags.apiBase}"]`)?.content.replace(/\/+$/, '') ?? '/api'

const REQUEST_TIMEOUT_MS = 50_000

export interface AgentCallOptions extends CallOptions {
  /** A 403 is handled by the caller, and does not end the session. */
  readonly ignore403?: boolean
  /** The caller handles every failure. */
  readonly ignoreErrors?: boolean
}

export function callHeaders(): Readonly<Record<string, string>> {
  const { token } = currentSession()
  return { 'x-language': currentLanguage(), ...(token ? { authorization: `Bearer ${token}` } : {}) }
}

type Raw = Readonly<Record<string, unknown>>
type Completion = (payload: Raw) => unknown

/** Defaults until the server has answered, and for missing fields. */
export const unknownSettings: Settings = {
  is_off_maintenance: true,
  is_demo_offered: true,
  telegram_link: null,
  partner_name: 'Cashbox',
  brand_color: '',
  currentTimezone: 'UTC',
}

/** Other servers may send amounts and IDs as numbers. */
export const textOf = (value: string | number): string => String(value)

const isRaw = (value: unknown): value is Raw => typeof value === 'object' && value !== null

/** Other servers may send a list as an object by code. */
const listOf = (value: unknown, extra: Raw = {}): readonly Raw[] =>
  Object.values(value ?? {}).map((item) => ({ ...extra, ...(item as Raw) }))

const withUser: Completion = ({ user, ...payload }) =>
  isRaw(user)
    ? {
        token: null,
        ...payload,
        user: {
          note: null,
          geo_lat: null,
          geo_lon: null,
          has_block: hasBlock(user['status'] as User['status']),
          ...user,
          cash_id: textOf(user['cash_id'] as string),
        },
      }
    : undefined

const dictionariesOf: Completion = ({ countries, messengers, languages, timezones }) => ({
  countries: listOf(countries, { is_offered: true }),
  messengers: listOf(messengers, { is_offered: true }),
  languages: listOf(languages),
  timezones: listOf(timezones),
})

const captchaOf: Completion = (payload) => ({
  captcha_type: payload['recaptcha_site_key'] ? 'recaptcha' : 'off',
  ...payload,
})

/** Only the errors of these calls are used. */
const readsNothing: Completion = (payload) => payload

const eachOf = (endpoints: readonly Pick<Endpoint, 'path'>[], completion: Completion) =>
  Object.fromEntries(endpoints.map(({ path }) => [path, completion]))

const completions: Readonly<Record<string, Completion>> = {
  ...eachOf([getProfile, checkWallets, logIn, verifyEmail, verifyDemo], withUser),
  ...eachOf([logOut, register, requestDemo, confirmPayment], readsNothing),
  [getSettings.path]: (payload) => ({ ...unknownSettings, is_off_maintenance: false, ...payload }),
  [getDictionaries.path]: dictionariesOf,
  [getCaptcha.path]: captchaOf,
}

/** Fills in what other servers, which follow only the specification, leave out. */
function fillDefaults({ path }: Pick<Endpoint, 'path'>, payload: unknown): unknown {
  const complete = completions[path]
  if (!complete) return payload
  if (isRaw(payload)) return complete(payload)
  return complete === readsNothing ? {} : undefined
}

export const call = createCall<AgentCallOptions>({
  base: apiBase,
  timeoutMs: REQUEST_TIMEOUT_MS,
  headers: callHeaders,
  complete: fillDefaults,
  onFailure({ status, errors, serverMessage }, { options: { ignore403, ignoreErrors }, headers }) {
    // An answer to an earlier session says nothing about this one.
    if (headers['authorization'] !== callHeaders()['authorization']) return
    if (status === 401) emit('logout')
    if (status === 403 && !ignore403 && !ignoreErrors) emit('logout')
    if (status === 422 && !ignoreErrors && errors['maintenance']) notify('error', serverMessage)
  },
})

export const { setUp: setUpCaptcha, solve: solveCaptcha } = createCaptcha((action) =>
  call(getCaptcha, action ? { action } : {}, { ignoreErrors: true }),
)
