import { uuidv7 } from 'uuidv7'
import { writeAudit } from '../access/audit.ts'
import { breaks, type Database } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'
import { refusal } from '../platform/refusal.ts'
import { type Doing, partnerSubject } from './doing.ts'

export async function createPartner(
  db: Database,
  { code, name }: { code: string; name: string },
  doing: Doing,
): Promise<void> {
  try {
    await db.transaction(async (tx) => {
      await tx.execute(sql`
        insert into player_service (id, code, name, files_from) values (${uuidv7()}, ${code}, ${name}, ${doing.at}::timestamptz at time zone 'UTC')`)
      await writeAudit(tx, { ...doing, action: 'partner.create', subject: partnerSubject(code), after: { code, name } })
    })
  } catch (error) {
    if (breaks(error, 'player_service_code_key')) throw refusal('partner_exists')
    throw error
  }
}
