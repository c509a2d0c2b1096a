import type { TransactionType } from '@cashbox/contract'
import type { Sessions } from '../../access/sessions.ts'
import type { Captcha } from '../../platform/captcha/captcha.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Tx } from '../../platform/database/database.ts'
import type { RateLimits } from '../../platform/rate-limits.ts'
import type { Keyring } from '../../platform/secrets/keyring.ts'

export interface AuthServices {
  readonly db: Database
  readonly clock: Clock
  readonly sessions: Sessions
  readonly limits: RateLimits
  readonly captcha: Captcha
  readonly keyring: Keyring
  readonly publicUrl: string
  /** To be called after the transaction that wrote a notice. */
  readonly onNotice: (agentId: string) => void
  /** Fills a fresh demo account with history and something to confirm. */
  readonly prepareDemo: (tx: Tx, agentId: string) => Promise<void>
  /** The transactions that the e-mail about the demo lists. */
  readonly samplesFor: (cashId: string) => readonly Sample[]
}

/** A transaction that a demo agent can confirm. */
export interface Sample {
  readonly type: TransactionType
  readonly transactionId: string
  readonly amount: bigint
  readonly securityCode: string
}
