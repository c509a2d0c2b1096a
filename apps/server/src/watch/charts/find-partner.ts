import { uuid } from '../../platform/database/columns.ts'
import type { Database } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { refusal } from '../../platform/refusal.ts'

export async function findPartner(db: Database, code: string): Promise<string> {
  const [partner] = await db.query(sql`select id from player_service where code = ${code}`, { id: uuid })
  if (!partner) throw refusal('not_found')
  return partner.id
}
