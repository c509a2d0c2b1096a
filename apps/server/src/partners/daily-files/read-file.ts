import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { type FileAnswer, fileTypes } from '@cashbox/contract'
import { type FileForm, ReconciliationFile } from '@cashbox/contract/partner'
import { col, type Queryable, query, toPage } from '@cashbox/postgres/database'
import { columnsFor } from '../../platform/answer-columns.ts'
import { queryFirst } from '../../platform/query-first.ts'
import { refusal } from '../../platform/refusal.ts'
import type { Services } from '../../platform/services.ts'
import { csvFile } from './daily-file.ts'
import { lastClosedDay } from './file-lines.ts'
import { makeFiles } from './make-files.ts'

type FileServices = Pick<Services, 'db' | 'clock' | 'keyring'>

const decompress = promisify(gunzip)
const PIECES_PER_QUERY = 4

const columns = { ...columnsFor(ReconciliationFile), size: col.count, lines: col.count }

/** Newest first. */
export async function listFiles(
  db: Queryable,
  partnerId: string,
  { before, limit }: { readonly before: string | null; readonly limit: number },
): Promise<{ list: ReconciliationFile[]; next_cursor: string | null }> {
  const rows = await query(db, columns)`
    select day::text as day, sha256, size, lines, totals, made_at from reconciliation_file
    where partner_id = ${partnerId} and (${before}::date is null or day < ${before}::date)
    order by reconciliation_file.day desc limit ${limit + 1}`
  return toPage(rows, limit, ({ day }) => day)
}

/** Makes the file, and all earlier ones, if it is missing. */
async function findFile(services: FileServices, partnerId: string, day: string): Promise<{ size: number }> {
  const { db, clock } = services
  const known = await readFile(db, partnerId, day)
  if (known) return known
  if (day > (await lastClosedDay(db, clock))) throw refusal('day_not_ended')
  await makeFiles(services, { partnerId, until: day })
  const made = await readFile(db, partnerId, day)
  // The day is before the partner's first day.
  if (!made) throw refusal('not_found')
  return made
}

const readFile = (db: Queryable, partnerId: string, day: string) =>
  queryFirst(db, { size: col.count })`
    select size from reconciliation_file where partner_id = ${partnerId} and day = ${day}::date`

export async function* bytesOf(
  db: Queryable,
  { partnerId, day }: { readonly partnerId: string; readonly day: string },
): AsyncGenerator<Buffer> {
  for (let after = 0; ; after += PIECES_PER_QUERY) {
    const pieces = await query(db, { compressed: col.text })`
      select encode(compressed, 'base64') as compressed from reconciliation_piece
      where partner_id = ${partnerId} and day = ${day}::date and number > ${after}
      order by number limit ${PIECES_PER_QUERY}`
    for (const { compressed } of pieces) yield await decompress(Buffer.from(compressed, 'base64'))
    if (pieces.length < PIECES_PER_QUERY) return
  }
}

export async function openFile(
  services: FileServices,
  partnerId: string,
  { day, form }: { readonly day: string; readonly form: FileForm },
): Promise<FileAnswer> {
  const { size } = await findFile(services, partnerId, day)
  const bytes = bytesOf(services.db, { partnerId, day })
  const name = `cashbox-${day}`
  return form === 'csv'
    ? { name, type: form, content: csvFile(bytes), headers: { 'content-type': `${fileTypes.csv}; header=present` } }
    : { name, type: form, content: bytes, headers: { 'content-length': size } }
}
