import { OTHER_TOKEN } from '@cashbox/contract'
import { col, query, queryOne, type RowOf, sql, type Tx } from '@cashbox/postgres/database'
import { dayOf } from '../../platform/clock.ts'
import type { Receipt, TokenTransfer } from '../../rails/tron/receipt.ts'
import type { Hint } from '../../rails/tron/tron-api.ts'
import { holdTopup } from '../credit-topup.ts'
import { type Arrival, recordArrival } from '../topup.ts'
import { COIN, DECIMALS, type TronWatch } from './tron-watch.ts'

const ownerColumns = { address: col.text, agent_id: col.uuid }

interface OurTransfer extends TokenTransfer {
  readonly agentId: string
}

export const arrivalOf = ({ tron, clock }: TronWatch, receipt: Receipt, transfer: OurTransfer): Arrival => ({
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
export async function findOurTransfers(tx: Tx, { tron }: TronWatch, { transfers }: Receipt): Promise<OurTransfer[]> {
  const usdt = transfers.filter(({ units, contract }) => units > 0n && contract === tron.usdt)
  if (usdt.length === 0) return []
  // Locks all addresses of an agent, so that only one worker at a time settles the agent's small sums.
  const owners = await query(tx, ownerColumns)`
    select address, agent_id from tron_address
    where agent_id in (select agent_id from tron_address where address = any(${usdt.map(({ to }) => to)}::text[]))
    order by agent_id, address for update`
  return toOwners(usdt, owners)
}

function toOwners(transfers: readonly TokenTransfer[], owners: readonly RowOf<typeof ownerColumns>[]): OurTransfer[] {
  const ownerOf = new Map(owners.map(({ address, agent_id }) => [address, agent_id]))
  return transfers.flatMap((transfer) => {
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
export async function failUnconfirmed(tx: Tx, { clock, tron }: TronWatch, txid: string): Promise<string[]> {
  const rows = await query(tx, { agent_id: col.uuid })`
    update topup set state = 'failed', finished_at = ${clock.now()}
    where txid = ${txid} and reference like ${`${tron.chain}:%`} and state = 'confirming' returning agent_id`
  return rows.map(({ agent_id }) => agent_id)
}

/** For each address. Enough to notice a mistake of the agent; the rest of a flood is only counted. */
const MAX_PER_DAY = 5
/** One transaction can contain thousands of worthless transfers. */
const MAX_PER_RECEIPT = 20

interface ListedTransfers {
  readonly address: string
  readonly hints: readonly Hint[]
  /** Transfers up to this time were counted before. */
  readonly countedMs: number
}

/** Counts the listed transfers of other tokens, and follows a few each day. */
export async function countOtherTokens(
  tx: Tx,
  { clock, tron }: TronWatch,
  { address, hints, countedMs }: ListedTransfers,
) {
  if (hints.length === 0) return
  const now = clock.now()
  const fresh = hints.filter(({ atMs }) => atMs > countedMs).length
  const { followed } = await queryOne(tx, { followed: col.int4 })`
    insert into tron_other_token as day (address, day, listed) values (${address}, ${dayOf(now)}, ${fresh})
    on conflict (address, day) do update set listed = day.listed + excluded.listed returning followed`
  if (followed >= MAX_PER_DAY) return
  const taken = await tx.execute(sql`
    insert into tron_transaction (chain, txid, found_at, next_look_at, is_small)
    select ${tron.chain}, txid, ${now}::timestamptz, ${now}::timestamptz, true
    from (select distinct unnest(${hints.map(({ txid }) => txid)}::text[]) as txid) as hint
    where not exists (select 1 from tron_transaction as known where known.chain = ${tron.chain} and known.txid = hint.txid)
    limit ${MAX_PER_DAY - followed}
    on conflict do nothing`)
  await tx.execute(sql`
    update tron_other_token set followed = followed + ${taken} where address = ${address} and day = ${dayOf(now)}`)
}

/** Holds worthless tokens, so that operators see them: a few for each address and day. */
export async function holdOtherTokens(tx: Tx, services: TronWatch, receipt: Receipt): Promise<string[]> {
  const { clock, tron } = services
  const others = receipt.transfers.filter(({ units, contract }) => units > 0n && contract !== tron.usdt)
  if (others.length === 0) return []
  const owners = await query(tx, ownerColumns)`
    select address, agent_id from tron_address where address = any(${others.map(({ to }) => to)}::text[])`
  const agents: string[] = []
  for (const transfer of toOwners(others, owners).slice(0, MAX_PER_RECEIPT)) {
    const counted = await tx.execute(sql`
      insert into tron_other_token as day (address, day, kept) values (${transfer.to}, ${dayOf(clock.now())}, 1)
      on conflict (address, day) do update set kept = day.kept + 1 where day.kept < ${MAX_PER_DAY}`)
    if (counted === 0) continue
    const topup = await recordArrival(tx, arrivalOf(services, receipt, transfer))
    if (topup.state === 'confirming') await holdTopup(tx, topup, 'wrong_token', clock.now())
    agents.push(transfer.agentId)
  }
  return agents
}
