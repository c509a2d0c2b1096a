import { OTHER_TOKEN } from '@cashbox/contract'
import { col, query, sql, type Tx } from '../../platform/database/database.ts'
import type { Receipt, TokenTransfer } from '../../rails/tron/receipt.ts'
import { type Arrival, recordArrival } from '../topup.ts'
import { COIN, DECIMALS, type TronWatch } from './tron-watch.ts'

interface OurTransfer extends TokenTransfer {
  readonly agentId: string
}

export const arrivalOf = (
  { config: { tron }, clock }: TronWatch,
  receipt: Receipt,
  transfer: OurTransfer,
): Arrival => ({
  agentId: transfer.agentId,
  rail: 'tron',
  reference: `${tron.chain}:${receipt.txid}:${transfer.logIndex}`,
  ...(transfer.contract === tron.usdt ? { coin: COIN, decimals: DECIMALS } : { coin: OTHER_TOKEN, decimals: 0 }),
  units: transfer.units,
  sender: transfer.from,
  txid: receipt.txid,
  blockNumber: receipt.blockNumber,
  at: clock.now(),
})

/** USDT transfers to our addresses, including old addresses. Zero-value transfers are ignored. */
export async function findOurTransfers(
  tx: Tx,
  { config: { tron } }: TronWatch,
  { transfers }: Receipt,
): Promise<OurTransfer[]> {
  const usdt = transfers.filter(({ units, contract }) => units > 0n && contract === tron.usdt)
  if (usdt.length === 0) return []
  // Locks all addresses of an agent, so that only one worker at a time settles the agent's small sums.
  const owners = await query(tx, { address: col.text, agent_id: col.uuid })`
    select address, agent_id from tron_address
    where agent_id in (select agent_id from tron_address where address = any(${usdt.map(({ to }) => to)}::text[]))
    order by agent_id, address for update`
  const ownerOf = new Map(owners.map(({ address, agent_id }) => [address, agent_id]))
  return usdt.flatMap((transfer) => {
    const agentId = ownerOf.get(transfer.to)
    return agentId === undefined ? [] : [{ ...transfer, agentId }]
  })
}

/** Shows a transfer to the agent before it is final. Returns the agents' IDs. */
export async function recordPending(tx: Tx, services: TronWatch, receipt: Receipt): Promise<string[]> {
  if (!receipt.isSuccess) return []
  const ours = await findOurTransfers(tx, services, receipt)
  for (const transfer of ours) {
    const topup = await recordArrival(tx, arrivalOf(services, receipt, transfer))
    await tx.execute(sql`
      update topup set state = 'confirming', block_number = ${receipt.blockNumber}, finished_at = null
      where id = ${topup.id} and state in ('confirming', 'failed')`)
  }
  return ours.map(({ agentId }) => agentId)
}

/** A pending transfer that is not in the final receipt will not arrive. */
export async function failUnconfirmed(tx: Tx, { clock, config: { tron } }: TronWatch, txid: string): Promise<string[]> {
  const rows = await query(tx, { agent_id: col.uuid })`
    update topup set state = 'failed', finished_at = ${clock.now()}
    where txid = ${txid} and reference like ${`${tron.chain}:%`} and state = 'confirming' returning agent_id`
  return rows.map(({ agent_id }) => agent_id)
}
