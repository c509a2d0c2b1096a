import type { Endpoint } from '@cashbox/contract'
import {
  type ExportedTable,
  exportedLists,
  keyOfPicked,
  MOST_PICKED_ROWS,
  type OperatorAccess,
  type PickedRows,
  type PickedTableName,
} from '@cashbox/contract/operator'
import type { Database } from '@cashbox/postgres/database'
import type { OperatorContexts, OperatorRoute } from '../../access/admit-operator.ts'
import type { Column } from '../../platform/files/cells.ts'
import { readFields } from '../../platform/http/bind-api.ts'
import { exportedFiles } from './columns.ts'

/** More than the calls allow. */
const PAGE = 200
/** Rows that were added since the list was loaded come before the chosen ones. */
const MOST_READ_ROWS = 2 * MOST_PICKED_ROWS

export interface BoundList {
  readonly endpoint: Endpoint
  readonly who: OperatorAccess
  readonly handler: OperatorRoute['handler']
}

/** `db` may be a replica. */
export type ListContext = OperatorContexts['operator'] & { readonly db: Database }
type Filters = Readonly<Record<string, unknown>>
export type Pages = AsyncGenerator<readonly unknown[], undefined>

interface Page {
  readonly list: readonly unknown[]
  readonly next_cursor?: string | null
}

/** Fails at start-up when a list has no call. */
export const bindLists = (routes: readonly OperatorRoute[]) =>
  Object.fromEntries(
    Object.entries(exportedLists).map(([table, endpoint]): [string, BoundList] => {
      const route = routes.find((one) => one.endpoint === endpoint)
      if (!route) throw new Error(`list has no call for operators: ${endpoint.path}`)
      return [table, { endpoint, who: endpoint.roles, handler: route.handler }]
    }),
  ) as Record<ExportedTable, BoundList>

/** Pages from the handler of the list. Each is read only when the one before it has been consumed. */
export async function* pagesOf({ endpoint, handler }: BoundList, filters: Filters, context: ListContext): Pages {
  const isPaged = 'limit' in (endpoint.input as unknown as { shape: object }).shape
  let cursor: string | null = null
  do {
    const input = readFields(endpoint.input, { ...filters, ...(cursor ? { cursor } : {}) }) as object
    const answer = await handler({ ...context, input: isPaged ? { ...input, limit: PAGE } : input })
    const page = endpoint.output.parse(answer) as Page
    yield page.list
    cursor = page.next_cursor ?? null
  } while (cursor !== null)
}

export async function* inPages(rows: readonly unknown[]): Pages {
  for (let from = 0; from < rows.length; from += PAGE) yield rows.slice(from, from + PAGE)
}

/** Reads the list from its beginning, where the operator saw the chosen rows, until all are found. */
export async function pickRows(
  { table, list }: { readonly table: PickedTableName; readonly list: BoundList },
  { keys, filters }: Pick<PickedRows, 'keys' | 'filters'>,
  context: ListContext,
) {
  const wanted = new Set(keys)
  const found = new Map<string, unknown>()
  let read = 0
  for await (const page of pagesOf(list, filters, context)) {
    for (const row of page as readonly object[]) {
      const key = keyOfPicked(table, row)
      if (wanted.has(key)) found.set(key, row)
    }
    read += page.length
    if (found.size === wanted.size || read >= MOST_READ_ROWS) break
  }
  const ordered = [...wanted]
  return {
    /** In the order of the keys. */
    rows: ordered.flatMap((key) => found.get(key) ?? []),
    /** Keys of rows that are no longer in the list. */
    missing: ordered.filter((key) => !found.has(key)),
  }
}

/** The columns of the file for the chosen columns of the console, in their order. Unknown columns are left out. */
export function pickColumns(table: ExportedTable, chosen: readonly string[] | undefined): readonly Column[] {
  const { columns, console: inFile = {} } = exportedFiles[table]
  const names = new Set(chosen?.flatMap((id) => (Object.hasOwn(inFile, id) ? (inFile[id] ?? []) : [id])))
  const picked = [...names].flatMap((name) => columns.find((column) => column.name === name) ?? [])
  return picked.length > 0 ? picked : columns
}
