import { Readable } from 'node:stream'
import { defaultLanguage, directionOf, type Language } from '@cashbox/contract'
import {
  type AuditAction,
  EXPORT_PATH,
  type ExportedTable,
  type ExportFormat,
  exportedLists,
  exportFormats,
  MISSING_ROWS_HEADER,
  operatorRoles,
  PickedRows,
  type PickedTableName,
  pickedTables,
} from '@cashbox/contract/operator'
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import {
  admitSignedIn,
  type OperatorContexts,
  type OperatorRoute,
  refuseOtherSites,
} from '../../access/admit-operator.ts'
import { type NamedFields, writeAudit } from '../../access/audit.ts'
import { type BoundList, bindList, type ListContext, readPage } from '../../access/bind-lists.ts'
import type { Database } from '../../platform/database/database.ts'
import { type Column, type Frame, noFrame, textCell } from '../../platform/files/cells.ts'
import { writeCsv } from '../../platform/files/csv.ts'
import { createOpenFiles } from '../../platform/files/open-files.ts'
import { sendFile } from '../../platform/files/send-file.ts'
import { writeXlsx } from '../../platform/files/write-xlsx.ts'
import { readFields } from '../../platform/http/answer.ts'
import { languageOfRequest } from '../../platform/http/read-headers.ts'
import { refusal } from '../../platform/refusal.ts'
import type { Services } from '../../platform/services.ts'
import { translate } from '../../platform/texts.ts'
import { exportedColumns } from './columns.ts'
import { pickColumns, pickRows } from './pick-rows.ts'

const PAGE = 200
const MAX_OPEN_FILES = 3
/** Ten thousand IDs. */
const PICKED_BODY_BYTES = 1024 * 1024

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
  /** For the names of the columns. */
  readonly language: Language
}

type Pages = AsyncGenerator<readonly unknown[], undefined>

const Format = z.strictObject({ format: z._default(z.enum(exportFormats), 'csv') })

/** Exports use the same calls as the lists, page by page, so that the same roles are allowed. */
export const exportPages = (
  services: Services,
  replica: Database,
  routes: readonly OperatorRoute[],
): FastifyPluginAsync => {
  const lists = bindLists(routes)
  const files = createOpenFiles(MAX_OPEN_FILES)
  return async (api) => {
    api.addHook('preClose', async () => files.closeAll())
    const admit = async (request: FastifyRequest, reply: FastifyReply) => {
      const { table } = request.params as { table: string }
      const list = Object.hasOwn(lists, table) ? lists[table as ExportedTable] : null
      const context = { db: replica, ...(await admitSignedIn(services, list?.who ?? operatorRoles, request, reply)) }
      if (!list) throw refusal('not_found')
      files.refuseMore(context.operator.operatorId)
      return { table: table as ExportedTable, list, context }
    }
    const send = (reply: FastifyReply, file: Readable, { table, format }: ExportRequest, operatorId: string) => {
      files.add(operatorId, file)
      return sendFile(reply, file, `cashbox-${table}-${services.clock.now().toISOString().slice(0, 10)}`, format)
    }
    api.get(EXPORT_PATH, { exposeHeadRoute: false }, async (request, reply) => {
      const { context, ...listed } = await admit(request, reply)
      const { format, columns: chosen, ...filters } = request.query as Record<string, unknown>
      const wanted = { ...listed, ...readFields(Format, { format }), filters }
      const columns = canPickRows(wanted.table)
        ? pickColumns(wanted.table, typeof chosen === 'string' ? chosen.split(',') : undefined)
        : exportedColumns[wanted.table]
      const contents = {
        columns,
        pages: pagesOf(wanted, context),
        frame: noFrame,
        language: languageFor(request, context),
      }
      const file = await startExport(services, wanted, contents, request, context)
      return send(reply, file, wanted, context.operator.operatorId)
    })
    api.post(EXPORT_PATH, { bodyLimit: PICKED_BODY_BYTES }, async (request, reply) => {
      refuseOtherSites(request)
      const { context, list, table } = await admit(request, reply)
      if (!canPickRows(table)) throw refusal('not_found')
      const picked = { table, list }
      const { columns, keys, ...wanted } = readFields(PickedRows, request.body)
      const { rows, missing } = await pickRows(picked, { keys, ...wanted }, context)
      const language = languageFor(request, context)
      const missingLabel = textCell(translate(language, 'export.missing_row'))
      const contents = {
        columns: pickColumns(picked.table, columns),
        pages: inPages(rows),
        frame: { head: [], foot: () => missing.map((key) => [missingLabel, textCell(key)]) },
        language,
      }
      const file = await startExport(services, { ...picked, ...wanted }, contents, request, context)
      return send(
        reply.header(MISSING_ROWS_HEADER, missing.length),
        file,
        { ...picked, ...wanted },
        context.operator.operatorId,
      )
    })
  }
}

/** Reads the first page, so that invalid filters are refused, and writes the audit entry before any data is sent. */
async function startExport(
  services: Pick<Services, 'db' | 'clock'>,
  { table, format, filters }: ExportRequest,
  { columns: fields, pages, frame, language }: Contents,
  request: FastifyRequest,
  context: ListContext,
): Promise<Readable> {
  const { actor } = context
  const first = await pages.next()
  const note = (action: AuditAction, after: NamedFields) =>
    services.db.transaction((tx) =>
      writeAudit(tx, { at: services.clock.now(), actor, action, subject: { kind: 'export', id: table }, after }),
    )
  await note('export.begin', { format, filters })
  const taken = countRows(first, pages, (rows, isComplete) =>
    note('export.end', { format, filters, rows, is_complete: isComplete }),
  )
  const columns = fields.map((column) => ({ ...column, name: translate(language, `export.columns.${column.name}`) }))
  const file =
    format === 'csv'
      ? Readable.from(writeCsv(columns, taken, frame), { objectMode: false })
      : writeXlsx({ name: table, columns, pages: taken, frame, isRightToLeft: directionOf(language) === 'rtl' })
  // The client may have disconnected before the last page.
  file.once('close', () => void taken.return(undefined).catch(() => {}))
  // Fastify destroys a file that can't be sent; without a listener the error would end the process.
  file.on('error', (error) => request.log.error({ err: error }, 'export failed'))
  return file
}

/** Reads each page only when the one before it has been consumed. */
async function* pagesOf({ list, filters }: ExportRequest, context: ListContext): Pages {
  let cursor: string | null = null
  do {
    const page = await readPage(list, context, filters, { limit: PAGE, cursor })
    yield page.list
    cursor = page.next_cursor ?? null
  } while (cursor !== null)
}

async function* inPages(rows: readonly unknown[]): Pages {
  for (let from = 0; from < rows.length; from += PAGE) yield rows.slice(from, from + PAGE)
}

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

const bindLists = (routes: readonly OperatorRoute[]) =>
  Object.fromEntries(
    Object.entries(exportedLists).map(([table, endpoint]) => [table, bindList(routes, endpoint)]),
  ) as Record<ExportedTable, BoundList>

/** A link that the browser follows has no header, so the file is in the language of the operator. */
const languageFor = (request: FastifyRequest, { operator }: OperatorContexts['operator']): Language =>
  request.headers['x-language'] === undefined ? (operator.language ?? defaultLanguage) : languageOfRequest(request)

const canPickRows = (table: ExportedTable): table is PickedTableName => Object.hasOwn(pickedTables, table)
