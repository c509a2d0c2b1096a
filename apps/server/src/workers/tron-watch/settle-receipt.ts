import { CONFIRMATIONS_NEEDED } from '@cashbox/contract'
import { holdTopup } from '../../domain/topups/suspense.ts'
import { recordArrival } from '../../domain/topups/topup.ts'
import { text, uuid } from '../../platform/db/columns.ts'
import type { Tx } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import type { Receipt } from '../../rails/tron/receipt.ts'
import { arrivalOf, type Ours } from './arrival.ts'
import { keepOthers } from './other-tokens.ts'
import type { WatchServices } from './services.ts'
import { settleTopup } from './settle-topup.ts'

/** The USDT of a transaction that is for our addresses, the old ones too. Zero-value transfers are only noise. */
async function findOurs(tx: Tx, { tron }: WatchServices, { transfers }: Receipt): Promise<Ours[]> {
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

/** Shows what is on the way, before it is final. Answers with the agents it is for. */
export async function showReceipt(tx: Tx, services: WatchServices, receipt: Receipt): Promise<string[]> {
  if (!receipt.isSuccess) return []
  const ours = await findOurs(tx, services, receipt)
  for (const transfer of ours) {
    const topup = await recordArrival(tx, arrivalOf(services, receipt, transfer))
    await tx.execute(sql`
      update topup set state = 'confirming', block_number = ${receipt.blockNumber}, finished_at = null
      where id = ${topup.id} and state in ('confirming', 'failed')`)
  }
  return ours.map(({ agentId }) => agentId)
}

export interface Evidence {
  /** How many independent providers tell the same. */
  readonly providers: number
  /** Another one tells something else. */
  readonly isDisputed: boolean
}

/** Decides about every transfer of a final receipt, once. Answers with the agents whose top-ups it changed. */
export async function settleReceipt(
  tx: Tx,
  services: WatchServices,
  receipt: Receipt,
  { providers, isDisputed }: Evidence,
): Promise<string[]> {
  const { clock, tron } = services
  const open = await tx.execute(sql`
    select 1 from tron_transaction where chain = ${tron.chain} and txid = ${receipt.txid} and state = 'open' for update`)
  if (open === 0) return []
  const ours = receipt.isSuccess ? await findOurs(tx, services, receipt) : []
  for (const transfer of ours) {
    const topup = await recordArrival(tx, { ...arrivalOf(services, receipt, transfer), providers })
    if (topup.state !== 'confirming' && topup.state !== 'failed') continue
    if (isDisputed) await holdTopup(tx, topup, 'providers_disagree', clock.now())
    else await settleTopup(tx, services, topup)
  }
  const others = receipt.isSuccess ? await keepOthers(tx, services, receipt) : []
  const failed = await failRest(tx, services, receipt.txid)
  await tx.execute(sql`
    update topup set confirmations = ${CONFIRMATIONS_NEEDED}
    where txid = ${receipt.txid} and reference like ${`${tron.chain}:%`} and state <> 'failed'`)
  await tx.execute(sql`
    update tron_transaction set state = 'final', block_number = ${receipt.blockNumber}
    where chain = ${tron.chain} and txid = ${receipt.txid}`)
  return [...ours.map(({ agentId }) => agentId), ...others, ...failed]
}

/** What was shown as on the way and is not in the final receipt will not come. */
export async function failRest(tx: Tx, { clock, tron }: WatchServices, txid: string): Promise<string[]> {
  const rows = await tx.query(
    sql`
      update topup set state = 'failed', finished_at = ${clock.now()}
      where txid = ${txid} and reference like ${`${tron.chain}:%`} and state = 'confirming' returning agent_id`,
    { agent_id: uuid },
  )
  return rows.map(({ agent_id }) => agent_id)
}
