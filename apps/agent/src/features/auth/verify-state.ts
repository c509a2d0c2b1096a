import { navigate, useHistoryState } from 'wouter/use-browser-location'

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
