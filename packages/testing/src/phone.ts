import { Secret, TOTP } from 'otpauth'
import type { MovableClock } from './world.ts'

export const PERIOD_S = 30
/** So much of a period is left when a code is read, for a browser on a busy machine to enter it. */
const LEFT_S = 15

/** The code that an operator's phone shows, early enough in its period; its clock may be some periods off. */
export function codeOnPhone(clock: MovableClock, secret: string, offset = 0): string {
  const spentS = (clock.now().getTime() / 1000) % PERIOD_S
  if (PERIOD_S - spentS < LEFT_S) clock.advance(PERIOD_S - spentS + 1)
  return codeAt(secret, clock.now().getTime() + offset * PERIOD_S * 1000)
}

/** The code of a moment. */
export const codeAt = (secret: string, timestamp: number): string =>
  new TOTP({ secret: Secret.fromBase32(secret), digits: 6, period: PERIOD_S }).generate({ timestamp })
