export const storageKeys = {
  token: 'auth-token',
  rememberMe: 'remember-me',
  language: 'language',
  timezone: 'select-timezone',
  theme: 'theme',
  unsurePayment: 'unsure-payment',
} as const

export type StorageKey = (typeof storageKeys)[keyof typeof storageKeys]

// Browsers throw where storage is switched off or full; the app then lives without it.
function attempt<T>(action: () => T, otherwise: T): T {
  try {
    return action()
  } catch {
    return otherwise
  }
}

export const readStored = (key: StorageKey, storage: Storage = localStorage): string | null =>
  attempt(() => storage.getItem(key), null)

export const store = (key: StorageKey, value: string, storage: Storage = localStorage): void =>
  attempt(() => storage.setItem(key, value), undefined)

export const forget = (key: StorageKey, storage: Storage = localStorage): void =>
  attempt(() => storage.removeItem(key), undefined)

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
