import { observable, useObservable } from '@cashbox/client/observable'
import { forget, readStored, store } from '@cashbox/client/storage'
import { dropCookie, hasCookie, setSessionCookie, storageKeys } from './storage.ts'

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
  if (!isRemembered && !hasCookie(storageKeys.rememberMe)) forgetToken()
  const token = readStored(storageKeys.token) ?? readStored(storageKeys.token, sessionStorage)
  session.set(token ? { token, status: 'success', rememberMe: isRemembered } : signedOut)
}

/** Remembered: until logged out. Otherwise: in this tab, until the browser is closed. */
export function signIn(token: string, rememberMe: boolean): void {
  forgetToken()
  if (rememberMe) {
    store(storageKeys.rememberMe, 'true')
    dropCookie(storageKeys.rememberMe)
  } else {
    forget(storageKeys.rememberMe)
    setSessionCookie(storageKeys.rememberMe, 'false')
  }
  store(storageKeys.token, token, rememberMe ? localStorage : sessionStorage)
  session.set({ token, status: 'success', rememberMe })
}

export function signOut(): void {
  forgetToken()
  forget(storageKeys.rememberMe)
  dropCookie(storageKeys.rememberMe)
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
