import { col, query, queryOne, sql, type Tx } from '../../platform/database/database.ts'
import type { Receipt } from '../../rails/tron/receipt.ts'
import type { Hint } from '../../rails/tron/tron-api.ts'
import { holdTopup } from '../suspense.ts'
import { recordArrival } from '../topup.ts'
import { arrivalOf } from './arrivals.ts'
import type { TronWatch } from './tron-watch.ts'

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
  { clock, config: { tron } }: TronWatch,
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
  const { clock } = services
  const { tron } = services.config
  const others = receipt.transfers.filter(({ units, contract }) => units > 0n && contract !== tron.usdt)
  if (others.length === 0) return []
  const owners = await query(tx, { address: col.text, agent_id: col.uuid })`
    select address, agent_id from tron_address where address = any(${others.map(({ to }) => to)}::text[])`
  const ownerOf = new Map(owners.map(({ address, agent_id }) => [address, agent_id]))
  const ours = others.flatMap((transfer) => {
    const agentId = ownerOf.get(transfer.to)
    return agentId === undefined ? [] : [{ ...transfer, agentId }]
  })
  const agents: string[] = []
  for (const transfer of ours.slice(0, MAX_PER_RECEIPT)) {
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

const dayOf = (at: Date) => at.toISOString().slice(0, 10)
