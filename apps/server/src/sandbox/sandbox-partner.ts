import { partnerPermissions } from '@cashbox/contract/partner'
import { col, type Database, type Queryable, query, queryOne, type Sql, sql, type Tx } from '@cashbox/postgres/database'
import type { NamedTarget, PartnerAccount, Target, WebhookSetting } from '@cashbox/sandbox'
import { makeFiles } from '../partners/daily-files/make-files.ts'
import { insertPartnerKey } from '../partners/keys.ts'
import { setWebhook, setWebhookUrl } from '../partners/set-webhook.ts'
import { makeWaitingDue } from '../partners/webhooks/redeliver.ts'
import { closeExpired } from '../payments/transactions/close-transactions.ts'
import type { Keyring } from '../platform/secrets/keyring.ts'
import { newSigningSecret } from '../platform/secrets/standard-webhooks.ts'
import type { Services } from '../platform/services.ts'
import { destinationBinding } from '../watch/alerts/destination.ts'

type SandboxServices = Pick<Services, 'db' | 'clock' | 'keyring' | 'address'>

const RECEIVER = '/sandbox/player-service/webhooks'
const VERIFIER = '/sandbox/player-service/players'
const CASHBOXES_LISTED = 50

const ALERT_RECEIVER = '/sandbox/alerts/webhook'
const BOT = '1234567'

/** Known to everyone who reads this, and known to no Telegram. */
const TOKEN = `${BOT}:sandbox-token-that-everyone-knows`

const ids = {
  email: '00000000-0000-7000-8000-0000000a1e01',
  webhook: '00000000-0000-7000-8000-0000000a1e02',
  telegram: '00000000-0000-7000-8000-0000000a1e03',
} as const

/** The operator's side of the sandbox's player service: its key, its webhook address, whom it may open for. */
export function sandboxPartner({
  db,
  clock,
  keyring,
  address,
}: SandboxServices): Omit<PartnerAccount, 'confirm' | 'leaveCalls'> {
  const input = () => ({ keyring, url: `${address()}${RECEIVER}` })
  return {
    url: address,
    async key() {
      return (await readKey(db, keyring)) ?? db.transaction((tx) => ensureKey(tx, keyring, clock.now()))
    },
    async webhook() {
      return (await readWebhook(db, keyring)) ?? db.transaction((tx) => ensureWebhook(tx, input()))
    },
    async setWebhookUrl(url) {
      await db.transaction(async (tx) => {
        await refuseOutsideSandbox(tx)
        const partnerId = await lockPartner(tx)
        await setWebhookUrl(tx, { keyring, url: url ?? input().url, partnerId, mayBePrivate: true })
        await makeWaitingDue(tx, partnerId, clock.now())
      })
    },
    moveTime: (seconds) => moveTime({ db, clock, keyring, address }, seconds),
    targets: () => listTargets(db),
    findTarget: (asked) => findTarget(db, asked),
  }
}

/** At start: a key, and webhooks and questions about players to this process. A receiver of the developer stays. */
export async function prepareSandboxPartner({ db, clock, keyring, address }: SandboxServices): Promise<void> {
  await db.transaction(async (tx) => {
    await ensureKey(tx, keyring, clock.now())
    await ensureWebhook(tx, { keyring, url: `${address()}${RECEIVER}` })
    await tx.execute(sql`
      update partner set verification_url = ${`${address()}${VERIFIER}`}
      where code = 'sandbox' and coalesce(verification_url, ${VERIFIER}) like ${`%${VERIFIER}`}`)
  })
}

// Several processes may start at once: one of them prepares, and the others find it done.
const lockPartner = async (tx: Tx) =>
  (await queryOne(tx, { id: col.uuid })`select id from partner where code = 'sandbox' for no key update`).id

async function readKey(db: Queryable, keyring: Keyring) {
  const [row] = await query(db, { id: col.text, secret: col.text })`
    select key.id, key.secret from partner_key as key join partner on partner.id = key.partner_id
    where partner.code = 'sandbox' and key.disabled_at is null and key.address_ranges is null
      and key.permissions @> ${partnerPermissions}::text[]
    order by key.slot limit 1`
  return row ? { id: row.id, secret: keyring.open(row.secret, `partner_key.secret ${row.id}`) } : null
}

async function ensureKey(tx: Tx, keyring: Keyring, at: Date) {
  const partnerId = await lockPartner(tx)
  return (
    (await readKey(tx, keyring)) ??
    insertPartnerKey(tx, keyring, { partnerId, permissions: partnerPermissions, isActive: true, at })
  )
}

async function readWebhook(db: Queryable, keyring: Keyring): Promise<WebhookSetting | null> {
  const { id, url, sealed, is_off } = await queryOne(db, {
    id: col.uuid,
    url: col.nullable(col.text),
    sealed: col.nullable(col.text),
    is_off: col.bool,
  })`
    select id, webhook_url as url, webhook_secret as sealed, webhook_disabled_at is not null as is_off
    from partner where code = 'sandbox'`
  return url === null || sealed === null
    ? null
    : {
        url,
        secret: keyring.open(sealed, `partner.webhook_secret ${id}`),
        isOff: is_off,
        isElsewhere: !url.endsWith(RECEIVER),
      }
}

/** Keeps the secret for as long as the address stays the same. */
async function ensureWebhook(tx: Tx, input: { keyring: Keyring; url: string }): Promise<WebhookSetting> {
  const partnerId = await lockPartner(tx)
  const set = await readWebhook(tx, input.keyring)
  if (set && (set.url === input.url || set.isElsewhere)) return set
  const secret = await setWebhook(tx, { ...input, partnerId, mayBePrivate: true })
  return { url: input.url, secret, isOff: false, isElsewhere: false }
}

async function listTargets(db: Database): Promise<NamedTarget[]> {
  const channels = await query(db, {
    code: col.text,
    name: col.text,
    currency_code: col.text,
  })`select code, name, currency_code from channel where not is_demo order by id`
  const cashboxes = await query(db, { cash_id: col.int8, email: col.text, currency_code: col.text })`
    select agent.cash_id, person.email, channel.currency_code
    from agent join person on person.id = agent.owner_id join channel on channel.id = agent.channel_id
    where not agent.is_demo order by agent.cash_id limit ${CASHBOXES_LISTED}`
  return [
    ...channels.map(({ code, name, currency_code }) => ({
      target: { channel: code, currency_code },
      label: `Any agent of ${name}, ${currency_code}`,
    })),
    ...cashboxes.map(({ cash_id, email, currency_code }) => ({
      target: { cash_id: cash_id.toString(), currency_code },
      label: `${cash_id}, ${email}, ${currency_code}`,
    })),
  ]
}

async function findTarget(db: Database, asked: { channel?: string; cash_id?: string }): Promise<Target | null> {
  if (asked.cash_id !== undefined) {
    if (!/^\d{1,15}$/.test(asked.cash_id)) return null
    const [found] = await query(db, { currency_code: col.text })`
      select channel.currency_code from agent join channel on channel.id = agent.channel_id
      where agent.cash_id = ${asked.cash_id} and not agent.is_demo`
    return found ? { cash_id: asked.cash_id, currency_code: found.currency_code } : null
  }
  const [found] = await query(db, { channel: col.text, currency_code: col.text })`
    select code as channel, currency_code from channel
    where not is_demo and (${asked.channel ?? null}::text is null or code = ${asked.channel ?? null})
    order by id limit 1`
  return found ?? null
}

/** At start: one destination of each kind, all on this machine. One that was changed or removed stays as it is. */
export async function prepareSandboxAlerts({ db, clock, keyring, address }: SandboxServices): Promise<void> {
  const at = clock.now()
  const seal = (kind: keyof typeof ids, secret: string) => keyring.seal(secret, destinationBinding(ids[kind]))
  const add = (kind: keyof typeof ids, name: string, target: string, secret: string | null) =>
    db.execute(sql`
      insert into alert_destination
        (id, kind, name, target, bot, secret, language, min_severity, created_at, activated_at)
      values (${ids[kind]}, ${kind}, ${name}, ${target}, ${kind === 'telegram' ? BOT : null}, ${secret}, 'en',
        'warning', ${at}, ${at})
      on conflict (id) do update set target = excluded.target where alert_destination.kind = 'webhook'`)
  await add('email', 'Sandbox mailbox', 'alerts@cashbox.test', null)
  await add('webhook', 'Sandbox webhook', `${address()}${ALERT_RECEIVER}`, seal('webhook', newSigningSecret()))
  await add('telegram', 'Sandbox Telegram chat', '-1001', seal('telegram', TOKEN))
}

export async function sandboxAlertSecret({ db, keyring }: SandboxServices): Promise<string | null> {
  const [row] = await query(db, {
    secret: col.text,
  })`select secret from alert_destination where id = ${ids.webhook} and secret is not null`
  return row ? keyring.open(row.secret, destinationBinding(ids.webhook)) : null
}

/** The pages exist in a sandbox only; the database of a real network says no as well. */
export async function refuseOutsideSandbox(tx: Tx): Promise<void> {
  const real = await tx.execute(sql`select 1 from installation where mode = 'production'`)
  if (real > 0) throw new Error('this can be done in a sandbox only')
}

/**
 * Lets time pass: every moment at which a transaction expires, an event is tried again, recurring work is due, a statement
 * is closed comes so much closer, and days end so much earlier, with their files. The clock itself and what has happened stay
 * as they are: what is confirmed on a day that has ended this way is in the next file.
 */
export async function moveTime(services: SandboxServices, seconds: number): Promise<void> {
  const { db, clock } = services
  const earlier = (time: Sql) => sql`${time} - make_interval(secs => ${seconds}::integer)`
  await db.transaction(async (tx) => {
    await refuseOutsideSandbox(tx)
    await tx.execute(sql`
      update player_transaction as tx set expires_at = ${earlier(sql`tx.expires_at`)}
      from open_transaction as open where tx.transaction_id = open.transaction_id`)
    await tx.execute(sql`update outbox_event set next_attempt_at = ${earlier(sql`next_attempt_at`)}
      where delivered_at is null`)
    await tx.execute(sql`update partner set webhook_not_before = ${earlier(sql`webhook_not_before`)}
      where webhook_not_before is not null`)
    await tx.execute(sql`update alert_notification set next_attempt_at = ${earlier(sql`next_attempt_at`)}`)
    await tx.execute(sql`update job set run_at = ${earlier(sql`run_at`)} where failed_at is null`)
    await tx.execute(sql`update schedule set next_run_at = ${earlier(sql`next_run_at`)}`)
    await tx.execute(sql`
      update position_count
      set closes_at = greatest(${earlier(sql`closes_at`)}, ${clock.now()})
      where closes_at is not null`)
    await tx.execute(sql`
      insert into installation (mode, moved_s) values ('sandbox', ${seconds})
      on conflict (mode) do update set moved_s = installation.moved_s + excluded.moved_s`)
    await closeExpired(tx, clock.now())
  })
  await makeFiles(services)
}
