import type { PartnerRight } from '@cashbox/contract/partner'
import { uuidv7 } from 'uuidv7'
import { breaks, type Database, type Tx } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import { refusal } from '../../platform/refusal.ts'
import { type Actor, writeAudit } from '../operators/audit.ts'
import { addKey, disableKey } from './keys.ts'
import { setWebhook } from './set-webhook.ts'
import { stopWaiting } from './stop-waiting.ts'

/** Who does it, why, and when: in the console or at the command line, it is written down alike. */
export interface Doing {
  readonly actor: Actor
  readonly at: Date
  readonly reason: string | null
}

/** A partner that is being changed. */
export interface ChangedPartner {
  readonly id: string
  readonly code: string
}

const subject = (code: string) => ({ kind: 'partner', id: code })

export async function createPartner(
  db: Database,
  { code, name }: { code: string; name: string },
  doing: Doing,
): Promise<void> {
  try {
    await db.transaction(async (tx) => {
      await tx.execute(sql`insert into player_service (id, code, name) values (${uuidv7()}, ${code}, ${name})`)
      await writeAudit(tx, { ...doing, action: 'partner.create', subject: subject(code), after: { code, name } })
    })
  } catch (error) {
    if (breaks(error, 'player_service_code_key')) throw refusal('partner_exists')
    throw error
  }
}

interface NewKey {
  readonly rights: readonly PartnerRight[]
  readonly networks: readonly string[]
}

/** The secret is known here for the last time. */
export async function givePartnerKey(
  tx: Tx,
  serverSecret: string,
  partner: ChangedPartner,
  { rights, networks }: NewKey,
  doing: Doing,
): Promise<{ id: string; secret: string }> {
  const key = await addKey(tx, serverSecret, { playerServiceId: partner.id, rights, networks, at: doing.at })
  await tx.execute(sql`update player_service set version = version + 1 where id = ${partner.id}`)
  await writeAudit(tx, {
    ...doing,
    action: 'partner.add-key',
    subject: subject(partner.code),
    after: { key_id: key.id, rights, networks },
  })
  return key
}

/** False when the partner has no such key, or no longer. */
export async function takePartnerKey(tx: Tx, partner: ChangedPartner, keyId: string, doing: Doing): Promise<boolean> {
  const owned = await tx.execute(
    sql`select 1 from partner_key where id = ${keyId} and player_service_id = ${partner.id}`,
  )
  if (owned === 0 || !(await disableKey(tx, keyId, doing.at))) return false
  await tx.execute(sql`update player_service set version = version + 1 where id = ${partner.id}`)
  await writeAudit(tx, {
    ...doing,
    action: 'partner.disable-key',
    subject: subject(partner.code),
    before: { key_id: keyId, disabled_at: null },
    after: { key_id: keyId, disabled_at: doing.at },
  })
  return true
}

interface NewWebhook {
  readonly url: string
  /** Seals the partner's. */
  readonly secret: string
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
    subject: subject(partner.code),
    before: { url: partner.webhookUrl, secret: 'old' },
    after: { url: wish.url, secret: 'new' },
  })
  return secret
}
