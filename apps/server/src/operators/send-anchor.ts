import { defaultLanguage } from '@cashbox/contract'
import { col, query, type Tx } from '@cashbox/postgres/database'
import { anchorText, readAnchor } from '../access/audit.ts'
import { enqueueMail } from '../platform/mail/mail.ts'
import type { JobServices } from '../platform/services.ts'
import { translate } from '../platform/texts.ts'

/** Puts the last hash of the audit into the log and into e-mails, where a person with write access to the database can't change it. */
export async function sendAnchor(services: JobServices): Promise<void> {
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
        link: `${services.config.consoleUrl}/console/audit`,
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

async function listRecipients(tx: Tx, { config: { auditMailbox, mode } }: JobServices) {
  if (auditMailbox !== null) return [{ to: auditMailbox, name: auditMailbox }]
  if (mode !== 'production') return []
  const admins = await query(tx, { email: col.text, name: col.text })`
    select email, name from operator where role = 'admin' and disabled_at is null order by email`
  return admins.map(({ email, name }) => ({ to: email, name }))
}
