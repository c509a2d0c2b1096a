import type { SignIn } from '@cashbox/contract'
import { navigate } from 'wouter/use-browser-location'
import { signIn } from '../../platform/session.ts'
import { keepUser } from '../../platform/user.ts'
import { forgetKeptValues } from './kept-values.ts'
import { goToVerify } from './verify-state.ts'

/** Opens the app, or the page that waits for the agent to verify their e-mail address. */
export function finishSignIn({ token, user }: SignIn, rememberMe: boolean): void {
  forgetKeptValues()
  if (token === null) return goToVerify({ email: user.email, isJustSent: false })
  keepUser(user)
  signIn(token, rememberMe)
  navigate('/dashboard', { replace: true })
}
