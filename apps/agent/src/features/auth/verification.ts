import { navigate, useHistoryState } from 'wouter/use-browser-location'

export interface MailLink {
  readonly kind: 'email' | 'demo'
  readonly hash: string
}

/** Reads the link of an e-mail: `?hash=…&type=…`. Every type but demo verifies an address. */
export function readMailLink(search: string): MailLink | 'incomplete' | null {
  const query = new URLSearchParams(search)
  const hash = query.get('hash')
  const type = query.get('type')
  if (hash === null && type === null) return null
  // Mail programs and people may cut a long link.
  if (!hash || type === null) return 'incomplete'
  return { kind: type === 'demo' ? 'demo' : 'email', hash }
}

interface VerifyState {
  readonly email: string
  readonly isJustSent: boolean
}

/** In the history state: not in the URL, and kept by a reload. */
export const goToVerify = (state: VerifyState): void => navigate('/auth/verify', { state })

export const useVerifyState = () => useHistoryState<Partial<VerifyState> | null>()
