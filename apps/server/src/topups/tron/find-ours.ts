import { text, uuid } from '../../platform/database/columns.ts'
import type { Tx } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Receipt } from '../../rails/tron/receipt.ts'
import type { Ours } from './arrival.ts'
import type { WatchServices } from './services.ts'

/** The USDT of a transaction that is for our addresses, the old ones too. Zero-value transfers are only noise. */
export async function findOurs(tx: Tx, { tron }: WatchServices, { transfers }: Receipt): Promise<Ours[]> {
  const worth = transfers.filter(({ units, contract }) => units > 0n && contract === tron.usdt)
  if (worth.length === 0) return []
  // The lock on all of an agent's addresses lets one worker at a time decide about their small sums.
  const owners = await tx.query(
    sql`
      select address, agent_id from tron_address
      where agent_id in (select agent_id from tron_address where address = any(${worth.map(({ to }) => to)}::text[]))
      order by agent_id, address for update`,
    { address: text, agent_id: uuid },
  )
  const ownerOf = new Map(owners.map(({ address, agent_id }) => [address, agent_id]))
  return worth.flatMap((transfer) => {
    const agentId = ownerOf.get(transfer.to)
    return agentId === undefined ? [] : [{ ...transfer, agentId }]
  })
}
