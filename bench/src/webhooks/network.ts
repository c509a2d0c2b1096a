import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { createSeals, newSigningSecret, uuidv7 } from '@cashbox/server/bench'
import { Pool } from 'pg'
import { startWorkerProcess } from '../../../apps/server/test/server-process.ts'
import { startPostgres } from '../../../scripts/start-postgres.ts'

const DATABASE = 'webhooks'
const KEY = 'bench'
const START_WITHIN_MS = 60_000

export type WebhookNetwork = Awaited<ReturnType<typeof openNetwork>>

/** PostgreSQL with fsync and the real worker, which may send to this machine. */
export async function openNetwork() {
  const postgres = await startPostgres({ fsync: true, settings: { shared_buffers: '256MB' } })
  const folder = mkdtempSync(join(tmpdir(), 'cashbox-webhooks-'))
  const admin = new Pool({ connectionString: postgres.url('postgres'), max: 1 })
  await admin.query(`create database ${DATABASE}`)
  await admin.end()
  const secret = randomBytes(32).toString('base64url')
  const env = {
    DATABASE_URL: postgres.url(DATABASE),
    CASHBOX_MODE: 'sandbox',
    CASHBOX_DATA_DIR: folder,
    CASHBOX_SECRET: `${KEY}:${secret}`,
    TRON: 'off',
    LOG_LEVEL: 'info',
  }
  const worker = startWorkerProcess(env)
  const db = new Pool({ connectionString: postgres.url(DATABASE), max: 8 })
  // An idle connection ends with PostgreSQL.
  db.on('error', () => {})
  const close = async () => {
    await worker.kill('SIGKILL')
    await db.end()
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  await untilRunning(worker).catch(async (error: unknown) => {
    await close()
    throw error
  })
  const seals = createSeals([{ id: KEY, secret }])
  return {
    /** Partners who want their webhooks at these addresses, and their IDs. */
    async addPartners(urls: readonly string[]): Promise<string[]> {
      const partners = urls.map((url) => {
        const id = uuidv7()
        return { id, url, secret: seals.seal(newSigningSecret(), `player_service.webhook_secret ${id}`) }
      })
      await db.query(
        `insert into player_service (id, code, name, webhook_url, webhook_secret)
         select id, id::text, 'Bench', url, secret from jsonb_to_recordset($1) as one (id uuid, url text, secret text)`,
        [JSON.stringify(partners)],
      )
      return partners.map(({ id }) => id)
    },
    /** Commits one event for each partner of the list, which may name a partner many times. Answers the IDs of the events. */
    async addEvents(partners: readonly string[]): Promise<string[]> {
      const events = partners.map((partner) => ({ id: uuidv7(), partner }))
      await db.query(
        `insert into outbox_event (id, topic, player_service_id, subject_id, payload, created_at, next_attempt_at)
         select id, 'transaction.confirmed', partner, gen_random_uuid(), $2, now(), now()
         from jsonb_to_recordset($1) as one (id uuid, partner uuid)`,
        [JSON.stringify(events), JSON.stringify(PAYLOAD)],
      )
      return events.map(({ id }) => id)
    },
    /** Sends to this partner again, as if it had never failed. */
    async wake(partner: string, url: string) {
      await db.query(
        `update player_service set webhook_url = $2, webhook_failing_since = null, webhook_failures = 0, webhook_not_before = null
         where id = $1`,
        [partner, url],
      )
      await db.query(
        `update outbox_event set next_attempt_at = now(), locked_until = null
         where player_service_id = $1 and delivered_at is null`,
        [partner],
      )
    },
    /** Nothing is sent to this partner any more. */
    async silence(partner: string) {
      await db.query('update player_service set webhook_url = null where id = $1', [partner])
    },
    /** How many events of a partner have arrived. */
    async arrivedOf(partner: string): Promise<number> {
      const { rows } = await db.query<{ count: number }>(
        `select count(*)::int from outbox_event where player_service_id = $1 and arrived_at is not null`,
        [partner],
      )
      return rows[0]?.count ?? 0
    },
    workerOutput: worker.output,
    close,
  }
}

/** Until it has made the tables and begun to work. It has no port, but says so in its log. */
async function untilRunning({ output }: ReturnType<typeof startWorkerProcess>) {
  for (const deadline = Date.now() + START_WITHIN_MS; Date.now() < deadline; ) {
    if (output().includes('"msg":"running"')) return
    await wait(100)
  }
  throw new Error(`the worker did not start:\n${output()}`)
}

/** As long as that of a confirmation. */
const PAYLOAD = {
  transaction_id: '4821000195',
  reference: 'order-8c0f1d52-3c41-4e0c-a2b0-5a7d0b7d9f11',
  type: 'deposit',
  amount: '10.00',
  currency_code: 'UZS',
  player_id: '48210001',
  metadata: {},
  cash_id: null,
  at: 1_794_873_600,
  state: 'confirmed',
  confirmed_by: '100001',
}
