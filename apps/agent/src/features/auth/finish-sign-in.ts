import type { SignIn } from '@cashbox/contract'
import { navigate } from 'wouter/use-browser-location'
import { keepPrefetchedUser } from '../../platform/session/prefetch-user.ts'
import { signIn } from '../../platform/session/session.ts'
import { forgetKeptValues } from './kept-values.ts'
import { goToVerify } from './verify-state.ts'

/** Opens the app, or the page that waits for the agent to verify their e-mail address. */
export function finishSignIn({ token, user }: SignIn, rememberMe: boolean): void {
  forgetKeptValues()
  if (token === null || !user.is_email_verified) return goToVerify({ email: user.email, isJustSent: false })
  keepPrefetchedUser(token, user)
  signIn(token, rememberMe)
  navigate('/dashboard', { replace: true })
}
