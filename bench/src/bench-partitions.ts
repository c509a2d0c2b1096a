import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { startPostgres } from '../../scripts/start-postgres.ts'

const MIGRATION = join(import.meta.dirname, '../../apps/server/database/migrations/0056_attempts_by_month.sql')

const ROWS = 20_000_000
const MONTHS = 24
const ROUNDS = 60
const ROWS_A_ROUND = 200

const median = (values: readonly number[]) => values.toSorted((one, other) => one - other)[values.length >> 1] ?? 0

/** The first id of a month, as the program makes ids: 48 bits of milliseconds in front. */
const BOUND = `create function bound(month integer) returns uuid language sql immutable as $$
  select (lpad(to_hex((extract(epoch from date '2024-01-01' + month * interval '1 month') * 1000)::bigint), 12, '0')
          || '70008000000000000000')::uuid $$;
create function id_at(month integer, share float8, n bigint) returns uuid language sql immutable as $$
  select (lpad(to_hex(((extract(epoch from date '2024-01-01' + month * interval '1 month') + share * 2400000) * 1000)::bigint), 12, '0')
          || '70008' || lpad(to_hex(n), 15, '0'))::uuid $$;`

const COLUMNS = `(event_id uuid not null, number integer not null, started_at timestamptz not null,
  duration_ms integer not null, status integer, error text, answer text, problem text)`

/**
 * Attempts of webhooks in one table, and by month of their event's id: what it costs to add, to find, and to drop a month; and how
 * long the migration takes that makes one into the other.
 */
export async function benchPartitions(share: number, print: (line: string) => void): Promise<Record<string, number>> {
  const postgres = await startPostgres({
    fsync: false,
    settings: { shared_buffers: '1GB', max_wal_size: '8GB', maintenance_work_mem: '512MB', autovacuum: 'off' },
  })
  const db = new Client({ connectionString: postgres.url('postgres') })
  await db.connect()
  const timed = async (text: string, values: unknown[] = []) => {
    const from = performance.now()
    await db.query(text, values)
    return performance.now() - from
  }
  try {
    const monthly = Math.round((ROWS * share) / MONTHS)
    await load(db, monthly)
    print(`${monthly * MONTHS} rows in each of both`)
    const figures: Record<string, number> = { rows: monthly * MONTHS }
    const times: Record<string, number[]> = {}
    const note = (name: string, ms: number) => {
      times[name] = [...(times[name] ?? []), ms]
    }
    const { rows: events } = await db.query<{ id: string }>(
      'select id_at(round % $1, (1 + round * 7919 % $2)::float8 / $2, 1 + round * 7919 % $2) as id from generate_series(0, $3 - 1) as round',
      [MONTHS, monthly, ROUNDS],
    )
    const ids = events.map(({ id }) => id)
    for (let round = 0; round < ROUNDS; round++) {
      for (const table of round % 2 ? ['plain', 'parted'] : ['parted', 'plain']) {
        const from = 1e9 + round * ROWS_A_ROUND
        note(
          `insert_${table}`,
          await timed(
            `insert into ${table} select id_at($1, 0.9, n), 1, now(), 40, 200, null, null, null from generate_series($2::bigint, $2::bigint + $3 - 1) as n`,
            [MONTHS - 1, from, ROWS_A_ROUND],
          ),
        )
        note(`read_${table}`, await timed(`select * from ${table} where event_id = $1 order by number`, [ids[round]]))
        note(`newest_${table}`, await timed(`select * from ${table} order by event_id desc, number desc limit 50`))
      }
    }
    for (const [name, all] of Object.entries(times)) figures[`${name}_ms`] = Number(median(all).toFixed(3))
    for (const table of ['plain', 'parted']) figures[`${table}_mb`] = await sizeOf(db, table)
    figures['drop_plain_ms'] = Math.round(await timed('delete from plain where event_id < bound(1)'))
    figures['vacuum_plain_ms'] = Math.round(await timed('vacuum plain'))
    figures['plain_after_mb'] = await sizeOf(db, 'plain')
    // What the worker does before it drops a month: look for rows that are kept longer.
    figures['look_parted_ms'] = Math.round(await timed('select * from parted_0 where started_at >= now()'))
    figures['drop_parted_ms'] = Math.round(await timed('drop table parted_0'))
    figures['parted_after_mb'] = await sizeOf(db, 'parted')
    figures['migration_ms'] = await convert(db, timed)
    for (const [name, value] of Object.entries(figures)) print(`  ${name.padEnd(20)}${value}`)
    return figures
  } finally {
    await db.end()
    await postgres.stop()
  }
}

/** Of the table with its indexes, and of all its parts. */
async function sizeOf(db: Client, table: string): Promise<number> {
  const { rows } = await db.query<{ mb: string }>(
    `select round((pg_total_relation_size($1::regclass) + coalesce(sum(pg_total_relation_size(relid)), 0)) / 1048576) as mb
     from pg_partition_tree($1::regclass)`,
    [table],
  )
  return Number(rows[0]?.mb)
}

/** The product's own migration, over the rows of the one table under its real name. The table is locked for as long as it takes. */
async function convert(db: Client, timed: (text: string) => Promise<number>): Promise<number> {
  await db.query(`
    create table outbox_event (id uuid primary key);
    alter table plain rename to webhook_attempt;
    alter table webhook_attempt rename constraint plain_pkey to webhook_attempt_pkey;
    alter table webhook_attempt add constraint webhook_attempt_event_id_fkey
      foreign key (event_id) references outbox_event not valid`)
  return Math.round(await timed(readFileSync(MIGRATION, 'utf8')))
}

/** Keys are made when the rows are there, which is several times quicker. */
async function load(db: Client, monthly: number) {
  await db.query(BOUND)
  await db.query(`create table plain ${COLUMNS}; create table parted ${COLUMNS} partition by range (event_id)`)
  for (let month = 0; month < MONTHS; month++) {
    await db.query(`
      create table parted_${month} partition of parted for values from (bound(${month})) to (bound(${month + 1}));
      insert into parted_${month}
      select id_at(${month}, n::float8 / ${monthly}, n), 1, date '2024-01-01' + ${month} * interval '1 month', 40, 200, null, null, null
      from generate_series(1, ${monthly}) as n;
      insert into plain select * from parted_${month}`)
  }
  await db.query('alter table plain add primary key (event_id, number)')
  await db.query('alter table parted add primary key (event_id, number)')
  await db.query('analyze plain; analyze parted')
}
