import type { Clock } from '../platform/clock.ts'
import { text } from '../platform/database/columns.ts'
import type { Database } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'
import type { Keyring } from '../platform/secrets/keyring.ts'
import { newSigningSecret } from '../platform/secrets/standard-webhooks.ts'
import { destinationPlace } from '../watch/alerts/destination.ts'

const RECEIVER = '/sandbox/alerts/webhook'
const BOT = '1234567'
/** Known to everyone who reads this, and known to no Telegram. */
const TOKEN = `${BOT}:sandbox-token-that-everyone-knows`

const ids = {
  email: '00000000-0000-7000-8000-0000000a1e01',
  webhook: '00000000-0000-7000-8000-0000000a1e02',
  telegram: '00000000-0000-7000-8000-0000000a1e03',
} as const

interface SandboxAlerts {
  readonly db: Database
  readonly clock: Clock
  readonly keyring: Keyring
  /** Where this process listens. */
  readonly address: () => string
}

/** At start: one destination of each kind, all on this machine. One that was changed or removed stays as it is. */
export async function prepareSandboxAlerts({ db, clock, keyring, address }: SandboxAlerts): Promise<void> {
  const at = clock.now()
  const seal = (kind: keyof typeof ids, secret: string) => keyring.seal(secret, destinationPlace(ids[kind]))
  const add = (kind: keyof typeof ids, name: string, target: string, secret: string | null) =>
    db.execute(sql`
      insert into alert_destination
        (id, kind, name, target, bot, secret, language, min_severity, created_at, activated_at)
      values (${ids[kind]}, ${kind}, ${name}, ${target}, ${kind === 'telegram' ? BOT : null}, ${secret}, 'en',
        'warning', ${at}, ${at})
      on conflict (id) do update set target = excluded.target where alert_destination.kind = 'webhook'`)
  await add('email', 'Sandbox mailbox', 'alerts@cashbox.test', null)
  await add('webhook', 'Sandbox webhook', `${address()}${RECEIVER}`, seal('webhook', newSigningSecret()))
  await add('telegram', 'Sandbox Telegram chat', '-1001', seal('telegram', TOKEN))
}

/** What the webhook of the sandbox is signed with. */
export async function sandboxAlertSecret({ db, keyring }: SandboxAlerts): Promise<string | null> {
  const [row] = await db.query(
    sql`select secret from alert_destination where id = ${ids.webhook} and secret is not null`,
    { secret: text },
  )
  return row ? keyring.open(row.secret, destinationPlace(ids.webhook)) : null
}
