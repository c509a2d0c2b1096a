import { defaultLanguage } from '@cashbox/contract'
import { anchorText, readAnchor } from '../access/audit.ts'
import type { Clock } from '../platform/clock.ts'
import { type Database, sql, type Tx, text } from '../platform/database/database.ts'
import type { Log } from '../platform/log/log.ts'
import { enqueueMail } from '../platform/mail/mail.ts'
import type { Keyring } from '../platform/secrets/keyring.ts'
import { translate } from '../platform/texts.ts'

export interface AnchorServices {
  readonly db: Database
  readonly clock: Clock
  readonly keyring: Keyring
  readonly log: Log
  readonly publicUrl: string
  readonly mailbox: string | null
  /** Whether all admins get the e-mail when there is no mailbox. */
  readonly mayMailAdmins: boolean
}

/** Puts the last hash of the audit into the log and into e-mails, where a person with write access to the database can't change it. */
export async function sendAnchor(services: AnchorServices): Promise<void> {
  const { db, log } = services
  const anchor = await readAnchor(db)
  if (!anchor) return
  log.info({ number: anchor.number.toString(), hash: anchor.hash }, 'audit anchor')
  await db.transaction(async (tx) => {
    for (const recipient of await listRecipients(tx, services)) {
      await enqueueMail(tx, services, {
        ...recipient,
        language: defaultLanguage,
        template: 'audit_anchor',
        link: `${services.publicUrl}/console/audit`,
        linkHours: null,
        details: [
          { label: translate(defaultLanguage, 'mail.audit_anchor.anchor'), values: [anchorText(anchor)] },
          {
            label: translate(defaultLanguage, 'mail.audit_anchor.command'),
            values: [`npm run verify -- --anchor ${anchorText(anchor)}`],
          },
        ],
      })
    }
  })
}

async function listRecipients(tx: Tx, { mailbox, mayMailAdmins }: AnchorServices) {
  if (mailbox !== null) return [{ to: mailbox, name: mailbox }]
  if (!mayMailAdmins) return []
  const admins = await tx.query(
    sql`select email, name from operator where role = 'admin' and disabled_at is null order by email`,
    { email: text, name: text },
  )
  return admins.map(({ email, name }) => ({ to: email, name }))
}
