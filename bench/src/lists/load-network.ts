import type { Client } from 'pg'
import { connect } from '../prepare.ts'
import { loadAgents, type Size } from './load-agents.ts'
import { loadChartSums, loadMoney, loadTransactions } from './load-money.ts'
import { loadAboutAgents, loadAudit, loadConsole, loadEvents } from './load-records.ts'

/** Whose indexes are built when the rows are there, which is several times quicker. */
const LARGE = ['player_transaction', 'confirmation', 'movement', 'daily_total', 'outbox_event', 'audit_entry']

interface Load {
  readonly db: Client
  readonly url: string
  readonly size: Size
  readonly print: (line: string) => void
}

/** A whole network, made by set-based statements past triggers and foreign keys. */
export async function loadNetwork({ db, url, size, print }: Load): Promise<void> {
  const started = performance.now()
  const step = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    const from = performance.now()
    const result = await work()
    print(`  ${name.padEnd(34)}${((performance.now() - from) / 1000).toFixed(1).padStart(7)} s`)
    return result
  }
  print(`Loading ${size.agents} agents and ${size.transactions} transactions …`)
  const beside = await connect(url)
  for (const one of [db, beside]) await one.query(LOADING)
  await db.query(FUNCTIONS)
  const indexes = await setAside(db, LARGE)
  await step('agents', () => loadAgents(db, size))
  await step('transactions, beside them audit', () =>
    Promise.all([loadTransactions(db, size), loadAudit(beside, size).then(() => loadAboutAgents(beside, size))]),
  )
  await step('confirmations, ledger, events', () => loadMoney(db, beside, size).then(() => loadEvents(db, size)))
  await step('views and requests', () => loadConsole(db, size))
  await beside.end()
  await step('indexes', () => rebuild(url, indexes))
  await step('sums of the charts', () => loadChartSums(db))
  await db.query(
    'drop table bench_agent, bench_transaction, bench_move, bench_topup; drop function bench_share, bench_id',
  )
  await step('vacuum and analyze', () => db.query('vacuum (analyze)'))
  await db.query('reset all')
  print(`  ${'all of it'.padEnd(34)}${((performance.now() - started) / 1000).toFixed(1).padStart(7)} s`)
}

const LOADING = "set session_replication_role = replica; set work_mem = '1GB'; set maintenance_work_mem = '1GB'"

// A number from 0 to 1 that is always the same, and an id as the program would have made it at that time. Neither claims
// more than it holds, because PostgreSQL would then call it row by row instead of making it part of the statement.
const FUNCTIONS = `
  create function bench_share(n bigint, seed bigint) returns float8 language sql immutable parallel safe as $$
    select (hashint8extended(n, seed) & 1048575) / 1048576.0::float8
  $$;
  create function bench_id(at timestamptz, series integer, n bigint) returns uuid language sql stable parallel safe as $$
    select (lpad(to_hex((date_part('epoch', at) * 1000)::bigint), 12, '0') || '7' || lpad(to_hex(series), 3, '0')
            || '8' || lpad(to_hex(n), 15, '0'))::uuid
  $$;`

interface Index {
  readonly drop: string
  readonly create: string
}

const BUILDERS = 2

/** Takes the indexes off these tables, but for those that foreign keys rest on, and returns how to make them again. */
async function setAside(db: Client, tables: readonly string[]): Promise<Index[]> {
  const { rows } = await db.query<Index>(
    `select case when rule.oid is null then format('drop index %s', index.indexrelid::regclass)
                 else format('alter table %s drop constraint %I', index.indrelid::regclass, rule.conname) end as drop,
            case when rule.oid is null then pg_get_indexdef(index.indexrelid)
                 else format('alter table %s add constraint %I %s', index.indrelid::regclass, rule.conname,
                             pg_get_constraintdef(rule.oid)) end as create
     from pg_index as index
     left join pg_constraint as rule on rule.conindid = index.indexrelid and rule.contype in ('p', 'u', 'x')
     where index.indrelid = any($1::regclass[])
       and not exists (select 1 from pg_constraint as foreign_key
                       where foreign_key.conindid = index.indexrelid and foreign_key.contype = 'f')
     order by pg_relation_size(index.indrelid)`,
    [tables],
  )
  for (const index of rows) await db.query(index.drop)
  return rows
}

/** Builds them again, as many at a time as there are processors to be counted on. */
async function rebuild(url: string, indexes: readonly Index[]): Promise<void> {
  const queue = [...indexes]
  const build = async () => {
    const db = await connect(url)
    await db.query("set maintenance_work_mem = '1GB'; set max_parallel_maintenance_workers = 0")
    for (let next = queue.shift(); next; next = queue.shift()) await db.query(next.create)
    await db.end()
  }
  await Promise.all(Array.from({ length: BUILDERS }, build))
}
