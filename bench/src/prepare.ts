import { mkdtempDisposableSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hashPassword } from '@cashbox/server/access/passwords'
import { hashToken } from '@cashbox/server/platform/secrets/keyring'
import type { RunningPostgres } from '@cashbox/testing/start-postgres'
import { Client, type ClientConfig } from 'pg'

export const AGENTS = 500

/** Known beforehand, so that pgbench and the HTTP clients can name the same agents and transactions. */
export const agentId = (index: number) => `00000000-0000-7000-9000-${index.toString(16).padStart(12, '0')}`
export const tokenOf = (index: number) => `bench-token-of-agent-${index.toString().padStart(12, '0')}`
export const transactionId = (number: number) => `B${number}`
export const AMOUNT = '10.00'

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
export async function connect(connectionString: string, config: ClientConfig = {}) {
  const client = new Client({ ...config, connectionString })
  client.on('error', () => {})
  await client.connect()
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.end() })
}

/** Without tables: the first server makes them. */
export async function openDatabase(postgres: RunningPostgres, name: string): Promise<void> {
  const admin = await connect(postgres.url('postgres'))
  await createNetworkDatabase(admin, name)
  await admin.end()
}

/** A database whose own connections see the network too, such as those of pgbench. */
export async function createNetworkDatabase(db: Client, name: string): Promise<void> {
  await db.query(`create database ${name}`)
  await db.query(`alter database ${name} set search_path = cashbox, pg_temp`)
}

/** Agents with sessions and a float that lasts, beside the seeded network. */
export async function addAgents(db: Client, count = AGENTS): Promise<void> {
  const password_hash = await hashPassword('Cashbox1!')
  const agents = Array.from({ length: count }, (_, index) => ({
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
    insert into agent (id, channel_id, status, is_demo, email, email_verified_at, password_hash, first_name, last_name,
                       geo_lat, geo_lon, geo_area, float_id, commission_id, created_at)
      select id, (select id from channel where code = 'tashkent'), 'approved', false, email, now(), password_hash, 'Bench', 'Agent',
             41.2995, 69.2401, 300, float_id, commission_id, now() from bench_agent;
    select count(post_movement('adjustment', bench_agent.id, source.id, float_id, 1000000000000, null, now()))
      from bench_agent, open_account(null, 'adjustment', null, 'UZS', null) as source (id);
    insert into session (id, agent_id, token_hash, remember, created_at, last_seen_at, idle_seconds, expires_at)
      select gen_random_uuid(), id, token_hash, true, now(), now(), 86400, now() + interval '1 day' from bench_agent`)
}

/** Open deposits numbered from 0; each is confirmed at most once in the whole run. */
export async function addTransactions(db: Client, count: number, service = 'sandbox'): Promise<void> {
  await db.query(
    `insert into player_transaction (id, transaction_id, partner_id, channel_id, type, amount, player_id, created_at, expires_at)
     select gen_random_uuid(), 'B' || n, (select id from partner where code = $2),
            (select id from channel where code = 'tashkent'), 'deposit', 1000, 'player ' || n, now(), now() + interval '1 day'
     from generate_series(0, $1::int - 1) as n`,
    [count, service],
  )
  await db.query('vacuum analyze')
  // A database that has been in use has files of its log to use again; a new one would stop to make each of them.
  await db.query('checkpoint')
}

/** An agent with that many confirmations spread over this month, after the adjustment of `addAgents`. For reading only. */
export async function addHistory(db: Client, index: number, rows: number): Promise<void> {
  await db.query('set session_replication_role = replica')
  await db.query(
    `with tx as (
       insert into player_transaction (id, transaction_id, partner_id, channel_id, type, amount, player_id, body_hash,
                                       security_code_hash, created_at, expires_at)
       select uuidv7(), 'H' || $3::int || '-' || n, (select id from partner limit 1), (select id from channel limit 1),
              case n % 2 when 1 then 'deposit' else 'withdraw' end, 1000, 'player', n, case n % 2 when 0 then 'none' end, now(), now()
       from generate_series(1, $2::int) as n
       returning id, type, body_hash as n)
     insert into confirmation (player_transaction_id, agent_id, number, type_number, type, amount, fee, fee_bp,
                               finished_at, float_id, float_version, float_balance, clearing_id, commission_id,
                               commission_version, commission_balance, expense_id)
     select tx.id, agent.id, n, (n + 1) / 2, tx.type, 1000, 20, 200,
            date_trunc('month', now() at time zone 'UTC') at time zone 'UTC' + n * (interval '28 days' / $2::int),
            agent.float_id, n + 1, 1000000000000 - n % 2 * 1000, source.id, agent.commission_id, n, n * 20, expense.id
     from tx, agent, open_account(null, 'clearing', 'bench', 'UZS', null) as source (id),
          open_account(null, 'commission_expense', null, 'UZS', null) as expense (id)
     where agent.id = $1`,
    [agentId(index), rows, index],
  )
  await db.query(
    `insert into daily_total (agent_id, day, deposit_count, deposit_sum, deposit_fee, withdraw_count, withdraw_sum, withdraw_fee)
     select agent_id, (finished_at at time zone 'UTC')::date,
            count(*) filter (where type = 'deposit'), coalesce(sum(amount) filter (where type = 'deposit'), 0),
            coalesce(sum(fee) filter (where type = 'deposit'), 0),
            count(*) filter (where type = 'withdraw'), coalesce(sum(amount) filter (where type = 'withdraw'), 0),
            coalesce(sum(fee) filter (where type = 'withdraw'), 0)
     from confirmation where agent_id = $1 group by 1, 2`,
    [agentId(index)],
  )
  await db.query(
    `update account set version = last.number, balance = last.balance
     from (
       select distinct on (account_id) account_id, number, balance from statement_line
       where account_id in (select unnest(array[float_id, commission_id]) from agent where id = $1) and number is not null
       order by account_id, number desc) as last
     where account.id = last.account_id`,
    [agentId(index)],
  )
  await db.query(
    `update movement set at = date_trunc('month', now() at time zone 'UTC') at time zone 'UTC' where reference = $1`,
    [agentId(index)],
  )
  await db.query('set session_replication_role = origin')
  await db.query('vacuum analyze confirmation')
}

export type Supply = Awaited<ReturnType<typeof openSupply>>

/** Hands out transactions that no one has confirmed yet, in their order. */
export async function openSupply(db: Client, total: number) {
  await addTransactions(db, total)
  let next = 0
  return {
    async use<T extends { readonly sent: number }>(
      most: number,
      run: (from: { start: number; count: number }) => Promise<T>,
    ): Promise<T> {
      const result = await run({ start: next, count: Math.min(most, total - next) })
      next += result.sent
      return result
    },
    used: () => next,
  }
}
