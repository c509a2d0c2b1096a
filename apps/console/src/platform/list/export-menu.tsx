import { CallFailure } from '@cashbox/client/call-failure'
import type { Failure } from '@cashbox/contract'
import * as api from '@cashbox/contract/operator'
import { MenuButton } from '@cashbox/ui/dense/menu-button'
import { Download, FileSpreadsheet, FileText, Printer } from 'lucide-react'
import { currentLanguage, textAt } from '../language/language.ts'
import { API_BASE, useMay } from '../session/session.ts'
import { notify, useWork } from '../toasts.ts'

/** The file that a list is exported to, with the filters of that call. */
export interface ListExport {
  readonly table: api.ExportedTable
  readonly filters: Readonly<Record<string, string | number | undefined>>
}

const BLOB_TTL_MS = 60_000

export function ExportMenu({ table, filters }: ListExport) {
  if (!useMay(api.exportedLists[table])) return null
  const send = (format: api.ExportFormat) => download(API_BASE + api.exportUrl(table, format, filters))
  return (
    <FileMenu
      hint={textAt('export.hint')}
      onChoose={send}
      onPrint={api.printedLists.includes(table) ? () => send('pdf') : undefined}
    />
  )
}

export const ExportHead = ({ title, ...exported }: ListExport & { title: string }) => (
  <div className="flex flex-wrap items-center justify-between gap-2">
    <h3 className="font-semibold">{title}</h3>
    <div>
      <ExportMenu {...exported} />
    </div>
  </div>
)

interface SelectionExportProps extends ListExport {
  readonly table: api.PickedTableName
  readonly rows: readonly unknown[]
  /** Column IDs in their order, if the operator has chosen some. */
  readonly columns: string[] | null
}

export function SelectionExport({ table, filters, rows, columns }: SelectionExportProps) {
  const { run } = useWork()
  const set = Object.entries(filters).flatMap(([name, value]) => (value ? [[name, String(value)] as const] : []))
  const request = {
    keys: rows.map((row) => api.keyOfPicked(table, row as object)),
    filters: Object.fromEntries(set),
    ...(columns && { columns }),
  }
  const save = async (format: api.RowFormat) => {
    const missing = await downloadPicked(table, { format, ...request })
    if (missing > 0) notify('info', textAt('export.missing', { count: missing }))
  }
  return <FileMenu hint={textAt('export.selected_hint')} onChoose={(format) => run(() => save(format))} />
}

interface FileMenuProps {
  readonly hint: string
  readonly onChoose: (format: api.RowFormat) => void
  readonly onPrint?: (() => void) | undefined
}

const FileMenu = ({ hint, onChoose, onPrint }: FileMenuProps) => (
  <MenuButton
    label={hint}
    face={
      <>
        <Download size={18} aria-hidden className="shrink-0" />
        {textAt('export.button')}
      </>
    }
    actions={[
      { label: textAt('export.csv'), icon: <FileText aria-hidden />, onSelect: () => onChoose('csv') },
      { label: textAt('export.xlsx'), icon: <FileSpreadsheet aria-hidden />, onSelect: () => onChoose('xlsx') },
      ...(onPrint ? [{ label: textAt('export.pdf'), icon: <Printer aria-hidden />, onSelect: onPrint }] : []),
    ]}
  />
)

/** The browser streams the rows to disk and shows the progress. */
function download(href: string, name = '') {
  const link = document.createElement('a')
  link.href = href
  link.download = name
  link.click()
}

/** Returns how many of the chosen rows the list no longer has. */
async function downloadPicked(table: api.PickedTableName, request: api.PickedRows): Promise<number> {
  const response = await fetch(API_BASE + api.exportRows.path.replace(':table', table), {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-cashbox-console': '1', 'x-language': currentLanguage() },
    body: JSON.stringify(request),
  }).catch((cause: unknown) => {
    throw new CallFailure('unreachable', { cause })
  })
  if (!response.ok) {
    const body = (await response.json().catch(() => ({}))) as Partial<Failure>
    throw new CallFailure('refused', { status: response.status, body })
  }
  const href = URL.createObjectURL(await response.blob())
  download(href, nameOf(response, table, request.format))
  // The browser may start to read the blob only after this.
  setTimeout(() => URL.revokeObjectURL(href), BLOB_TTL_MS)
  return Number(response.headers.get(api.MISSING_ROWS_HEADER) ?? 0)
}

const nameOf = (response: Response, table: string, format: api.ExportFormat) =>
  /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? `cashbox-${table}.${format}`
