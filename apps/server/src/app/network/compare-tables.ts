import { listTables, openPlace, type Place, quote, readOne } from './place.ts'

/** Rows that are compared together. */
const CHUNK_ROWS = 20_000
/** Tables that are compared at the same time, each on one connection to either side. */
const LANES = 3

interface Digest {
  readonly rows: number
  readonly sum: string
}

/** Both sides had the same rows in this chunk when their oldest running transactions were these. */
interface Proof extends Digest {
  readonly xids: readonly [string, string]
}

interface ComparedTable {
  readonly name: string
  /** The column whose values divide the table into chunks, with their lower bounds from the second chunk on. */
  readonly by: { readonly column: string; readonly type: string; readonly bounds: readonly string[] } | null
  readonly proofs: Map<number, Proof>
}

interface Pass {
  /** Tables with rows that differ now. While the copy is behind, some do. */
  readonly different: readonly string[]
  readonly tables: number
  /** Rows whose text was compared; all others have not changed since an earlier pass found them equal. */
  readonly rows: number
}

/**
 * Compares every table of two places by the number of rows and the sum of their hashes. A pass remembers the chunks that were
 * equal, and the next pass compares only chunks that a transaction has changed since on either side: rows that were written
 * later have a newer transaction ID, and rows that were deleted are missing in the count. So the pass within the stop is short.
 */
export async function openComparison(source: Place, target: Place) {
  const lanes = await Promise.all(
    Array.from({ length: LANES }, async () => ({
      source: await openPlace(source.url, source.network),
      target: await openPlace(target.url, target.network),
    })),
  )
  const tables: ComparedTable[] = []
  for (const { name, isPart } of await listTables(source)) {
    if (!isPart) tables.push({ name, by: await divide(source, name), proofs: new Map() })
  }
  const largestFirst = tables.toSorted((one, other) => boundsOf(other).length - boundsOf(one).length)
  return {
    async pass(): Promise<Pass> {
      const waiting = [...largestFirst]
      const different: string[] = []
      let rows = 0
      const work = lanes.map(async (lane) => {
        // Before the tables are read, so that nothing is missed that is written meanwhile.
        const xids = await onBoth(lane, (place) =>
          readOne<string>(place, 'select pg_snapshot_xmin(pg_current_snapshot())::xid::text'),
        )
        for (let table = waiting.shift(); table; table = waiting.shift()) {
          const found = await compareTable(lane, table, xids)
          rows += found.rows
          if (!found.isEqual) different.push(table.name)
        }
      })
      await Promise.all(work)
      return { different, tables: tables.length, rows }
    },
    close: () => Promise.all(lanes.flatMap((lane) => [lane.source.close(), lane.target.close()])),
  }
}

const boundsOf = ({ by }: ComparedTable) => by?.bounds ?? []

/** A number or ID of the primary key, which grows with time: what is new is in the last chunk. */
async function divide(place: Place, name: string): Promise<ComparedTable['by']> {
  const [column] = await place.query<{ column: string; type: string }>(
    `select attname as column, format_type(atttypid, null) as type from pg_index
     join pg_attribute on attrelid = indrelid and attnum = any (indkey)
     where indrelid = $1::regclass and indisprimary and atttypid in ('bigint'::regtype, 'uuid'::regtype)
     order by atttypid = 'bigint'::regtype desc, attnum limit 1`,
    [quote(name)],
  )
  if (!column) return null
  const key = quote(column.column)
  const rows = await place.query<{ bound: string }>(
    `select distinct on (1) bound from (select ${key} as bound, row_number() over (order by ${key}) as number from ${quote(name)}) as ordered
     where number % ${CHUNK_ROWS} = 0 order by 1`,
  )
  return { ...column, bounds: rows.map(({ bound }) => bound) }
}

const chunkOf = ({ by }: ComparedTable) =>
  by && by.bounds.length > 0 ? `width_bucket(${quote(by.column)}, $1::${by.type}[])` : '0 + 0 * cardinality($1::text[])'

type Sides = { readonly source: Place; readonly target: Place }

const onBoth = async <Value>({ source, target }: Sides, work: (place: Place, side: 0 | 1) => Promise<Value>) =>
  Promise.all([work(source, 0), work(target, 1)])

async function compareTable(sides: Sides, table: ComparedTable, xids: Proof['xids']) {
  const changed = await findChanged(sides, table)
  if (changed.length === 0) return { isEqual: true, rows: 0 }
  const [here, there] = await onBoth(sides, (place) => digest(place, table, changed))
  let isEqual = true
  let rows = 0
  for (const chunk of changed) {
    const [one, other] = [here.get(chunk) ?? EMPTY, there.get(chunk) ?? EMPTY]
    rows += one.rows
    if (one.rows === other.rows && one.sum === other.sum) table.proofs.set(chunk, { ...one, xids })
    else {
      table.proofs.delete(chunk)
      isEqual = false
    }
  }
  return { isEqual, rows }
}

const EMPTY: Digest = { rows: 0, sum: '0' }

/** The chunks that were never equal, or in which a side has written since. */
async function findChanged(sides: Sides, table: ComparedTable): Promise<number[]> {
  const chunks = Array.from({ length: boundsOf(table).length + 1 }, (_, chunk) => chunk)
  const proofs = [...table.proofs.values()]
  const isSmall = chunks.length === 1 && proofs.every(({ rows }) => rows < CHUNK_ROWS)
  if (proofs.length === 0 || isSmall) return chunks
  const seen = await onBoth(sides, async (place, side) => {
    // Each chunk has the transaction ID of its own proof.
    const xids = chunks.map((chunk) => table.proofs.get(chunk)?.xids[side] ?? '3')
    const rows = await place.query<{ chunk: number; rows: number; young: number }>(
      `select chunk, count(*)::integer as rows, count(*) filter (where age(written) <= age(($2::text[])[chunk + 1]::xid))::integer as young
       from (select ${chunkOf(table)} as chunk, xmin as written from ${quote(table.name)}) as rows group by chunk`,
      [boundsOf(table), xids],
    )
    return new Map(rows.map((row) => [row.chunk, row]))
  })
  return chunks.filter((chunk) => {
    const proof = table.proofs.get(chunk)
    return (
      !proof || seen.some((side) => (side.get(chunk)?.rows ?? 0) !== proof.rows || (side.get(chunk)?.young ?? 0) > 0)
    )
  })
}

async function digest(place: Place, table: ComparedTable, chunks: readonly number[]): Promise<Map<number, Digest>> {
  const first = Math.min(...chunks)
  const bound = first > 0 ? boundsOf(table)[first - 1] : undefined
  const rows = await place.query<Digest & { chunk: number }>(
    `select ${chunkOf(table)} as chunk, count(*)::integer as rows, sum(hashtextextended(one::text, 0))::text as sum
     from ${quote(table.name)} as one
     where ${chunkOf(table)} = any ($2::integer[]) ${bound === undefined ? '' : `and ${quote(table.by?.column ?? '')} >= $3`}
     group by 1`,
    [boundsOf(table), chunks, ...(bound === undefined ? [] : [bound])],
  )
  return new Map(rows.map(({ chunk, ...one }) => [chunk, one]))
}
