import { writeAudit } from '../access/audit.ts'
import type { Tx } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'
import type { Keyring } from '../platform/secrets/keyring.ts'
import { type ChangedPartner, type Doing, partnerSubject } from './doing.ts'
import { setWebhook } from './set-webhook.ts'
import { stopWaiting } from './webhooks/stop-waiting.ts'

interface NewWebhook {
  readonly url: string
  readonly keyring: Keyring
  readonly mayBePrivate: boolean
}

/** The partner's new secret is known here for the last time. */
export async function changePartnerWebhook(
  tx: Tx,
  partner: ChangedPartner & { readonly webhookUrl: string | null },
  wish: NewWebhook,
  doing: Doing,
): Promise<string> {
  const secret = await setWebhook(tx, { ...wish, playerServiceId: partner.id })
  await stopWaiting(tx, partner.id, doing.at)
  await tx.execute(sql`update player_service set version = version + 1 where id = ${partner.id}`)
  await writeAudit(tx, {
    ...doing,
    action: 'partner.set-webhook',
    subject: partnerSubject(partner.code),
    before: { url: partner.webhookUrl, secret: 'old' },
    after: { url: wish.url, secret: 'new' },
  })
  return secret
}
