import type { CaptchaAction, getCaptcha, OutputOf } from '@cashbox/contract'

/** A way to check one token. `unknown` when the check could not be made. */
export interface CaptchaCheck {
  describe(action?: CaptchaAction): Promise<OutputOf<typeof getCaptcha>>
  verify(action: CaptchaAction, token: string, ip: string): Promise<'passed' | 'failed' | 'unknown'>
}
