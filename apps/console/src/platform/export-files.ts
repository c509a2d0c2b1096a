import { CallFailure } from '@cashbox/client/call-failure'
import type { Failure } from '@cashbox/contract'
import {
  EXPORT_PATH,
  type ExportFormat,
  MISSING_ROWS_HEADER,
  type PickedRows,
  type PickedTableName,
} from '@cashbox/contract/operator'
import { API_BASE } from './call.ts'
import { currentLanguage } from './language.ts'

const KEPT_MS = 60_000

/** The browser keeps the rows as they come, and shows how far it is. */
export function download(href: string, name = '') {
  const link = document.createElement('a')
  link.href = href
  link.download = name
  link.click()
}

/** A file of chosen rows. Tells how many of them the list no longer has. */
export async function downloadPicked(table: PickedTableName, request: PickedRows): Promise<number> {
  const response = await fetch(API_BASE + EXPORT_PATH.replace(':table', table), {
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
  // The browser may begin to read it only after this.
  setTimeout(() => URL.revokeObjectURL(href), KEPT_MS)
  return Number(response.headers.get(MISSING_ROWS_HEADER) ?? 0)
}

const nameOf = (response: Response, table: string, format: ExportFormat) =>
  /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? `cashbox-${table}.${format}`
