import { type NetworkDatabase, openNetworkDatabase, readOne } from './network-database.ts'

/** The values of a primary key, as PostgreSQL writes them. */
export type RowKey = readonly string[]

export interface TableChanges {
  readonly keys: RowKey[]
  /** Its rows have no key, or all of them were removed at once. */
  isUnknown: boolean
}

/** Changes that are read together. */
const AT_ONCE = 10_000

/** Says which rows of a publication were written since the last time, however many rows there are. */
export async function openChanges(database: NetworkDatabase, publication: string) {
  const connection = await openNetworkDatabase(database.url, database.network)
  const slot = `${publication}_rows`
  // It goes with the connection.
  await connection.query(`select pg_create_logical_replication_slot($1, 'pgoutput', true)`, [slot])
  const tables = new Map<number, PublishedTable>()
  return {
    async read(): Promise<ReadonlyMap<string, TableChanges>> {
      const changes = new Map<string, TableChanges>()
      // Its commit also writes everything before it to disk, from where changes are read.
      const until = await readOne<string>(connection, `select pg_logical_emit_message(true, 'cashbox', '')::text`)
      for (let isEnd = false; !isEnd; ) {
        const rows = await connection.query<{ data: Buffer; is_end: boolean }>(
          `select data, lsn >= $2::pg_lsn as is_end from pg_logical_slot_get_binary_changes($1, $2::pg_lsn, $3,
             'proto_version', '1', 'publication_names', $4)`,
          [slot, until, AT_ONCE, publication],
        )
        for (const { data } of rows) noteChange(data, tables, changes)
        isEnd = rows.at(-1)?.is_end ?? true
      }
      return changes
    },
    close: () => connection.close(),
  }
}

interface PublishedTable {
  readonly name: string
  /** Where the columns of the key stand. Empty where the whole row is its own key. */
  readonly keyAt: readonly number[]
}

/** https://www.postgresql.org/docs/current/protocol-logicalrep-message-formats.html, version 1. */
function noteChange(data: Buffer, tables: Map<number, PublishedTable>, changes: Map<string, TableChanges>) {
  const message = readMessage(data)
  const kind = message.letter()
  if (kind === 'R') {
    const id = message.int32()
    message.text()
    const name = message.text()
    const isWhole = message.letter() === 'f'
    const flags = Array.from({ length: message.int16() }, () => {
      const isKey = message.int8() === 1
      message.text()
      message.skip(8)
      return isKey
    })
    tables.set(id, { name, keyAt: isWhole ? [] : flags.flatMap((isKey, at) => (isKey ? [at] : [])) })
  } else if (kind === 'T') {
    const count = message.int32()
    message.skip(1)
    for (let one = 0; one < count; one += 1) changesOf(message.int32()).isUnknown = true
  } else if ('IUD'.includes(kind)) {
    const id = message.int32()
    const { keyAt } = tableOf(id)
    const own = changesOf(id)
    if (keyAt.length === 0) own.isUnknown = true
    // The old key comes first, where it was another one.
    else while (message.hasMore() && message.letter()) own.keys.push(message.values(keyAt))
  }

  function tableOf(id: number) {
    const table = tables.get(id)
    if (!table) throw new Error(`a change of the unknown table ${id}`)
    return table
  }
  function changesOf(id: number) {
    const { name } = tableOf(id)
    const known = changes.get(name) ?? { keys: [], isUnknown: false }
    changes.set(name, known)
    return known
  }
}

function readMessage(data: Buffer) {
  let at = 0
  const take = (bytes: number) => {
    at += bytes
    return at - bytes
  }
  const letter = () => String.fromCharCode(data.readUInt8(take(1)))
  return {
    letter,
    int8: () => data.readInt8(take(1)),
    int16: () => data.readInt16BE(take(2)),
    int32: () => data.readUInt32BE(take(4)),
    skip: take,
    hasMore: () => at < data.length,
    /** Ends with a zero. */
    text() {
      const end = data.indexOf(0, at)
      return data.toString('utf8', take(end + 1 - at), end)
    },
    /** Those of a row that stand at these places. */
    values(places: readonly number[]): RowKey {
      const row = Array.from({ length: data.readInt16BE(take(2)) }, () => {
        if (letter() !== 't') return ''
        const length = data.readUInt32BE(take(4))
        return data.toString('utf8', take(length), at)
      })
      return places.map((place) => row[place] ?? '')
    },
  }
}
