import type { Clock } from '../platform/clock.ts'
import { text, uuid } from '../platform/database/columns.ts'
import type { Database } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'
import type { TronConfig } from '../rails/tron/tron-config.ts'
import { assignTronAddress } from '../topups/assign-tron-address.ts'

const AT_MOST = 50

interface Services {
  readonly db: Database
  readonly clock: Clock
  readonly tron: TronConfig
}

/** Whom the sandbox can send USDT to. */
export async function listAddressed(services: Services): Promise<{ label: string; address: string }[]> {
  const agents = await services.db.query(
    sql`select id, email from agent where not is_demo and status = 'approved' order by cash_id limit ${AT_MOST}`,
    { id: uuid, email: text },
  )
  const addressed: { label: string; address: string }[] = []
  for (const { id, email } of agents) addressed.push({ label: email, address: await assignTronAddress(services, id) })
  return addressed
}
