import { Readable } from 'node:stream'
import { directionOf, type FileAnswer, type Language } from '@cashbox/contract'
import type { AuditAction, ExportedTable, ExportFormat, PickedTableName } from '@cashbox/contract/operator'
import * as contract from '@cashbox/contract/operator'
import { type OperatorRoute, route } from '../../access/admit-operator.ts'
import { type NamedFields, writeAudit } from '../../access/audit.ts'
import { type Column, type Frame, noFrame, textCell } from '../../platform/files/cells.ts'
import { writeCsv } from '../../platform/files/csv.ts'
import { writePdf } from '../../platform/files/write-pdf.ts'
import { writeXlsx } from '../../platform/files/write-xlsx.ts'
import { invalidFields, refusal } from '../../platform/refusal.ts'
import type { Services } from '../../platform/services.ts'
import { translate } from '../../platform/texts.ts'
import {
  type BoundList,
  bindLists,
  inPages,
  type ListContext,
  type Pages,
  pagesOf,
  pickColumns,
  pickRows,
} from './read-list.ts'

const MAX_OPEN_FILES = 3

interface ExportRequest {
  readonly table: ExportedTable
  readonly list: BoundList
  readonly format: ExportFormat
  readonly filters: Readonly<Record<string, unknown>>
}

interface Contents {
  readonly columns: readonly Column[]
  readonly pages: Pages
  readonly frame: Frame
}

/** Exports use the same calls as the lists, page by page, so that the same roles are allowed. */
export function exportRoutes(services: Services, routes: readonly OperatorRoute[]): OperatorRoute[] {
  const { clock, files } = services
  const lists = bindLists(routes)
  const findList = (table: string, { operator }: ListContext) => {
    const list = Object.hasOwn(lists, table) ? lists[table as ExportedTable] : null
    if (!list) throw refusal('not_found')
    if (!list.who.includes(operator.role)) throw refusal('role_not_allowed')
    files.refuseMore(operator.operatorId, MAX_OPEN_FILES)
    return { table: table as ExportedTable, list }
  }
  const send = async (request: ExportRequest, contents: Contents, context: ListContext): Promise<FileAnswer> => {
    const content = await startExport(services, request, contents, context)
    files.add(context.operator.operatorId, content)
    const { table, format } = request
    return { name: `cashbox-${table}-${clock.now().toISOString().slice(0, 10)}`, type: format, content }
  }
  return [
    route(contract.exportList, ({ input, ...context }) => {
      const { table, format, columns, ...filters } = input
      const request = { ...findList(table, context), format, filters }
      if (format === 'pdf' && !contract.printedLists.includes(request.table)) {
        throw invalidFields({ format: [{ code: 'invalid' }] })
      }
      const pages = pagesOf(request.list, filters, context)
      return send(request, { columns: pickColumns(request.table, columns?.split(',')), pages, frame: noFrame }, context)
    }),
    route(contract.exportRows, async ({ input, ...context }) => {
      const { table, format, filters, keys, columns } = input
      const listed = findList(table, context)
      if (!canPickRows(listed.table)) throw refusal('not_found')
      const picked = { table: listed.table, list: listed.list }
      const { rows, missing } = await pickRows(picked, { keys, filters }, context)
      const missingLabel = textCell(translate(context.caller.language, 'export.missing_row'))
      const file = await send(
        { ...picked, format, filters },
        {
          columns: pickColumns(picked.table, columns),
          pages: inPages(rows),
          frame: { head: [], foot: () => missing.map((key) => [missingLabel, textCell(key)]) },
        },
        context,
      )
      return { ...file, headers: { [contract.MISSING_ROWS_HEADER]: missing.length } }
    }),
  ]
}

/** Reads the first page, so that invalid filters are refused, and writes the audit entry before any data is sent. */
async function startExport(
  services: Services,
  { table, format, filters }: ExportRequest,
  { columns: fields, pages, frame }: Contents,
  context: ListContext,
): Promise<Readable> {
  const { actor, caller } = context
  const first = await pages.next()
  const note = (action: AuditAction, after: NamedFields) =>
    services.db.transaction((tx) =>
      writeAudit(tx, { at: services.clock.now(), actor }, { kind: 'export', id: table }, action, { after }),
    )
  await note('export.begin', { format, filters })
  const taken = countRows(first, pages, (rows, isComplete) =>
    note('export.end', { format, filters, rows, is_complete: isComplete }),
  )
  const columns = fields.map((column) => ({
    ...column,
    name: translate(caller.language, `export.columns.${column.name}`),
  }))
  const isRightToLeft = directionOf(caller.language) === 'rtl'
  const file =
    format === 'csv'
      ? Readable.from(writeCsv(columns, taken, frame), { objectMode: false })
      : format === 'xlsx'
        ? writeXlsx({ name: table, columns, pages: taken, frame, isRightToLeft })
        : Readable.from(writePdf(printed(columns, taken, filters, caller.language)), { objectMode: false })
  // The client may have disconnected before the last page.
  file.once('close', () => void taken.return(undefined).catch(() => {}))
  return file
}

/** With the filters above the table. */
const printed = (columns: readonly Column[], pages: Pages, filters: ExportRequest['filters'], language: Language) => ({
  title: translate(language, 'export.position_days'),
  columns: columns.map((column) => ({ ...column, weight: column.kind === 'number' ? 1 : 2 })),
  pages,
  frame: {
    head: ['code', 'currency_code'].map((name) => {
      const value = filters[name]
      return [textCell(translate(language, `export.columns.${name}`)), textCell(typeof value === 'string' ? value : '')]
    }),
    foot: () => [],
  },
  isRightToLeft: directionOf(language) === 'rtl',
})

/** Yields the same pages, and at the end reports how many rows were consumed. */
async function* countRows(
  first: IteratorResult<readonly unknown[]>,
  rest: Pages,
  onEnd: (rows: number, isComplete: boolean) => Promise<void>,
): Pages {
  let rows = 0
  let isComplete = false
  try {
    for (let page = first; page.done !== true; page = await rest.next()) {
      rows += page.value.length
      yield page.value
    }
    isComplete = true
  } finally {
    await onEnd(rows, isComplete)
  }
}

const canPickRows = (table: ExportedTable): table is PickedTableName => Object.hasOwn(contract.pickedKeys, table)
