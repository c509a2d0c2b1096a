import type { ParsedInputOf, requestPasswordReset } from '@cashbox/contract'
import type { Caller } from '../../platform/http/read-headers.ts'
import { askForLink } from './jobs.ts'
import type { AuthServices } from './services.ts'

/** A link to choose a new password, when the address is known; the answer is the same when it is not. */
export async function requestReset(
  services: AuthServices,
  { email, ...captchaFields }: ParsedInputOf<typeof requestPasswordReset>,
  { ip, language }: Caller,
): Promise<void> {
  const { captcha, limits } = services
  await limits.spend('mail-address', ip)
  await captcha.check('login', captchaFields, ip)
  await limits.spend('mail-account', email)
  await askForLink(services, { purpose: 'reset-password', email, language })
}
