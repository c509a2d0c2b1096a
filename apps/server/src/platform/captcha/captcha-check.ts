import type { CaptchaAction, getCaptcha, OutputOf } from '@cashbox/contract'

/** A way to check one token. `unknown` is when nobody could say. */
export interface CaptchaCheck {
  describe(action?: CaptchaAction): Promise<OutputOf<typeof getCaptcha>>
  verify(action: CaptchaAction, token: string, ip: string): Promise<'passed' | 'failed' | 'unknown'>
}
