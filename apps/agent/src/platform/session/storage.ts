export const storageKeys = {
  token: 'auth-token',
  rememberMe: 'remember-me',
  language: 'language',
  timezone: 'select-timezone',
  theme: 'theme',
  sound: 'sound',
  unsurePayment: 'unsure-payment',
  receiptPaper: 'receipt-paper',
  /** Whether the forecast was shown the last time. */
  forecast: 'forecast-shown',
} as const

type StorageKey = (typeof storageKeys)[keyof typeof storageKeys]

/** With `__Host-`, browsers accept the cookie only from this host and over TLS. */
const cookieName = (key: StorageKey, isSecure: boolean): string => (isSecure ? `__Host-${key}` : key)

export const cookieText = (key: StorageKey, value: string, isSecure: boolean): string =>
  `${cookieName(key, isSecure)}=${value}; path=/; samesite=strict${isSecure ? '; secure' : ''}`

const isSecure = () => window.location.protocol === 'https:'

export const hasCookie = (key: StorageKey): boolean =>
  document.cookie.split('; ').some((cookie) => cookie.startsWith(`${cookieName(key, isSecure())}=`))

export const setSessionCookie = (key: StorageKey, value: string): void => {
  // oxlint-disable-next-line unicorn/no-document-cookie -- the Cookie Store API is missing in older phones
  document.cookie = cookieText(key, value, isSecure())
}

export const dropCookie = (key: StorageKey): void => {
  // oxlint-disable-next-line unicorn/no-document-cookie -- as above
  document.cookie = `${cookieText(key, '', isSecure())}; max-age=0`
}
