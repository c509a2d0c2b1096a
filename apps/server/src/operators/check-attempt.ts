import type { Captcha } from '../platform/captcha/captcha.ts'
import { refusal } from '../platform/refusal.ts'
import type { OperatorServices } from './services.ts'

interface Attempt {
  readonly email: string
  readonly ip: string
  /** The browser has logged in to this account before. */
  readonly deviceId: string | null
  readonly captcha: Parameters<Captcha['check']>[1]
}

/**
 * Counts a try and refuses when it costs more than it brings. A known device has an allowance of its own; a stranger pays
 * with the bot check once there were some failures. No number of failures keeps an operator out.
 */
export async function checkAttempt({ limits, captcha }: OperatorServices, attempt: Attempt) {
  const { email, ip, deviceId } = attempt
  if (deviceId !== null && !limits.exceeds('operator-device', await limits.count('operator-device', deviceId))) {
    return () => limits.giveBack('operator-device', deviceId)
  }
  await limits.spend('login-address', ip)
  const [ofAccount, ofNetwork] = await Promise.all([
    limits.count('operator-account', email),
    limits.count('operator-address', ip),
  ])
  if (limits.exceeds('operator-account', ofAccount) || limits.exceeds('operator-address', ofNetwork)) {
    if (!attempt.captcha.captcha_text && captcha.isOn) throw refusal('captcha_needed')
    await captcha.check('login', attempt.captcha, ip)
  }
  return async () => {
    await Promise.all([
      limits.giveBack('login-address', ip),
      limits.giveBack('operator-account', email),
      limits.giveBack('operator-address', ip),
    ])
  }
}
