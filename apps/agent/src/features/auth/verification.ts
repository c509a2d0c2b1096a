import { navigate, useHistoryState } from 'wouter/use-browser-location'

export interface MailLink {
  readonly kind: 'email' | 'demo'
  readonly hash: string
}

/** The link out of a letter that led here: `?hash=…&type=…`. Every type but demo verifies an e-mail address. */
export function readMailLink(search: string): MailLink | 'incomplete' | null {
  const query = new URLSearchParams(search)
  const hash = query.get('hash')
  const type = query.get('type')
  if (hash === null && type === null) return null
  // A mail program may cut a long link, and people don't always copy all of it.
  if (!hash || type === null) return 'incomplete'
  return { kind: type === 'demo' ? 'demo' : 'email', hash }
}

interface VerifyState {
  readonly email: string
  /** A letter has gone out a moment ago. */
  readonly isJustSent: boolean
}

/** The address stays out of the page's own address, and survives a reload. */
export const goToVerify = (state: VerifyState): void => navigate('/auth/verify', { state })

export function useVerifyState(): VerifyState | null {
  const state: unknown = useHistoryState()
  if (typeof state !== 'object' || state === null || !('email' in state) || typeof state.email !== 'string') return null
  return { email: state.email, isJustSent: 'isJustSent' in state && state.isJustSent === true }
}
