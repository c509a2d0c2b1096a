import type { ParsedInputOf } from '@cashbox/contract'
import type * as contract from '@cashbox/contract/operator'
import type { PartnerRight } from '@cashbox/contract/partner'
import { changesBetween, writeAudit } from '../../../domain/operators/audit.ts'
import * as acts from '../../../domain/partners/partner-acts.ts'
import { stopWaiting } from '../../../domain/partners/stop-waiting.ts'
import { toSeconds } from '../../../platform/clock.ts'
import { only, type Queryable, type Tx } from '../../../platform/db/database.ts'
import { sql } from '../../../platform/db/sql.ts'
import { invalidFields, refusal } from '../../../platform/refusal.ts'
import type { Asked, NetworkServices } from './services.ts'

/** Counting further tells nobody more. */
const COUNTED_EVENTS = 10_000

interface Row {
  id: string
  code: string
  name: string
  disabled_at: Date | null
  webhook_url: string | null
  webhook_disabled_at: Date | null
  webhook_failing_since: Date | null
  webhook_failures: number
  lifetime_s: number
  max_lifetime_s: number
  reversal_window_s: number
  version: number
  waiting: number
  oldest_waiting_at: Date | null
  keys: { id: string; rights: PartnerRight[]; networks: string[]; created_at: number; disabled_at: number | null }[]
}

/** All of them, or the one with that code. */
const readRows = (db: Queryable, code: string | null = null) =>
  db.query<Row>(sql`
    select service.id, code, name, service.disabled_at, webhook_url, webhook_disabled_at, webhook_failing_since,
           webhook_failures, lifetime_s, max_lifetime_s, reversal_window_s, version, events.waiting,
           oldest.created_at as oldest_waiting_at, owned.keys
    from player_service as service
    cross join lateral (
      select count(*)::integer as waiting from (
        select 1 from outbox_event where player_service_id = service.id and delivered_at is null limit ${COUNTED_EVENTS}
      ) as counted) as events
    left join lateral (
      select created_at from outbox_event where player_service_id = service.id and delivered_at is null
      order by number limit 1) as oldest on true
    cross join lateral (
      select coalesce(jsonb_agg(jsonb_build_object(
               'id', id, 'rights', rights, 'networks', coalesce(networks::text[], '{}'),
               'created_at', extract(epoch from created_at)::bigint, 'disabled_at', extract(epoch from disabled_at)::bigint)
               order by disabled_at desc nulls first, created_at desc), '[]') as keys
      from partner_key where player_service_id = service.id) as owned
    where ${code}::text is null or code = ${code} order by code`)

const show = (row: Row): contract.Partner => ({
  code: row.code,
  name: row.name,
  is_on: row.disabled_at === null,
  keys: row.keys,
  webhook: {
    url: row.webhook_url,
    is_on: row.webhook_disabled_at === null,
    failing_since: row.webhook_failing_since && toSeconds(row.webhook_failing_since),
    failures: row.webhook_failures,
    waiting: row.waiting,
    oldest_waiting_at: row.oldest_waiting_at && toSeconds(row.oldest_waiting_at),
  },
  lifetime_s: row.lifetime_s,
  max_lifetime_s: row.max_lifetime_s,
  reversal_window_s: row.reversal_window_s,
  version: row.version,
})

export const listPartners = async ({ db }: NetworkServices) => ({ list: (await readRows(db)).map(show) })

const readOne = async (db: Queryable, code: string) => show(only(await readRows(db, code)))

export async function createPartner(
  { db, clock }: NetworkServices,
  { input, actor }: Asked<ParsedInputOf<typeof contract.createPartner>>,
) {
  await acts.createPartner(db, input, { actor, at: clock.now(), reason: input.reason })
  return { partner: await readOne(db, input.code) }
}

interface Change {
  readonly code: string
  readonly version: number
  readonly reason: string
}

/** Makes one change of a partner that nobody has changed since it was looked at. */
function change<Answer>(
  { db, clock }: NetworkServices,
  { input, actor }: Asked<Change>,
  work: (tx: Tx, partner: Row, doing: acts.Doing) => Promise<Answer>,
) {
  const at = clock.now()
  return db.transaction(async (tx) => {
    await tx.query(sql`select 1 from player_service where code = ${input.code} for update`)
    const [partner] = await readRows(tx, input.code)
    if (!partner) throw refusal('not_found')
    if (partner.version !== input.version) throw refusal('stale')
    const answer = await work(tx, partner, { actor, at, reason: input.reason })
    return { partner: await readOne(tx, input.code), ...answer }
  })
}

const editable = (row: Row) => ({
  name: row.name,
  lifetime_s: row.lifetime_s,
  max_lifetime_s: row.max_lifetime_s,
  reversal_window_s: row.reversal_window_s,
  disabled_at: row.disabled_at,
  webhook_disabled_at: row.webhook_disabled_at,
})

type Wish = ParsedInputOf<typeof contract.changePartner>

export const changePartner = (services: NetworkServices, asked: Asked<Wish>) =>
  change(services, asked, async (tx, before, doing) => {
    const { input } = asked
    const lifetime = input.lifetime_s ?? before.lifetime_s
    if (lifetime > (input.max_lifetime_s ?? before.max_lifetime_s)) {
      throw invalidFields({ max_lifetime_s: [{ code: 'invalid' }] })
    }
    await tx.query(sql`
      update player_service set
        name = coalesce(${input.name ?? null}, name), lifetime_s = ${lifetime},
        max_lifetime_s = coalesce(${input.max_lifetime_s ?? null}, max_lifetime_s),
        reversal_window_s = coalesce(${input.reversal_window_s ?? null}, reversal_window_s),
        disabled_at = case ${input.is_on ?? null}::boolean
          when false then coalesce(disabled_at, ${doing.at}) when true then null else disabled_at end,
        version = version + 1
      where id = ${before.id}`)
    await switchWebhook(tx, before.id, input.is_webhook_on, doing.at)
    const after = only(await readRows(tx, before.code))
    await writeAudit(tx, {
      ...doing,
      action: 'partner.change',
      subject: { kind: 'partner', id: before.code },
      ...changesBetween(editable(before), editable(after)),
    })
    return {}
  })

/** Switched on, it is told at once of all that waits, whatever went wrong before. */
async function switchWebhook(tx: Tx, id: string, isOn: boolean | undefined, at: Date) {
  if (isOn === false) {
    await tx.query(sql`
      update player_service set webhook_disabled_at = coalesce(webhook_disabled_at, ${at}) where id = ${id}`)
  }
  if (isOn === true) {
    await tx.query(sql`
      update player_service set webhook_disabled_at = null, webhook_failing_since = null, webhook_failures = 0,
        webhook_not_before = null
      where id = ${id} and webhook_disabled_at is not null`)
    await stopWaiting(tx, id, at)
  }
}

export const addPartnerKey = (services: NetworkServices, asked: Asked<ParsedInputOf<typeof contract.addPartnerKey>>) =>
  change(services, asked, async (tx, partner, doing) => {
    const rights = [...new Set(asked.input.rights)]
    const wish = { rights, networks: asked.input.networks }
    const key = await acts.givePartnerKey(tx, services.secret, partner, wish, doing)
    return { key_id: key.id, secret: key.secret }
  })

export const disablePartnerKey = (
  services: NetworkServices,
  asked: Asked<ParsedInputOf<typeof contract.disablePartnerKey>>,
) =>
  change(services, asked, async (tx, partner, doing) => {
    if (!(await acts.takePartnerKey(tx, partner, asked.input.key_id, doing))) throw refusal('not_found')
    return {}
  })

export const setPartnerWebhook = (
  services: NetworkServices,
  asked: Asked<ParsedInputOf<typeof contract.setPartnerWebhook>>,
) =>
  change(services, asked, async (tx, { id, code, webhook_url }, doing) => {
    const url = asked.input.url ?? webhook_url
    if (url === null) throw invalidFields({ url: [{ code: 'required' }] })
    const wish = { url, secret: services.secret, mayBePrivate: services.mayBePrivate }
    return { secret: await acts.changePartnerWebhook(tx, { id, code, webhookUrl: webhook_url }, wish, doing) }
  })
