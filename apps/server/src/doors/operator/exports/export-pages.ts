import { Readable } from 'node:stream'
import type { Endpoint } from '@cashbox/contract'
import {
  EXPORT_PATH,
  type ExportedTable,
  type ExportFormat,
  exportedLists,
  exportFormats,
  operatorApi,
  operatorRoles,
} from '@cashbox/contract/operator'
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { writeAudit } from '../../../domain/operators/audit.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/db/database.ts'
import { readFields } from '../../../platform/http/read-input.ts'
import { refusal } from '../../../platform/refusal.ts'
import { admitSignedIn, type OperatorContexts, type OperatorRoute, type SomeOperators } from '../admit-operator.ts'
import { exportedColumns } from './columns.ts'
import { writeCsv } from './write-csv.ts'
import { writeXlsx } from './write-xlsx.ts'

const PAGE = 200
const AT_ONCE = 3
/** A reader who takes nothing for so long is gone. */
const STALLED_MS = 120_000

const contentTypes: Readonly<Record<ExportFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

interface ExportServices {
  readonly db: Database
  readonly clock: Clock
  readonly isSecure: boolean
  /** Whose handlers make the lists. */
  readonly routes: readonly OperatorRoute[]
}

/** Lists as files, for operators who may see the list, made by the same calls page by page. */
export const exportPages = (services: ExportServices): FastifyPluginAsync => {
  const lists = bindLists(services.routes)
  const open = new Map<Readable, string>()
  return async (api) => {
    api.addHook('preClose', async () => {
      for (const file of open.keys()) file.destroy()
    })
    api.get(EXPORT_PATH, { exposeHeadRoute: false }, async (request, reply) => {
      const { table } = request.params as { table: string }
      const list = Object.hasOwn(lists, table) ? lists[table as ExportedTable] : null
      const context = await admitSignedIn(services, list?.who ?? operatorRoles, request, reply)
      if (!list) throw refusal('not_found')
      const { format, ...filters } = request.query as Record<string, unknown>
      const wish = { table: table as ExportedTable, list, ...readFields(Format, { format }), filters }
      const { operatorId } = context.operator
      if ([...open.values()].filter((id) => id === operatorId).length >= AT_ONCE) {
        throw refusal('too_many_requests', { seconds: 60 })
      }
      const file = await startExport(services, wish, request, context)
      open.set(file, operatorId)
      file.once('close', () => open.delete(file))
      return send(reply, file, `cashbox-${table}-${services.clock.now().toISOString().slice(0, 10)}`, wish.format)
    })
  }
}

const Format = z.strictObject({ format: z._default(z.enum(exportFormats), 'csv') })

interface BoundList {
  readonly endpoint: Endpoint
  readonly who: SomeOperators
  readonly handler: OperatorRoute['handler']
}

/** A list without its call stops the start. */
function bindLists(routes: readonly OperatorRoute[]) {
  const bound = Object.entries(exportedLists).map(([table, endpoint]: [string, Endpoint]) => {
    const route = routes.find((one) => one.endpoint === endpoint)
    const call = operatorApi.find(([one]) => one === endpoint)
    if (!route || !call || call[1] === 'anyone') throw new Error(`exported list has no call for operators: ${table}`)
    return [table, { endpoint, who: call[1], handler: route.handler }] as const
  })
  return Object.fromEntries(bound) as Record<ExportedTable, BoundList>
}

interface Wish {
  readonly table: ExportedTable
  readonly list: BoundList
  readonly format: ExportFormat
  readonly filters: Readonly<Record<string, unknown>>
}

/** Reads the first page, so that what is wrong with the filters is refused, and notes who takes what before anything leaves. */
async function startExport(
  services: Pick<ExportServices, 'db' | 'clock'>,
  wish: Wish,
  request: FastifyRequest,
  context: OperatorContexts['operator'],
): Promise<Readable> {
  const { actor } = context
  const pages = pagesOf(wish, context)
  const first = await pages.next()
  const { table, format, filters } = wish
  const note = (action: string, after: object) =>
    services.db.transaction((tx) =>
      writeAudit(tx, { at: services.clock.now(), actor, action, subject: { kind: 'export', id: table }, after }),
    )
  await note('export.begin', { format, filters })
  const taken = counted(first, pages, (rows, isComplete) =>
    note('export.end', { format, filters, rows, is_complete: isComplete }),
  )
  const columns = exportedColumns[table]
  const file =
    format === 'csv'
      ? Readable.from(writeCsv(columns, taken), { objectMode: false })
      : writeXlsx({ name: table, columns, pages: taken })
  // The reader may have gone while the pages wait for them to read on.
  file.once('close', () => void taken.return(undefined).catch(() => {}))
  // Fastify destroys what can't be sent; without a listener the error would end the program.
  file.on('error', (error) => request.log.error({ err: error }, 'export failed'))
  return file
}

type Pages = AsyncGenerator<readonly unknown[], undefined>

/** Asks for one page after the other, each only when the one before it has been taken. */
async function* pagesOf({ list, filters }: Wish, context: OperatorContexts['operator']): Pages {
  const { endpoint, handler } = list
  const isPaged = 'limit' in (endpoint.input as unknown as { shape: object }).shape
  let cursor: string | null = null
  do {
    const sent = { ...filters, ...(isPaged ? { limit: String(PAGE) } : {}), ...(cursor === null ? {} : { cursor }) }
    const answer = endpoint.output.parse(await handler({ ...context, input: readFields(endpoint.input, sent) }))
    const page = answer as { list: unknown[]; next_cursor?: string | null }
    yield page.list
    cursor = page.next_cursor ?? null
  } while (cursor !== null)
}

/** The same pages, and in the end how many rows were taken, whether or not that was all. */
async function* counted(
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

function send(reply: FastifyReply, file: Readable, name: string, format: ExportFormat) {
  reply.raw.setTimeout(STALLED_MS, () => file.destroy())
  reply.raw.once('close', () => file.destroy())
  return (
    reply
      .header('content-type', contentTypes[format])
      .header('content-disposition', `attachment; filename="${name}.${format}"`)
      .header('cache-control', 'no-store')
      // Kept alive after its end, the connection would hold up a server that stops.
      .header('connection', 'close')
      .send(file)
  )
}
