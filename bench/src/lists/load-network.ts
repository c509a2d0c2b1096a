import { readFileSync } from 'node:fs'
import type { Client } from 'pg'
import { connect } from '../common/database.ts'
import { print } from '../common/report.ts'

/** A file of SQL, with a value from `values` for each `:name`. */
function readSql(name: string, values: Readonly<Record<string, number>>): string {
  return readFileSync(new URL(`sql/${name}.sql`, import.meta.url), 'utf8').replaceAll(
    /(?<!:):([a-z]\w*)/gi,
    (_, field: string) => {
      const value = values[field]
      if (value === undefined) throw new Error(`${name}.sql names :${field}, and there is no such value`)
      return String(value)
    },
  )
}

/** How much of everything the network has; a share of 1 is what the console has to stay quick with. */
const sizeOf = (share: number): Readonly<Record<string, number>> => ({
  agents: Math.round(100_000 * share),
  transactions: Math.round(5_000_000 * share),
  topups: Math.round(200_000 * share),
  requests: Math.round(50_000 * share),
  auditEntries: Math.round(1_000_000 * share),
  events: Math.round(500_000 * share),
  sessions: Math.round(300_000 * share),
  signals: Math.round(20_000 * share),
  notes: Math.round(30_000 * share),
  changes: Math.round(20_000 * share),
})

/** Whose indexes are built when the rows are there, which is several times quicker. */
const LARGE = ['player_transaction', 'confirmation', 'movement', 'daily_total', 'outbox_event', 'audit_entry']

interface Load {
  readonly url: string
  readonly share: number
}

/** A whole network, made by the files in `sql`: set-based statements past triggers and foreign keys. */
export async function loadNetwork(db: Client, { url, share }: Load): Promise<void> {
  const started = performance.now()
  const printTime = (name: string, sinceMs: number) =>
    print(`  ${name.padEnd(34)}${((performance.now() - sinceMs) / 1000).toFixed(1).padStart(7)} s`)
  const step = async (name: string, work: () => Promise<unknown>) => {
    const from = performance.now()
    await work()
    printTime(name, from)
  }
  const size = sizeOf(share)
  const run = async (client: Client, ...names: string[]) => {
    for (const name of names) await client.query(readSql(name, size))
  }
  print(`Loading ${size['agents']} agents and ${size['transactions']} transactions …`)
  const beside = await connect(url)
  for (const one of [db, beside]) await one.query(LOADING)
  await run(db, 'functions')
  const indexes = await setAside(db, LARGE)
  await step('agents', () => run(db, 'agents'))
  await step('transactions, beside them audit', () =>
    Promise.all([run(db, 'transactions'), run(beside, 'audit', 'about-agents')]),
  )
  await step('confirmations, ledger, events', async () => {
    await run(db, 'money')
    await Promise.all([run(db, 'confirmations'), run(beside, 'ledger')])
    await run(db, 'events')
  })
  await step('views and requests', () => run(db, 'console'))
  await beside.end()
  await step('indexes', () => rebuild(url, indexes))
  await step('sums of the charts', () => run(db, 'charts'))
  await db.query(
    'drop table bench_name, bench_agent, bench_transaction, bench_move, bench_topup; drop function bench_share, bench_id',
  )
  await step('vacuum and analyze', () => db.query('vacuum (analyze)'))
  await db.query('reset all')
  printTime('all of it', started)
}

const LOADING = "set session_replication_role = replica; set work_mem = '1GB'; set maintenance_work_mem = '1GB'"

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
