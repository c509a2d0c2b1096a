import { listTables, type NetworkDatabase, openNetworkDatabase, quote, readOne } from './network-database.ts'

/** Rows that are compared together. */
const CHUNK_ROWS = 20_000
/** One side may wait long for the other. */
const BEGIN = 'begin isolation level repeatable read read only; set local idle_in_transaction_session_timeout = 0'
/** Tables that are compared at the same time, each on one connection to either side. */
const AT_ONCE = 3

interface Digest {
  readonly rows: number
  readonly sum: string
}

interface ComparedTable {
  readonly name: string
  /** The column whose values divide the table into chunks, with their lower bounds from the second chunk on. */
  readonly by: { readonly column: string; readonly type: string; readonly bounds: readonly string[] } | null
  /** The chunks that were equal in the last pass. */
  readonly proofs: Map<number, Digest>
  /** The oldest transactions that were running on either side when that pass began. */
  xids: Xids
}

type Xids = readonly [source: string, target: string]

interface Comparison {
  /** Tables with rows that differ now. While the copy is behind, some do. */
  readonly different: readonly string[]
  readonly tables: number
  /** Rows whose text was compared; all others have not changed since an earlier pass found them equal. */
  readonly rows: number
}

/**
 * Compares every table of two databases by the number of rows and the sum of their hashes. A pass remembers the chunks that were
 * equal, and the next pass compares only chunks that a transaction has changed since on either side: rows that were written
 * later have a newer transaction ID, and rows that were deleted are missing in the count. So the pass within the stop is short.
 */
export async function openComparison(source: NetworkDatabase, target: NetworkDatabase, chunkRows = CHUNK_ROWS) {
  const pairs = await Promise.all(
    Array.from({ length: AT_ONCE }, async () => ({
      source: await openNetworkDatabase(source.url, source.network),
      target: await openNetworkDatabase(target.url, target.network),
    })),
  )
  const tables: ComparedTable[] = []
  for (const { name, isPart } of await listTables(source)) {
    if (!isPart) tables.push({ name, by: await divide(source, name, chunkRows), proofs: new Map(), xids: ['', ''] })
  }
  const largestFirst = tables.toSorted((one, other) => boundsOf(other).length - boundsOf(one).length)
  let last: Promise<unknown> = Promise.resolve()
  return {
    /** After the one before it, which may have been given up: a connection has one snapshot at a time. */
    pass(): Promise<Comparison> {
      const next = last.catch(() => {}).then(compare)
      last = next
      return next
    },
    close: () => Promise.all(pairs.flatMap((pair) => [pair.source.close(), pair.target.close()])),
  }

  async function compare(): Promise<Comparison> {
    const waiting = [...largestFirst]
    const different: string[] = []
    let rows = 0
    const work = pairs.map(async (pair) => {
      // Before the tables are read, so that nothing is missed that is written meanwhile.
      const xids = await onBoth(pair, (database) =>
        readOne<string>(database, 'select pg_snapshot_xmin(pg_current_snapshot())::xid::text'),
      )
      for (let table = waiting.shift(); table; table = waiting.shift()) {
        await onBoth(pair, (database) => database.script(BEGIN))
        const compared = await compareTable(pair, table)
        await onBoth(pair, (database) => database.query('commit'))
        table.xids = xids
        rows += compared
        if (table.proofs.size <= boundsOf(table).length) different.push(table.name)
      }
    })
    await Promise.all(work)
    return { different, tables: tables.length, rows }
  }
}

const boundsOf = ({ by }: ComparedTable) => by?.bounds ?? []

/** A number or ID of the primary key, which grows with time: what is new is in the last chunk. */
async function divide(database: NetworkDatabase, name: string, chunkRows: number): Promise<ComparedTable['by']> {
  const [column] = await database.query<{ column: string; type: string }>(
    `select attname as column, format_type(atttypid, null) as type from pg_index
     join pg_attribute on attrelid = indrelid and attnum = any (indkey)
     where indrelid = $1::regclass and indisprimary and atttypid in ('bigint'::regtype, 'uuid'::regtype)
     order by atttypid = 'bigint'::regtype desc, attnum limit 1`,
    [quote(name)],
  )
  if (!column) return null
  const key = quote(column.column)
  const rows = await database.query<{ bound: string }>(
    `select distinct on (1) bound from (select ${key} as bound, row_number() over (order by ${key}) as number from ${quote(name)}) as ordered
     where number % ${chunkRows} = 0 order by 1`,
  )
  return { ...column, bounds: rows.map(({ bound }) => bound) }
}

const chunkOf = ({ by }: ComparedTable) =>
  by && by.bounds.length > 0 ? `width_bucket(${quote(by.column)}, $1::${by.type}[])` : '0 + 0 * cardinality($1::text[])'

type Sides = { readonly source: NetworkDatabase; readonly target: NetworkDatabase }

const onBoth = async <Value>(
  { source, target }: Sides,
  work: (database: NetworkDatabase, side: 0 | 1) => Promise<Value>,
) => Promise.all([work(source, 0), work(target, 1)])

/** In one snapshot of either side. Returns the number of rows whose text was compared. */
async function compareTable(sides: Sides, table: ComparedTable): Promise<number> {
  const chunks = Array.from({ length: boundsOf(table).length + 1 }, (_, chunk) => chunk)
  const isSmall = chunks.length === 1 && countProven(table, chunks) < CHUNK_ROWS
  if (table.proofs.size === 0 || isSmall) return (await compareChunks(sides, table, chunks))[0]
  const seen = await onBoth(sides, (database, side) => readWritten(database, table, table.xids[side]))
  const isWritten = (chunk: number) => !table.proofs.has(chunk) || seen.some(({ written }) => written.has(chunk))
  const others = chunks.filter((chunk) => !isWritten(chunk))
  const compared = await compareChunks(sides, table, chunks.filter(isWritten))
  if (seen.every(({ rows }, side) => rows - (compared[side] ?? 0) === countProven(table, others))) return compared[0]
  const counts = await onBoth(sides, (database) => countRows(database, table))
  const shrunk = others.filter((chunk) => counts.some((rows) => rows.get(chunk) !== countProven(table, [chunk])))
  return compared[0] + (await compareChunks(sides, table, shrunk))[0]
}

const countProven = ({ proofs }: ComparedTable, chunks: readonly number[]) =>
  chunks.reduce((sum, chunk) => sum + (proofs.get(chunk)?.rows ?? 0), 0)

/** Returns the number of rows on either side. */
async function compareChunks(sides: Sides, table: ComparedTable, chunks: readonly number[]): Promise<[number, number]> {
  if (chunks.length === 0) return [0, 0]
  const [here, there] = await onBoth(sides, (database) => digest(database, table, chunks))
  const rows: [number, number] = [0, 0]
  for (const chunk of chunks) {
    const [one, other] = [here.get(chunk) ?? EMPTY, there.get(chunk) ?? EMPTY]
    rows[0] += one.rows
    rows[1] += other.rows
    if (one.rows === other.rows && one.sum === other.sum) table.proofs.set(chunk, one)
    else table.proofs.delete(chunk)
  }
  return rows
}

const EMPTY: Digest = { rows: 0, sum: '0' }

/** How many rows there are, and the chunks with rows that were written since. */
async function readWritten(database: NetworkDatabase, table: ComparedTable, xid: string) {
  // One look at each row, which must be cheap: this reads the whole table while the network stands still.
  const young = await database.query<{ chunk: number }>(
    `select distinct ${chunkOf(table)} as chunk from ${quote(table.name)} where age(xmin) <= (select age($2::xid))`,
    [boundsOf(table), xid],
  )
  const rows = Number(await readOne<string>(database, `select count(*) from ${quote(table.name)}`))
  return { rows, written: new Set(young.map(({ chunk }) => chunk)) }
}

async function countRows(database: NetworkDatabase, table: ComparedTable): Promise<Map<number, number>> {
  const rows = await database.query<{ chunk: number; rows: number }>(
    `select ${chunkOf(table)} as chunk, count(*)::integer as rows from ${quote(table.name)} group by 1`,
    [boundsOf(table)],
  )
  return new Map(rows.map(({ chunk, rows }) => [chunk, rows]))
}

async function digest(
  database: NetworkDatabase,
  table: ComparedTable,
  chunks: readonly number[],
): Promise<Map<number, Digest>> {
  const first = Math.min(...chunks)
  const bound = first > 0 ? boundsOf(table)[first - 1] : undefined
  const rows = await database.query<Digest & { chunk: number }>(
    `select ${chunkOf(table)} as chunk, count(*)::integer as rows, sum(hashtextextended(one::text, 0))::text as sum
     from ${quote(table.name)} as one
     where ${chunkOf(table)} = any ($2::integer[]) ${bound === undefined ? '' : `and ${quote(table.by?.column ?? '')} >= $3`}
     group by 1`,
    [boundsOf(table), chunks, ...(bound === undefined ? [] : [bound])],
  )
  return new Map(rows.map(({ chunk, ...one }) => [chunk, one]))
}
