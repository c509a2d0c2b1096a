import { mkdtempDisposableSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hashPassword } from '@cashbox/server/access/passwords'
import { hashToken } from '@cashbox/server/platform/secrets/keyring'
import type { RunningPostgres } from '@cashbox/testing/postgres/start-postgres'
import { Client, type ClientConfig } from 'pg'

export const AGENTS = 500

/** Known beforehand, so that pgbench and the HTTP clients can name the same agents and transactions. */
export const agentId = (index: number) => `00000000-0000-7000-9000-${index.toString(16).padStart(12, '0')}`
export const tokenOf = (index: number) => `bench-token-of-agent-${index.toString().padStart(12, '0')}`
export const transactionId = (number: number) => `B${number}`
export const AMOUNT = '10.00'

/** How an agent who stands at the point confirms one of the transactions. */
export const confirmation = (number: number) => ({
  type: 'deposit',
  transaction_id: transactionId(number),
  amount: AMOUNT,
  geo_lat: '41.2995',
  geo_lon: '69.2401',
})

/** What a request of an agent has beside its address: a GET, or a POST with a body. */
export const asAgent = (agent: number, body?: unknown, headers: Readonly<Record<string, string>> = {}) => ({
  method: body === undefined ? 'GET' : 'POST',
  headers: {
    authorization: `Bearer ${tokenOf(agent)}`,
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    ...headers,
  },
  ...(body === undefined ? {} : { body: JSON.stringify(body) }),
})

/** So many, one for each. */
export const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index))

/** Closes what the work has opened, the last first, however it ends. */
export async function opening<T>(work: (opened: AsyncDisposableStack) => Promise<T>): Promise<T> {
  const opened = new AsyncDisposableStack()
  try {
    return await work(opened)
  } finally {
    await opened.disposeAsync()
  }
}

export const tempFolder = (name: string) => mkdtempDisposableSync(join(tmpdir(), `cashbox-${name}-`))

/** When it is lost, only what is asked on it fails. */
export async function connect(config: string | ClientConfig) {
  const client = new Client(config)
  client.on('error', () => {})
  await client.connect()
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.end() })
}

/** Without tables: the first server makes them. Its own connections see the network too, such as those of pgbench. */
export async function openDatabase(url: RunningPostgres['url'], name: string): Promise<void> {
  const admin = await connect(url('postgres'))
  await admin.query(`create database ${name}`)
  await admin.query(`alter database ${name} set search_path = cashbox, pg_temp`)
  await admin.end()
}

interface Fill {
  readonly agents?: number
  /** How many deposits are open; each is confirmed at most once in the whole run. */
  readonly deposits?: number
  /** Who opened them. */
  readonly partner?: string
}

/** Agents with sessions and a float that lasts, and open deposits numbered from 0, beside the seeded network. */
export async function fillNetwork(db: Client, { agents = AGENTS, deposits = 0, partner = 'sandbox' }: Fill) {
  await addAgents(db, agents)
  await addDeposits(db, deposits, partner)
  await db.query('vacuum analyze')
  // A database that has been in use has files of its log to use again; a new one would stop to make each of them.
  await db.query('checkpoint')
}

async function addAgents(db: Client, count: number): Promise<void> {
  const password_hash = await hashPassword('Cashbox1!')
  const agents = times(count, (index) => ({
    id: agentId(index),
    email: `bench-${index}@cashbox.test`,
    token_hash: hashToken(tokenOf(index)),
    password_hash,
  }))
  await db.query(
    `create temporary table bench_agent as
     select row.*, open_account(id, 'float', null, 'UZS', 0) as float_id,
            open_account(id, 'commission', null, 'UZS', null) as commission_id
     from jsonb_to_recordset($1) as row (id uuid, email text, token_hash text, password_hash text)`,
    [JSON.stringify(agents)],
  )
  await db.query(`
    insert into person (id, email, email_verified_at, password_hash, created_at)
      select id, email, now(), password_hash, now() from bench_agent;
    insert into agent (id, owner_id, is_email_verified, channel_id, status, is_demo, first_name, last_name,
                       geo_lat, geo_lon, geo_area, float_id, commission_id, created_at)
      select id, id, true, (select id from channel where code = 'tashkent'), 'approved', false, 'Bench', 'Agent',
             41.2995, 69.2401, 300, float_id, commission_id, now() from bench_agent;
    select count(post_movement('adjustment', bench_agent.id, source.id, float_id, 1000000000000, null, now()))
      from bench_agent, open_account(null, 'adjustment', null, 'UZS', null) as source (id);
    insert into session (id, agent_id, person_id, token_hash, remember, created_at, last_seen_at, idle_seconds, expires_at)
      select gen_random_uuid(), id, id, token_hash, true, now(), now(), 86400, now() + interval '1 day' from bench_agent`)
}

const addDeposits = (db: Client, count: number, partner: string) =>
  db.query(
    `insert into player_transaction (id, transaction_id, partner_id, channel_id, type, amount, player_id, created_at, expires_at)
     select gen_random_uuid(), 'B' || n, (select id from partner where code = $2),
            (select id from channel where code = 'tashkent'), 'deposit', 1000, 'player ' || n, now(), now() + interval '1 day'
     from generate_series(0, $1::int - 1) as n`,
    [count, partner],
  )
