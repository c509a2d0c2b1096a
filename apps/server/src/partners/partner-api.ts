import type { OutputOf, ParsedInputOf } from '@cashbox/contract'
import * as contract from '@cashbox/contract/partner'
import { col, only, type Queryable, query, queryOne, type RowOf, sql, type Tx } from '@cashbox/postgres/database'
import * as z from 'zod/mini'
import { type PartnerRoute, route } from '../access/admit-partner.ts'
import { type AuditContext, writeAudit } from '../access/audit.ts'
import { readSigningKey } from '../access/signing-key.ts'
import { columnsFor } from '../platform/answer-columns.ts'
import { toSeconds } from '../platform/clock.ts'
import { refusal } from '../platform/refusal.ts'
import { readPublicKey } from '../platform/secrets/ed25519.ts'
import type { Services } from '../platform/services.ts'
import { excludePlayer, listExclusions, removeExclusion } from './exclusions.ts'
import { disableExpiredKeys, disableKey, insertPartnerKey, partnerSubject } from './keys.ts'
import { readWebhook, topicsOf } from './webhooks/events.ts'

type Partner = Parameters<Parameters<typeof route<typeof contract.listKeys>>[1]>[0]['partner']

const keyColumns = {
  ...columnsFor(z.omit(contract.OwnKey, { is_current: true })),
  permissions: col.textArray,
  address_ranges: col.textArray,
  expires_at: col.nullable(col.timestamptz),
  replaces: col.nullable(col.text),
}

export const ownRoutes = (services: Services): PartnerRoute[] => [
  route(contract.listKeys, async ({ partner }) => ({
    list: (await readKeys(services.db, partner, services.clock.now())).map((key) => toKey(key, partner.keyId)),
  })),
  route(contract.rotateKey, ({ partner, input }) => rotateKey(services, partner, input)),
  route(contract.readWebhook, async ({ partner }) => ({
    webhook: await readSettings(services, services.db, partner.partnerId),
  })),
  route(contract.setEventTypes, ({ partner, input }) => setEventTypes(services, partner, input)),
  route(contract.listExclusions, ({ partner, input }) => listExclusions(services.db, partner.partnerId, input)),
  route(contract.excludePlayer, ({ partner, input }) =>
    excludePlayer(services.db, partner.partnerId, input, services.clock.now()),
  ),
  route(contract.removeExclusion, async ({ partner, input: { player_id } }) => {
    await removeExclusion(services.db, partner.partnerId, player_id)
    return {}
  }),
]

/**
 * The new key can do no more than the one that asks for it. The old one keeps working for a day at least, so that the thief
 * of a key can't lock its partner out before the operators, who get an alert, have asked it.
 */
async function rotateKey(
  services: Services,
  partner: Partner,
  { old_expires_in, public_key }: ParsedInputOf<typeof contract.rotateKey>,
): Promise<OutputOf<typeof contract.rotateKey>> {
  const { db, clock, keyring, limits } = services
  const { partnerId } = partner
  const publicKey = public_key === undefined ? null : readPublicKey(public_key)
  if (public_key !== undefined && publicKey === null) throw refusal('public_key_invalid')
  await limits.spend('key-rotation', partnerId)
  const at = clock.now()
  return db.transaction(async (tx) => {
    const code = await lockCode(tx, partnerId)
    await disableExpiredKeys(tx, at)
    const keys = await readKeys(tx, partner, at)
    const old = keys.find(({ id }) => id === partner.keyId)
    // It was disabled since the signature was checked.
    if (!old) throw refusal('signature_invalid')
    // The answer with its secret may have been lost.
    const unused = keys.find(({ replaces, last_used_at }) => replaces === old.id && last_used_at === null)
    if (unused) await disableKey(tx, unused.id, at)
    const permissions = contract.partnerPermissions.filter((one) => old.permissions.includes(one))
    const { address_ranges } = old
    const input = { partnerId, permissions, address_ranges, isActive: true, replaces: old.id, publicKey, at }
    const made = await insertPartnerKey(tx, keyring, input)
    const asked = new Date(at.getTime() + old_expires_in * 1000)
    const expiresAt = old.expires_at && old.expires_at < asked ? old.expires_at : asked
    await tx.execute(sql`update partner_key set expires_at = ${expiresAt} where id = ${old.id}`)
    await tx.execute(sql`update partner set version = version + 1 where id = ${partnerId}`)
    await writeAudit(tx, contextOf(partner, at), partnerSubject(code), 'partner.rotate-key', {
      before: { key_id: old.id, expires_at: old.expires_at },
      after: {
        key_id: old.id,
        expires_at: expiresAt,
        replaced_by: made.id,
        permissions,
        address_ranges,
        ...(publicKey !== null && { public_key: publicKey }),
        ...(unused && { unused_key: unused.id }),
      },
    })
    const key = only((await readKeys(tx, partner, at)).filter(({ id }) => id === made.id))
    return {
      key: toKey(key, partner.keyId),
      secret: publicKey === null ? made.secret : null,
      old_expires_at: toSeconds(expiresAt),
    }
  })
}

async function setEventTypes(
  services: Services,
  partner: Partner,
  { event_types }: ParsedInputOf<typeof contract.setEventTypes>,
) {
  const at = services.clock.now()
  const chosen = topicsOf(event_types)
  return services.db.transaction(async (tx) => {
    const code = await lockCode(tx, partner.partnerId)
    const before = await readSettings(services, tx, partner.partnerId)
    await tx.execute(sql`
      update partner set webhook_topics = ${chosen}::text[], version = version + 1
      where id = ${partner.partnerId}`)
    await writeAudit(tx, contextOf(partner, at), partnerSubject(code), 'partner.set-event-types', {
      before: { event_types: formatTypes(before.event_types) },
      after: { event_types: formatTypes(chosen) },
    })
    return { webhook: { ...before, event_types: chosen } }
  })
}

const formatTypes = (types: readonly string[] | null) => types?.join(', ') ?? 'all'

/** No operator did it: the key did. */
const contextOf = ({ keyId, address }: Partner, at: Date): AuditContext => ({
  actor: { operatorId: null, name: keyId, ip: address },
  at,
  reason: null,
})

const lockCode = async (tx: Tx, partnerId: string) =>
  (
    await queryOne(tx, { code: col.text })`
    select code from partner where id = ${partnerId} for no key update`
  ).code

/** Those that work, newest first. */
const readKeys = (db: Queryable, { partnerId }: Partner, now: Date) =>
  query(db, keyColumns)`
    select id, permissions, coalesce(address_ranges::text[], '{}') as address_ranges, created_at, expires_at, last_used_at, replaces,
           public_key
    from partner_key
    where partner_id = ${partnerId} and disabled_at is null and activated_at is not null
      and (expires_at is null or expires_at > ${now})
    order by created_at desc, id`

const toKey = (key: RowOf<typeof keyColumns>, currentId: string): contract.OwnKey => ({
  ...key,
  permissions: contract.partnerPermissions.filter((one) => key.permissions.includes(one)),
  expires_at: key.expires_at && toSeconds(key.expires_at),
  is_current: key.id === currentId,
})

async function readSettings({ clock }: Services, db: Queryable, partnerId: string) {
  const { state, failing_since } = await readWebhook(db, clock, partnerId)
  const { url, topics } = await queryOne(db, { url: col.nullable(col.text), topics: col.nullable(col.textArray) })`
    select webhook_url as url, webhook_topics as topics from partner where id = ${partnerId}`
  return {
    url,
    state,
    failing_since: failing_since && toSeconds(failing_since),
    public_key: await readSigningKey(db),
    event_types: topicsOf(topics),
  }
}
