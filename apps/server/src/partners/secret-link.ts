import { col, query, queryOne, sql, type Tx } from '@cashbox/postgres/database'
import { writeAudit } from '../access/audit.ts'
import type { Config } from '../platform/config.ts'
import { refusal } from '../platform/refusal.ts'
import { readPublicKey } from '../platform/secrets/ed25519.ts'
import { hashToken, newToken } from '../platform/secrets/keyring.ts'
import type { Services } from '../platform/services.ts'
import { partnerSubject } from './keys.ts'
import { endOldWebhookSecret, webhookBinding } from './set-webhook.ts'

export const SECRET_PAGE = '/partner-secret'

const LINK_HOURS = 72

interface SecretOwner {
  readonly partnerId: string
  /** Null for the secret of the webhook. */
  readonly keyId: string | null
}

/** An earlier link to the same secret stops working. The token is after the `#`, so that it is in no log. */
export async function createSecretLink(
  tx: Tx,
  { publicUrl }: Pick<Config, 'publicUrl'>,
  { partnerId, keyId }: SecretOwner,
  at: Date,
): Promise<string> {
  const token = newToken()
  const expiresAt = new Date(at.getTime() + LINK_HOURS * 3_600_000)
  await tx.execute(sql`
    insert into partner_secret_link (hash, partner_id, key_id, expires_at)
    values (${hashToken(token)}, ${partnerId}, ${keyId}, ${expiresAt})
    on conflict (partner_id, key_id)
    do update set hash = excluded.hash, expires_at = excluded.expires_at, opened_at = null, opened_from = null`)
  return `${publicUrl}${SECRET_PAGE}#${token}`
}

/** Uses up the link. With a public key the partner's own key takes the place of the secret, which nobody has seen then. */
export async function openSecret({ db, clock, keyring }: Services, token: string, ip: string, pasted = '') {
  const at = clock.now()
  const publicKey = pasted.trim() === '' ? null : readPublicKey(pasted)
  if (pasted.trim() !== '' && publicKey === null) throw refusal('public_key_invalid')
  return db.transaction(async (tx) => {
    const [link] = await query(tx, { partner_id: col.uuid, key_id: col.nullable(col.text) })`
      update partner_secret_link set opened_at = ${at}, opened_from = ${ip}
      where hash = ${hashToken(token)} and opened_at is null and expires_at > ${at}
        and not exists (select 1 from partner_key where id = key_id and disabled_at is not null)
      returning partner_id, key_id`
    if (!link) throw refusal('link_invalid')
    if (link.key_id === null) await endOldWebhookSecret(tx, link.partner_id, at)
    const isOwn = publicKey !== null && link.key_id !== null
    if (isOwn) {
      await tx.execute(sql`update partner_key set secret = null, public_key = ${publicKey} where id = ${link.key_id}`)
    }
    const { code, name, sealed } = await queryOne(tx, {
      code: col.text,
      name: col.text,
      sealed: col.nullable(col.text),
    })`
      select code, name, case when ${link.key_id}::text is null then webhook_secret
        else (select secret from partner_key where id = ${link.key_id}) end as sealed
      from partner where id = ${link.partner_id}`
    const binding = link.key_id === null ? webhookBinding(link.partner_id) : `partner_key.secret ${link.key_id}`
    await writeAudit(
      tx,
      { at, actor: { operatorId: null, name: 'one-time link', ip } },
      partnerSubject(code),
      'partner.open-secret',
      {
        after: {
          ...(link.key_id !== null && { key_id: link.key_id }),
          ...(isOwn && { public_key: publicKey }),
          opened_from: ip,
        },
      },
    )
    return { name, keyId: link.key_id, publicKey, secret: sealed && keyring.open(sealed, binding) }
  })
}
