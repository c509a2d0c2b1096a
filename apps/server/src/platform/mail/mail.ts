import { createTransport } from 'nodemailer'
import * as z from 'zod/mini'
import type { Clock } from '../clock.ts'
import type { Database, Tx } from '../db/database.ts'
import { enqueue, type JobHandler } from '../jobs.ts'
import type { Keyring } from '../keyring.ts'
import { readSettings } from '../settings.ts'
import { Letter } from './letter.ts'
import { renderMail } from './render-mail.ts'

const JOB = 'mail'

/** All together well below the time that a job is locked for. */
const TIMEOUTS = { connectionTimeout: 15_000, greetingTimeout: 15_000, socketTimeout: 30_000 }

interface PostServices {
  readonly clock: Clock
  readonly keyring: Keyring
}

/** Sealed while it waits: a letter holds a live link, which a reader of the database could use. */
const Queued = z.object({ sealed: z.string() })

/** Sends after the transaction has committed, and never if it has not. */
export const post = (tx: Tx, { clock, keyring }: PostServices, letter: Letter) =>
  enqueue(tx, clock, JOB, { sealed: keyring.seal(JSON.stringify(letter)) })

interface MailerOptions {
  readonly db: Database
  readonly keyring: Keyring
  readonly smtpUrl: string
  readonly from: string
}

export function createMailer({ db, keyring, smtpUrl, from }: MailerOptions): {
  handlers: Record<string, JobHandler>
  close(): void
} {
  const transport = createTransport({ url: smtpUrl, ...TIMEOUTS }, { from })
  return {
    handlers: {
      async [JOB](payload) {
        const letter = Letter.parse(JSON.parse(keyring.open(Queued.parse(payload).sealed)))
        const { partner_name, brand_color } = await readSettings(db)
        await transport.sendMail({ to: letter.to, ...renderMail(letter, partner_name, brand_color) })
      },
    },
    close: () => transport.close(),
  }
}
