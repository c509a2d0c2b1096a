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
export function fillDefaults({ path }: Pick<Endpoint, 'path'>, payload: unknown): unknown {
  const complete = completions[path]
  if (!complete) return payload
  if (isRaw(payload)) return complete(payload)
  return complete === readsNothing ? {} : undefined
}
