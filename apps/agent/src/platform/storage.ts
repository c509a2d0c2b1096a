export const storageKeys = {
  token: 'auth-token',
  rememberMe: 'remember-me',
  language: 'language',
  timezone: 'select-timezone',
  theme: 'theme',
  unsurePayment: 'unsure-payment',
} as const

type StorageKey = (typeof storageKeys)[keyof typeof storageKeys]

export const hasCookie = (key: StorageKey): boolean =>
  document.cookie.split('; ').some((cookie) => cookie.startsWith(`${key}=`))

/** Lives until the browser is closed. */
export const setSessionCookie = (key: StorageKey, value: string): void => {
  // oxlint-disable-next-line unicorn/no-document-cookie -- the Cookie Store API is missing in older phones
  document.cookie = `${key}=${value}; path=/; samesite=strict`
}

export const dropCookie = (key: StorageKey): void => {
  // oxlint-disable-next-line unicorn/no-document-cookie -- as above
  document.cookie = `${key}=; path=/; max-age=0; samesite=strict`
}
