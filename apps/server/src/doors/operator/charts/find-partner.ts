import { uuid } from '../../../platform/db/columns.ts'
import type { Database } from '../../../platform/db/database.ts'
import { sql } from '../../../platform/db/sql.ts'
import { refusal } from '../../../platform/refusal.ts'

export async function findPartner(db: Database, code: string): Promise<string> {
  const [partner] = await db.query(sql`select id from player_service where code = ${code}`, { id: uuid })
  if (!partner) throw refusal('not_found')
  return partner.id
}
