import type { Database } from '@cashbox/postgres/database'
import { createTransport } from 'nodemailer'
import type { JobHandler } from '../jobs/jobs.ts'
import { noteMilestone } from '../milestones.ts'
import type { Keyring } from '../secrets/keyring.ts'
import { readSettings } from '../settings.ts'
import { MAIL_BINDING, MAIL_JOB, Mail, QueuedMail } from './mail.ts'
import { renderMail } from './render-mail.ts'

/** All together well below the time that a job is locked for. */
const TIMEOUTS = { connectionTimeout: 15_000, greetingTimeout: 15_000, socketTimeout: 30_000 }

interface MailerOptions {
  readonly db: Database
  readonly keyring: Keyring
  readonly smtpUrl: string
  readonly from: string
}

/** Sends queued mails. Only the worker needs it. */
export function createMailer({ db, keyring, smtpUrl, from }: MailerOptions): {
  handlers: Record<string, JobHandler>
  /** Sends one mail now. Mail programs show mails with the same ID once. */
  send(mail: Mail, id?: string): Promise<void>
  close(): void
} {
  const transport = createTransport({ url: smtpUrl, ...TIMEOUTS }, { from })
  const domain = from.replace(/^.*@|>.*$/g, '')
  async function send(mail: Mail, id?: string) {
    const { partner_name, brand_color } = await readSettings(db)
    await transport.sendMail({
      to: mail.to,
      ...renderMail(mail, partner_name, brand_color),
      ...(id === undefined ? {} : { messageId: `<${id}@${domain}>` }),
    })
  }
  return {
    send,
    handlers: {
      async [MAIL_JOB](payload) {
        const mail = Mail.parse(JSON.parse(keyring.open(QueuedMail.parse(payload).sealed, MAIL_BINDING)))
        await send(mail)
        if (mail.template === 'test_letter') await noteMilestone(db, 'mail_tested', new Date(), mail.to)
      },
    },
    close: () => transport.close(),
  }
}

const CHECK_TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 15_000 }

/** Connects and logs in as the mailer would, without sending anything. */
export async function connectToMail(smtpUrl: string): Promise<void> {
  const transport = createTransport({ url: smtpUrl, ...CHECK_TIMEOUTS })
  try {
    await transport.verify()
  } finally {
    transport.close()
  }
}
