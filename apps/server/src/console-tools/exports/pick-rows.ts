import {
  keyOfPicked,
  MOST_PICKED_ROWS,
  type PickedRows,
  type PickedTableName,
  pickedTables,
} from '@cashbox/contract/operator'
import { type BoundList, type ListContext, readPage } from '../../access/bind-lists.ts'
import { exportedColumns } from './columns.ts'

const PAGE = 200
/** Rows that were added since the list was loaded come before the chosen ones. */
const MOST_READ_ROWS = 2 * MOST_PICKED_ROWS

interface Picked {
  /** In the order of the keys. */
  readonly rows: readonly unknown[]
  /** Keys of rows that are no longer in the list. */
  readonly missing: readonly string[]
}

/** Reads the list from its beginning, where the operator saw the chosen rows, until all are found. */
export async function pickRows(
  { table, list }: { readonly table: PickedTableName; readonly list: BoundList },
  { keys, filters }: Pick<PickedRows, 'keys' | 'filters'>,
  context: ListContext,
): Promise<Picked> {
  const wanted = new Set(keys)
  const found = new Map<string, unknown>()
  let cursor: string | null = null
  let read = 0
  do {
    const page = await readPage(list, context, filters, { limit: PAGE, cursor })
    for (const row of page.list as readonly object[]) {
      const key = keyOfPicked(table, row)
      if (wanted.has(key)) found.set(key, row)
    }
    read += page.list.length
    cursor = page.next_cursor ?? null
  } while (cursor !== null && found.size < wanted.size && read < MOST_READ_ROWS)
  const ordered = [...wanted]
  return {
    rows: ordered.flatMap((key) => found.get(key) ?? []),
    missing: ordered.filter((key) => !found.has(key)),
  }
}

/** The exported columns for the chosen console columns, in their order. Unknown columns are left out. */
export function pickColumns(table: PickedTableName, chosen: readonly string[] | undefined) {
  const known = exportedColumns[table]
  const inFile: Readonly<Record<string, readonly string[]>> = pickedTables[table].columns
  const names = new Set(chosen?.flatMap((id) => (Object.hasOwn(inFile, id) ? (inFile[id] ?? []) : [id])))
  const columns = [...names].flatMap((name) => known.find((column) => column.name === name) ?? [])
  return columns.length > 0 ? columns : known
}
