import { createHash } from 'node:crypto'
import { int4, text } from '../platform/database/columns.ts'
import { only } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'
import { deriveTronAddress } from '../rails/tron/derive-address.ts'
import type { WalletServices } from './services.ts'

type AddressServices = Pick<WalletServices, 'db' | 'clock' | 'tron'>

/** The agent's own address below the account key in use, derived the first time it is asked for. An index is never given twice. */
export async function assignTronAddress({ db, clock, tron }: AddressServices, agentId: string): Promise<string> {
  const xpubId = createHash('sha256').update(tron.xpub).digest('hex').slice(0, 16)
  const [known] = await db.query(
    sql`select address from tron_address where agent_id = ${agentId} and xpub_id = ${xpubId}`,
    { address: text },
  )
  if (known) return known.address
  const { index } = only(await db.query(sql`select nextval('tron_address_index')::integer as index`, { index: int4 }))
  // Two calls at once: the first one's address stays, the other's index is left unused.
  const rows = await db.query(
    sql`
      insert into tron_address (agent_id, account_index, address, xpub_id, created_at)
      values (${agentId}, ${index}, ${deriveTronAddress(tron.xpub, index)}, ${xpubId}, ${clock.now()})
      on conflict (agent_id, xpub_id) do update set agent_id = excluded.agent_id
      returning address`,
    { address: text },
  )
  return only(rows).address
}

/** The same, for its owner, who is about to send something there: the address is asked about more often for a while. */
export async function lookAtAddress(services: AddressServices, agentId: string): Promise<string> {
  const address = await assignTronAddress(services, agentId)
  const now = services.clock.now()
  await services.db.execute(sql`
    update tron_address
    set watched_at = ${now}, next_check_at = least(next_check_at, coalesce(checked_at + interval '1 minute', ${now}))
    where agent_id = ${agentId}`)
  return address
}
