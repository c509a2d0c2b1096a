import type { SignIn } from '@cashbox/contract'
import { navigate } from 'wouter/use-browser-location'
import { signIn } from '../../platform/session.ts'
import { keepUser } from '../../platform/user.ts'
import { forgetDraft } from './draft.ts'
import { goToVerify } from './verify-state.ts'

/** Opens the app; whoever has not verified the address yet is sent to their mailbox. */
export function enter({ token, user }: SignIn, rememberMe: boolean): void {
  forgetDraft()
  if (token === null) return goToVerify({ email: user.email, isJustSent: false })
  keepUser(user)
  signIn(token, rememberMe)
  navigate('/dashboard', { replace: true })
}
