import type { resendVerification as call, ParsedInputOf } from '@cashbox/contract'
import type { Caller } from '../../platform/http/read-headers.ts'
import { askForLink } from './jobs.ts'
import type { AuthServices } from './services.ts'

/** Another link, when there is something to verify; the answer is the same when there is not. */
export async function resendVerification(
  services: AuthServices,
  { email, ...captchaFields }: ParsedInputOf<typeof call>,
  { ip, language }: Caller,
): Promise<void> {
  const { captcha, limits } = services
  await limits.spend('mail-address', ip)
  await captcha.check('signup', captchaFields, ip)
  await limits.spend('mail-account', email)
  await askForLink(services, { purpose: 'verify-email', email, language })
}
