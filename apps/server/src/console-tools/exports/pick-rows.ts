import {
  keyOfPicked,
  MOST_PICKED_ROWS,
  type PickedRows,
  type PickedTableName,
  pickedTables,
} from '@cashbox/contract/operator'
import type { OperatorContexts } from '../../access/admit-operator.ts'
import { type BoundList, readPage } from '../../access/bind-lists.ts'
import { exportedColumns } from './columns.ts'

const PAGE = 200
/** Rows that have come since the list was loaded stand before those that were chosen. */
const MOST_READ_ROWS = 2 * MOST_PICKED_ROWS

interface Picked {
  /** In the order in which they were chosen. */
  readonly rows: readonly unknown[]
  /** The keys of those that the list no longer has. */
  readonly missing: readonly string[]
}

/** The chosen rows as they are at this moment, found where their reader saw them: near the beginning of the list. */
export async function pickRows(
  { table, list }: { readonly table: PickedTableName; readonly list: BoundList },
  { keys, filters }: Pick<PickedRows, 'keys' | 'filters'>,
  context: OperatorContexts['operator'],
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

/** What the file has of the columns that the console shows, in their order. What neither of them has is left out. */
export function pickColumns(table: PickedTableName, chosen: readonly string[] | undefined) {
  const known = exportedColumns[table]
  const inFile: Readonly<Record<string, readonly string[]>> = pickedTables[table].columns
  const names = new Set(chosen?.flatMap((id) => (Object.hasOwn(inFile, id) ? (inFile[id] ?? []) : [id])))
  const columns = [...names].flatMap((name) => known.find((column) => column.name === name) ?? [])
  return columns.length > 0 ? columns : known
}
