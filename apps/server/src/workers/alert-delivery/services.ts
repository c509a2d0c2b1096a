import type { Alert } from '@cashbox/contract/operator'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Queryable } from '../../platform/db/database.ts'
import type { Keyring } from '../../platform/keyring.ts'
import type { Log } from '../../platform/log.ts'
import type { Letter } from '../../platform/mail/letter.ts'

export interface FollowServices {
  readonly db: Database
  readonly clock: Clock
  /** The alerts that are open, as the console lists them. */
  readonly findAlerts: (db: Queryable) => Promise<readonly Alert[]>
}

export interface AlertDeliveryServices {
  readonly db: Database
  readonly clock: Clock
  readonly log: Log
  readonly keyring: Keyring
  /** Of the console, for the link in a message. */
  readonly consoleUrl: string
  /** Without a slash at its end. */
  readonly telegramUrl: string
  /** True only where the outside world runs on this machine. */
  readonly mayBePrivate: boolean
  /** Sends one letter now. A letter with the same ID is the same letter. */
  readonly sendLetter: (letter: Letter, messageId: string) => Promise<void>
}
