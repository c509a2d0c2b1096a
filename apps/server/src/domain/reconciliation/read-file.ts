import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { type ReconciliationFile, ReconciliationTotal } from '@cashbox/contract/partner'
import * as z from 'zod/mini'
import { toSeconds } from '../../platform/clock.ts'
import { int4, int8, json, nullable, text, timestamptz } from '../../platform/db/columns.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import { refusal } from '../../platform/refusal.ts'
import { lastClosedDay } from './closed-days.ts'
import { type FileServices, makeFiles } from './make-files.ts'

const decompress = promisify(gunzip)
const PIECES_AT_ONCE = 4

const columns = {
  day: text,
  previous: nullable(text),
  sha256: text,
  size: int8,
  lines: int8,
  totals: json(z.array(ReconciliationTotal)),
  made_at: timestamptz,
}

/** The files before a day, newest first. */
export async function listFiles(
  db: Queryable,
  playerServiceId: string,
  { before, limit }: { readonly before: string | null; readonly limit: number },
): Promise<{ list: ReconciliationFile[]; next_cursor: string | null }> {
  const rows = await db.query(
    sql`
      select day::text as day, previous, sha256, size, lines, totals, made_at from reconciliation_file
      where player_service_id = ${playerServiceId} and (${before}::date is null or day < ${before}::date)
      order by reconciliation_file.day desc limit ${limit + 1}`,
    columns,
  )
  const list = rows
    .slice(0, limit)
    .map((row) => ({ ...row, lines: Number(row.lines), size: Number(row.size), made_at: toSeconds(row.made_at) }))
  return { list, next_cursor: rows.length > limit ? (list.at(-1)?.day ?? null) : null }
}

/** The file of a UTC day. One of a past day that is missing is made now, with those before it. */
export async function findFile(
  services: FileServices,
  playerServiceId: string,
  day: string,
): Promise<{ size: number; sha256: string }> {
  const { db, clock } = services
  const known = await readFile(db, playerServiceId, day)
  if (known) return known
  if (day > (await lastClosedDay(db, clock))) throw refusal('day_not_ended')
  await makeFiles(services, { playerServiceId, until: day })
  const made = await readFile(db, playerServiceId, day)
  // Before the partner's first day there is none.
  if (!made) throw refusal('not_found')
  return made
}

async function readFile(db: Queryable, playerServiceId: string, day: string) {
  const [row] = await db.query(
    sql`
      select size, sha256 from reconciliation_file where player_service_id = ${playerServiceId} and day = ${day}::date`,
    { size: int8, sha256: text },
  )
  return row ? { size: Number(row.size), sha256: row.sha256 } : null
}

/** The bytes of a file from `first` to before `end`. */
export async function* bytesOf(
  db: Queryable,
  file: { readonly playerServiceId: string; readonly day: string },
  { first, end }: { readonly first: number; readonly end: number },
): AsyncGenerator<Buffer> {
  let from = first
  while (from < end) {
    const pieces = await db.query(
      sql`
        select first_byte, size, encode(compressed, 'base64') as compressed from reconciliation_piece
        where player_service_id = ${file.playerServiceId} and day = ${file.day}::date
          and first_byte + size > ${from} and first_byte < ${end}
        order by first_byte limit ${PIECES_AT_ONCE}`,
      { first_byte: int8, size: int4, compressed: text },
    )
    if (pieces.length === 0) throw new Error('a piece of a daily file is missing')
    for (const { first_byte, size, compressed } of pieces) {
      const start = Number(first_byte)
      const bytes = await decompress(Buffer.from(compressed, 'base64'))
      yield bytes.subarray(Math.max(from - start, 0), Math.min(end - start, size))
      from = start + size
    }
  }
}
