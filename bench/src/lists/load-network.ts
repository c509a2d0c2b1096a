import { readFileSync } from 'node:fs'
import type { Client } from 'pg'
import { print } from '../common/report.ts'

/** How much of everything the network has; a share of 1 is what the console has to stay quick with. */
const FULL: Readonly<Record<string, number>> = {
  agents: 100_000,
  transactions: 5_000_000,
  topups: 200_000,
  requests: 50_000,
  auditEntries: 1_000_000,
  events: 500_000,
  sessions: 300_000,
  signals: 20_000,
  notes: 30_000,
  changes: 20_000,
}

/** The files in `sql`, each of which builds on those before it. */
const FILES = [
  'functions',
  'agents',
  'about-agents',
  'audit',
  'transactions',
  'money',
  'confirmations',
  'ledger',
  'events',
  'console',
]

/** Whose indexes are built when the rows are there, which is several times quicker. */
const LARGE = ['player_transaction', 'confirmation', 'movement', 'daily_total', 'outbox_event', 'audit_entry']

/** A whole network, made by set-based statements past triggers and foreign keys. */
export async function loadNetwork(db: Client, share: number): Promise<void> {
  const sizeOf = (name: string) => Math.round((FULL[name] ?? Number.NaN) * share)
  const run = async (name: string) => {
    print(`Loading ${name} …`)
    const text = readFileSync(new URL(`sql/${name}.sql`, import.meta.url), 'utf8')
    await db.query(text.replaceAll(/(?<!:):([a-z]\w*)/gi, (_, size: string) => String(sizeOf(size))))
  }
  await db.query("set session_replication_role = replica; set work_mem = '1GB'; set maintenance_work_mem = '1GB'")
  const indexes = await setAside(db, LARGE)
  for (const name of FILES) await run(name)
  print('Building indexes …')
  for (const index of indexes) await db.query(index)
  await run('charts')
  await db.query(
    'drop table bench_name, bench_agent, bench_transaction, bench_move, bench_topup; drop function bench_share, bench_id',
  )
  await db.query('vacuum (analyze)')
  await db.query('reset all')
}

/** Takes the indexes off these tables, but for those that foreign keys rest on, and returns how to make them again. */
async function setAside(db: Client, tables: readonly string[]): Promise<string[]> {
  const { rows } = await db.query<{ drop: string; create: string }>(
    `select case when rule.oid is null then format('drop index %s', index.indexrelid::regclass)
                 else format('alter table %s drop constraint %I', index.indrelid::regclass, rule.conname) end as drop,
            case when rule.oid is null then pg_get_indexdef(index.indexrelid)
                 else format('alter table %s add constraint %I %s', index.indrelid::regclass, rule.conname,
                             pg_get_constraintdef(rule.oid)) end as create
     from pg_index as index
     left join pg_constraint as rule on rule.conindid = index.indexrelid and rule.contype in ('p', 'u', 'x')
     where index.indrelid = any($1::regclass[])
       and not exists (select 1 from pg_constraint as foreign_key
                       where foreign_key.conindid = index.indexrelid and foreign_key.contype = 'f')`,
    [tables],
  )
  for (const index of rows) await db.query(index.drop)
  return rows.map(({ create }) => create)
}
