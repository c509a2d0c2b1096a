import { createHash } from 'node:crypto'
import { only } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import { deriveTronAddress } from '../../rails/tron/derive-address.ts'
import type { WalletServices } from './services.ts'

/** The agent's own address, derived the first time it is asked for. An index is never given twice. */
export async function assignTronAddress({ db, clock, tron }: WalletServices, agentId: string): Promise<string> {
  const [known] = await db.query<{ address: string }>(sql`select address from tron_address where agent_id = ${agentId}`)
  if (known) return known.address
  const { index } = only(await db.query<{ index: number }>(sql`select nextval('tron_address_index')::integer as index`))
  const xpubId = createHash('sha256').update(tron.xpub).digest('hex').slice(0, 16)
  // Two calls at once: the first one's address stays, the other's index is left unused.
  const rows = await db.query<{ address: string }>(sql`
    insert into tron_address (agent_id, account_index, address, xpub_id, created_at)
    values (${agentId}, ${index}, ${deriveTronAddress(tron.xpub, index)}, ${xpubId}, ${clock.now()})
    on conflict (agent_id) do update set agent_id = excluded.agent_id
    returning address`)
  return only(rows).address
}
