import { uuid } from '../platform/database/columns.ts'
import type { Queryable } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'
import { refusal } from '../platform/refusal.ts'
import { listFiles } from './daily-files/read-file.ts'
import type { PartnerServices } from './services.ts'

interface Wish {
  readonly code: string
  readonly limit: number
  readonly cursor?: string | undefined
}

export const listPartnerFiles = async ({ db }: PartnerServices, { code, limit, cursor }: Wish) =>
  listFiles(db, await idOf(db, code), { before: cursor ?? null, limit })

export async function idOf(db: Queryable, code: string): Promise<string> {
  const [partner] = await db.query(sql`select id from player_service where code = ${code}`, { id: uuid })
  if (!partner) throw refusal('not_found')
  return partner.id
}
