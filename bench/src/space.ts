import { readFileSync } from 'node:fs'
import type { Client } from 'pg'
import { AGENTS } from './common/database.ts'
import { type Figures, median, type Print, report, round } from './common/measurement.ts'
import { withNetwork } from './common/network.ts'

const ROUNDS = 10
const GROUP = 32

/** What a transaction leaves behind. Rows of other tables are few, or go away. */
const KEPT = new Set(['player_transaction', 'confirmation', 'movement', 'outbox_event'])

type Sizes = ReadonlyMap<string, { readonly table: string; readonly bytes: number }>

/** What a confirmed transaction takes on disk, in rounds with a vacuum after each, as in a database in use. */
export const measureSpace = (transactions: number, print: Print): Promise<Figures> =>
  withNetwork({}, async ({ connect }) => {
    const db = await connect()
    // Whole pages are written after each checkpoint, so their share depends on how often there is one.
    await db.query('alter system set full_page_writes = off')
    await db.query('select pg_reload_conf()')
    await db.query('set synchronous_commit = off')
    const before = await readSizes(db)
    const written: Written[] = []
    const perRound = Math.round(transactions / ROUNDS)
    for (let turn = 0; turn < ROUNDS; turn += 1) {
      await create(db, turn * perRound, perRound)
      for (let start = turn * perRound; start < (turn + 1) * perRound; start += GROUP) {
        written.push(await confirm(db, start, Math.min(GROUP, (turn + 1) * perRound - start)))
        await deliver(db)
      }
      await db.query('vacuum analyze')
    }
    return { ...sizesOf(before, await readSizes(db), transactions, print), ...costsOf(written, print) }
  })

const AT_ONCE = 10_000
const NEVER = 2 ** 31 - 1

/** A network with that many confirmed transactions, whose events were delivered. */
export async function addConfirmed(db: Client, transactions: number): Promise<void> {
  await db.query('set synchronous_commit = off')
  for (let first = 0; first < transactions; first += AT_ONCE) {
    const end = Math.min(first + AT_ONCE, transactions)
    // Withdrawals would need the partner's reservations, which the program makes when it opens them.
    await create(db, first, end - first, NEVER)
    for (let start = first; start < end; start += GROUP) await confirm(db, start, Math.min(GROUP, end - start))
    await db.query(
      'update outbox_event set attempts = 1, delivered_at = now(), next_attempt_at = null where delivered_at is null',
    )
    // The others only grow.
    await db.query('vacuum analyze open_transaction')
  }
  await db.query('vacuum analyze')
}

// Every third is a withdrawal. IDs of transactions are scattered, as in the program, and no two are the same: the modulus is a
// prime. A player comes back about ten times.
const create = (db: Client, start: number, count: number, withdrawalEvery = 3) =>
  db.query(
    `insert into player_transaction (id, transaction_id, partner_id, reference, body_hash, channel_id, type, amount,
       player_id, security_code_hash, created_at, expires_at)
     select uuidv7(), upper(lpad(to_hex(n * 649057219::bigint % 1099511627689), 10, '0')), (select id from partner where code = 'sandbox'),
            'order-' || n, hashint8extended(n, 0), (select id from channel where code = 'tashkent'),
            case when n % $3::integer = $3::integer - 1 then 'withdraw' else 'deposit' end, 1000 + n % 500 * 100, 'player-' || abs(hashint4(n)) % 5000,
            case when n % $3::integer = $3::integer - 1 then rpad('code ' || n, 43, '-') end, clock_timestamp(), now() + interval '1 day'
     from generate_series($1::integer, $1 + $2 - 1) as n`,
    [start, count, withdrawalEvery],
  )

interface Written {
  readonly count: number
  readonly rows: number
  readonly logBytes: number
  readonly processorMs: number
}

/** One group as the server sends it. Of everything that it writes, PostgreSQL counts the rows and the bytes of log. */
async function confirm(db: Client, start: number, count: number): Promise<Written> {
  const { rows: batches } = await db.query<{ batch: string; pid: number }>(
    `select jsonb_agg(jsonb_build_object(
       'ordinal', n - $1, 'token_hash', session.token_hash, 'type', type, 'transaction_id', transaction_id,
       'amount', amount::text, 'code_hash', security_code_hash, 'key', gen_random_uuid(), 'body_hash', 'x', 'lat', 41.2995123,
       'lon', 69.2401456, 'accuracy_m', 12.5, 'age_s', 3, 'ip', '203.0.113.' || n % 200, 'at', clock_timestamp(),
       'event_id', uuidv7(), 'address_guesses', 'none'))::text as batch, pg_backend_pid() as pid
     from generate_series($1::integer, $1 + $2 - 1) as n join player_transaction on reference = 'order-' || n
       and partner_id = (select id from partner where code = 'sandbox')
     join session on session.agent_id = ('00000000-0000-7000-9000-' || lpad(to_hex(n % $3), 12, '0'))::uuid`,
    [start, count, AGENTS],
  )
  const { batch = '', pid = 0 } = batches[0] ?? {}
  await db.query('begin')
  const [rowsFrom, logFrom] = await writtenSoFar(db)
  const startedNs = processorNs(pid)
  const { rows: outcomes } = await db.query<{ outcome: string }>(
    `select outcome from confirm_payments($1, max_wrong_codes => 5, max_age_s => 120, guess_series => 'guess-account',
       max_agent_guesses => 20, max_address_guesses => 100)`,
    [batch],
  )
  const processorMs = (processorNs(pid) - startedNs) / 1e6
  const refused = outcomes.find(({ outcome }) => outcome !== 'confirmed')
  if (refused || outcomes.length !== count) throw new Error(`not confirmed: ${refused?.outcome ?? outcomes.length}`)
  const [rowsTo, logTo] = await writtenSoFar(db)
  await db.query('commit')
  return { count, rows: rowsTo - rowsFrom, logBytes: logTo - logFrom, processorMs }
}

/** Of the process of this connection, which is on this machine. */
const processorNs = (pid: number) => Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0])

async function writtenSoFar(db: Client): Promise<[rows: number, logBytes: number]> {
  const { rows } = await db.query<{ rows: string; bytes: string }>(
    `select sum(n_tup_ins + n_tup_upd + n_tup_del)::text as rows, pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::text as bytes
     from pg_stat_xact_user_tables`,
  )
  return [Number(rows[0]?.rows), Number(rows[0]?.bytes)]
}

/** As a worker does it: it claims events together, and notes of each when it arrived. */
async function deliver(db: Client) {
  const { rows } = await db.query<{ id: string }>(
    `update outbox_event set attempts = 1, locked_until = now() + interval '1 minute' where delivered_at is null returning id`,
  )
  for (const { id } of rows)
    await db.query({
      name: 'deliver',
      text: `update outbox_event set locked_until = null, delivered_at = now(), next_attempt_at = null
             where id = $1`,
      values: [id],
    })
}

async function readSizes(db: Client): Promise<Sizes> {
  const { rows } = await db.query<{ name: string; table: string; bytes: string }>(
    `select name, "table", pg_table_size(oid)::text as bytes from (
       select relid as oid, relname as name, relname as "table" from pg_stat_user_tables where schemaname = current_schema()
       union all
       select indexrelid, indexrelname, relname from pg_stat_user_indexes where schemaname = current_schema()) as one`,
  )
  return new Map(rows.map(({ name, table, bytes }) => [name, { table, bytes: Number(bytes) }]))
}

/** By table and index, of what stays. */
function sizesOf(before: Sizes, after: Sizes, count: number, print: Print): Figures {
  const figures: Figures = {}
  let kept = 0
  let other = 0
  for (const [name, { table, bytes }] of [...after].toSorted(([, one], [, two]) => two.bytes - one.bytes)) {
    const each = (bytes - (before.get(name)?.bytes ?? 0)) / count
    if (!KEPT.has(table)) {
      other += each
    } else if (each >= 1) {
      kept += each
      figures[name] = round(each)
      print(`  ${name.padEnd(40)}${each.toFixed(0).padStart(6)} bytes`)
    }
  }
  const sums = { space_bytes: round(kept), space_other_bytes: round(other) }
  return { ...figures, ...report(print, 'A confirmed transaction with its event', sums) }
}

function costsOf(written: readonly Written[], print: Print): Figures {
  const whole = written.filter((group) => group.count === GROUP)
  return report(print, `Confirming one in a group of ${GROUP}`, {
    confirmation_rows: median(whole.map(({ rows }) => rows)) / GROUP,
    confirmation_log_bytes: round(median(whole.map(({ logBytes }) => logBytes)) / GROUP),
    confirmation_processor_ms: median(whole.map(({ processorMs }) => processorMs)) / GROUP,
  })
}
