import { observable, useObservable } from '@cashbox/client/observable'
import { forget, readStored, store } from '@cashbox/client/storage'

export const storageKeys = {
  token: 'auth-token',
  rememberMe: 'remember-me',
  language: 'language',
  timezone: 'select-timezone',
  theme: 'theme',
  sound: 'sound',
  unsurePayment: 'unsure-payment',
  receiptPaper: 'receipt-paper',
  /** The cash ID of the agent who closed the note about it. */
  closedNote: 'closed-note',
  /** Whether the forecast was shown the last time. */
  forecast: 'forecast-shown',
} as const

interface Session {
  readonly token: string | null
  readonly status: '' | 'success'
  readonly rememberMe: boolean
}

const signedOut: Session = { token: null, status: '', rememberMe: true }

const session = observable<Session>(signedOut)

export const currentSession = (): Session => session.get()
export const useSession = (): Session => useObservable(session)

/** A stored token is dropped unless the remember-me key or cookie exists. */
export function restoreSession(): void {
  const isRemembered = readStored(storageKeys.rememberMe) !== null
  if (!isRemembered && !hasCookie()) forgetToken()
  const token = readStored(storageKeys.token) ?? readStored(storageKeys.token, sessionStorage)
  session.set(token ? { token, status: 'success', rememberMe: isRemembered } : signedOut)
}

/** Remembered: until logged out. Otherwise: in this tab, until the browser is closed. */
export function signIn(token: string, rememberMe: boolean): void {
  forgetToken()
  if (rememberMe) {
    store(storageKeys.rememberMe, 'true')
    setCookie(null)
  } else {
    forget(storageKeys.rememberMe)
    setCookie('false')
  }
  store(storageKeys.token, token, rememberMe ? localStorage : sessionStorage)
  session.set({ token, status: 'success', rememberMe })
}

export function signOut(): void {
  forgetToken()
  forget(storageKeys.rememberMe)
  setCookie(null)
  session.set(signedOut)
}

function forgetToken() {
  forget(storageKeys.token)
  forget(storageKeys.token, sessionStorage)
}

/** Tabs with the same storage log in and out together. */
export function followOtherTabs(): void {
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key !== storageKeys.token) return
    if (newValue === null) session.set(signedOut)
    else session.set({ token: newValue, status: 'success', rememberMe: true })
  })
}

/** With `__Host-`, browsers accept the cookie only from this host and over TLS. */
const cookieName = (isSecure: boolean): string => `${isSecure ? '__Host-' : ''}${storageKeys.rememberMe}`

export const cookieText = (value: string, isSecure: boolean): string =>
  `${cookieName(isSecure)}=${value}; path=/; samesite=strict${isSecure ? '; secure' : ''}`

const isSecure = () => window.location.protocol === 'https:'

const hasCookie = (): boolean =>
  document.cookie.split('; ').some((cookie) => cookie.startsWith(`${cookieName(isSecure())}=`))

/** For as long as the browser is open, or dropped at once. */
const setCookie = (value: 'false' | null): void => {
  // oxlint-disable-next-line unicorn/no-document-cookie -- the Cookie Store API is missing in older phones
  document.cookie = value === null ? `${cookieText('', isSecure())}; max-age=0` : cookieText(value, isSecure())
}
