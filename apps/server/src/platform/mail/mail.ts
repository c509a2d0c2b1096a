import * as z from 'zod/mini'
import type { Clock } from '../clock.ts'
import type { Tx } from '../db/database.ts'
import { enqueue } from '../jobs.ts'
import type { Keyring } from '../keyring.ts'
import type { Letter } from './letter.ts'

export const MAIL_JOB = 'mail'
/** A letter names its reader itself, so all of them have one place. */
export const LETTER_PLACE = 'job.payload'

interface PostServices {
  readonly clock: Clock
  readonly keyring: Keyring
}

/** Sealed while it waits: a letter holds a live link, which a reader of the database could use. */
export const QueuedLetter = z.object({ sealed: z.string() })

/** Sends after the transaction has committed, and never if it has not. */
export const post = (tx: Tx, { clock, keyring }: PostServices, letter: Letter) =>
  enqueue(tx, clock, MAIL_JOB, { sealed: keyring.seal(JSON.stringify(letter), LETTER_PLACE) })
