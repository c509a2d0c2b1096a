import { listTables, type NetworkDatabase, openNetworkDatabase, quote } from './network-database.ts'
import { openChanges, type RowKey, type TableChanges } from './read-changes.ts'

/** Rows that are compared together. */
const CHUNK_ROWS = 20_000
/** One side may wait long for the other. */
const BEGIN = 'begin isolation level repeatable read read only; set local idle_in_transaction_session_timeout = 0'
/** Tables that are compared at the same time, each on one connection to either side. */
const AT_ONCE = 3

interface KeyColumn {
  readonly column: string
  readonly type: string
}

interface ComparedTable {
  readonly name: string
  readonly key: readonly KeyColumn[]
  /** The column whose values divide the table into chunks, with their lower bounds from the second chunk on. */
  readonly by: (KeyColumn & { readonly bounds: readonly string[] }) | null
  /** Rows that differed when they were last compared. Null where all have to be compared, as those of a small table always. */
  different: Map<string, RowKey> | null
}

interface Comparison {
  /** Tables with rows that differ now. While the copy is behind, some do. */
  readonly different: readonly string[]
  readonly tables: number
  /** Rows whose text was compared; all others have not changed since an earlier pass found them equal. */
  readonly rows: number
}

/**
 * Compares every table of two databases. The first pass compares all rows, by the sum of the hashes of a chunk and, where that
 * differs, one by one. Every later pass compares small tables again, and of the others the rows that differed and those that were
 * written in the source since. In the copy nothing but the replication writes. So the pass within the stop takes as long as
 * there are changes, not rows.
 */
export async function openComparison(
  source: NetworkDatabase,
  target: NetworkDatabase,
  publication: string,
  chunkRows = CHUNK_ROWS,
) {
  // Before anything is compared, so that no change is missed.
  const changes = await openChanges(source, publication)
  const pairs = await Promise.all(
    Array.from({ length: AT_ONCE }, async () => ({
      source: await openNetworkDatabase(source.url, source.network),
      target: await openNetworkDatabase(target.url, target.network),
    })),
  )
  const tables: ComparedTable[] = []
  for (const { name, isPart } of await listTables(source)) {
    if (isPart) continue
    const key = await readKey(source, name)
    tables.push({ name, key, by: await divide(source, name, key, chunkRows), different: null })
  }
  const largestFirst = tables.toSorted((one, other) => boundsOf(other).length - boundsOf(one).length)
  let last: Promise<unknown> = Promise.resolve()
  let newest: ReadonlyMap<string, TableChanges> = new Map()
  return {
    /** After the one before it, which may have been given up: a connection has one snapshot at a time. */
    pass(): Promise<Comparison> {
      const next = last.catch(() => {}).then(compare)
      last = next
      return next
    },
    close: () =>
      Promise.all([changes, ...pairs.flatMap((pair) => [pair.source, pair.target])].map((one) => one.close())),
  }

  async function compare(): Promise<Comparison> {
    // Before the tables are read, so that nothing is missed that is written meanwhile.
    // A change stands in the log a moment before it can be seen, so the newest are compared once more.
    noteChanges(tables, newest)
    newest = await changes.read()
    noteChanges(tables, newest)
    const waiting = [...largestFirst]
    const different: string[] = []
    let rows = 0
    const work = pairs.map(async (pair) => {
      for (let table = waiting.shift(); table; table = waiting.shift()) {
        if (table.different?.size === 0) continue
        await onBoth(pair, (database) => database.script(BEGIN))
        const isWhole = table.different === null
        const compared = await (table.different ? compareRows(pair, table, table.different) : compareAll(pair, table))
        await onBoth(pair, (database) => database.query('commit'))
        rows += compared
        if (table.different?.size !== 0) different.push(table.name)
        if (table.key.length === 0 || (isWhole && compared < chunkRows)) table.different = null
      }
    })
    await Promise.all(work)
    return { different, tables: tables.length, rows }
  }
}

function noteChanges(tables: readonly ComparedTable[], changes: ReadonlyMap<string, TableChanges>) {
  for (const table of tables) {
    const { keys = [], isUnknown = false } = changes.get(table.name) ?? {}
    if (isUnknown) table.different = null
    for (const key of keys) table.different?.set(JSON.stringify(key), key)
  }
}

const boundsOf = ({ by }: ComparedTable) => by?.bounds ?? []

const readKey = (database: NetworkDatabase, name: string) =>
  database.query<{ column: string; type: string }>(
    `select attname as column, format_type(atttypid, null) as type from pg_index
     join pg_attribute on attrelid = indrelid and attnum = any (indkey)
     where indrelid = $1::regclass and indisprimary order by attnum`,
    [quote(name)],
  )

/** A number or ID of the primary key, which grows with time. */
async function divide(
  database: NetworkDatabase,
  name: string,
  key: readonly KeyColumn[],
  chunkRows: number,
): Promise<ComparedTable['by']> {
  const by = key.find(({ type }) => type === 'bigint') ?? key.find(({ type }) => type === 'uuid')
  if (!by) return null
  const column = quote(by.column)
  const rows = await database.query<{ bound: string }>(
    `select distinct on (1) bound from (select ${column} as bound, row_number() over (order by ${column}) as number from ${quote(name)}) as ordered
     where number % ${chunkRows} = 0 order by 1`,
  )
  return { ...by, bounds: rows.map(({ bound }) => bound) }
}

const chunkOf = ({ by }: ComparedTable) =>
  by && by.bounds.length > 0 ? `width_bucket(${quote(by.column)}, $1::${by.type}[])` : '0 + 0 * cardinality($1::text[])'

type Sides = { readonly source: NetworkDatabase; readonly target: NetworkDatabase }

const onBoth = async <Value>({ source, target }: Sides, work: (database: NetworkDatabase) => Promise<Value>) =>
  Promise.all([work(source), work(target)])

/** The text of a row, as a number. */
const HASH = 'hashtextextended(one::text, 0)'

/** In one snapshot of either side. Returns the number of rows. */
async function compareAll(sides: Sides, table: ComparedTable): Promise<number> {
  const [here, there] = await onBoth(sides, (database) => digest(database, table))
  const different = new Map<string, RowKey>()
  for (const chunk of new Set([...here.keys(), ...there.keys()])) {
    if (here.get(chunk)?.text === there.get(chunk)?.text) continue
    const [own, others] = await onBoth(sides, (database) => readChunk(database, table, chunk))
    for (const [name, { key }] of [...own, ...others]) {
      if (own.get(name)?.hash !== others.get(name)?.hash) different.set(name, key)
    }
  }
  table.different = different
  return [...here.values()].reduce((sum, { rows }) => sum + rows, 0)
}

/** The number of rows of each chunk, and a text that is the same for the same rows. */
async function digest(database: NetworkDatabase, table: ComparedTable) {
  const chunks = await database.query<{ chunk: number; rows: number; text: string }>(
    `select ${chunkOf(table)} as chunk, count(*)::integer as rows, concat(count(*), ' ', sum(${HASH})) as text
     from ${quote(table.name)} as one group by 1`,
    [boundsOf(table)],
  )
  return new Map(chunks.map(({ chunk, ...one }) => [chunk, one]))
}

/** Each row of a chunk, by its key, or by itself where it has none. */
async function readChunk(database: NetworkDatabase, table: ComparedTable, chunk: number) {
  const { key, name, by } = table
  const values = key.length > 0 ? key.map(({ column }) => `one.${quote(column)}::text`) : ['one::text']
  const [lower, upper] = [boundsOf(table)[chunk - 1], boundsOf(table)[chunk]]
  const column = `one.${quote(by?.column ?? '')}`
  const within = [
    lower === undefined ? 'true' : `${column} >= $1`,
    upper === undefined ? 'true' : `${column} < $${lower === undefined ? 1 : 2}`,
  ]
  const rows = await database.query<{ key: string[]; hash: string }>(
    `select array[${values.join(', ')}] as key, ${HASH}::text as hash from ${quote(name)} as one where ${within.join(' and ')}`,
    [lower, upper].filter((bound) => bound !== undefined),
  )
  return new Map(rows.map((row) => [JSON.stringify(row.key), row]))
}

/** Forgets those that are equal now. Returns how many it compared. */
async function compareRows(sides: Sides, { name, key }: ComparedTable, rows: Map<string, RowKey>): Promise<number> {
  const wanted = [...rows]
  const given = key.map(({ type }, at) => `$${at + 1}::${type}[]`)
  const equal = key.map(({ column }, at) => `one.${quote(column)} = wanted.value_${at}`)
  const text = `select ${HASH}::text as hash
    from unnest(${given.join(', ')}) with ordinality as wanted (${key.map((_, at) => `value_${at}`).join(', ')}, number)
    left join ${quote(name)} as one on ${equal.join(' and ')} order by wanted.number`
  for (let from = 0; from < wanted.length; from += CHUNK_ROWS) {
    const part = wanted.slice(from, from + CHUNK_ROWS)
    const values = key.map((_, at) => part.map(([, one]) => one[at]))
    const [here, there] = await onBoth(sides, (database) => database.query<{ hash: string | null }>(text, values))
    part.forEach(([known], at) => here[at]?.hash === there[at]?.hash && rows.delete(known))
  }
  return wanted.length
}
