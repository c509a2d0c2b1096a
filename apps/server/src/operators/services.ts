import type { Captcha } from '../platform/captcha/captcha.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/database/database.ts'
import type { RateLimits } from '../platform/rate-limits.ts'
import type { Keyring } from '../platform/secrets/keyring.ts'

/** For those who write to operators. */
export type LetterServices = Pick<OperatorServices, 'db' | 'clock' | 'keyring' | 'publicUrl'>

export interface OperatorServices {
  readonly db: Database
  readonly clock: Clock
  readonly limits: RateLimits
  readonly captcha: Captcha
  /** Hears of what went wrong after the answer. */
  readonly onError: (error: unknown) => void
  readonly keyring: Keyring
  readonly publicUrl: string
  /** True: a second factor is required to log in. */
  readonly needsSecondFactor: boolean
}
