import { col, query, type RowOf, sql, type Tx } from '@cashbox/postgres/database'
import type { Receipt } from '../../rails/tron/receipt.ts'
import { holdTopup } from '../credit-topup.ts'
import { lockTopup, type TopupRow } from '../topup.ts'
import { findProof, type Proof, readSolidBlocks, type SolidBlocks } from './settle-receipt.ts'
import { settleTopup } from './settle-topup.ts'
import { COIN, LEASE_MS, later, type TronWatch } from './tron-watch.ts'

const BATCH = 10
const MIN_WAIT_MS = 5 * 60_000
const MAX_WAIT_MS = 6 * 60 * 60_000

const heldColumns = { txid: col.text, found_at: col.timestamptz }
type HeldTransaction = RowOf<typeof heldColumns>

/** Checks top-ups that only one provider reported, at growing intervals, until another one confirms or disputes them. */
export async function retryOneProvider(services: TronWatch): Promise<void> {
  if (services.providers.independent() < 2) return
  const held = await claimHeld(services)
  if (held.length === 0) return
  const solidBlocks = await readSolidBlocks(services)
  const problems: unknown[] = []
  for (const one of held) {
    await retry(services, one, solidBlocks).catch((error: unknown) => void problems.push(error))
  }
  if (problems.length > 0) throw problems[0]
}

async function claimHeld({ db, clock, tron }: TronWatch): Promise<HeldTransaction[]> {
  const now = clock.now()
  return query(db, heldColumns)`
    update tron_transaction set next_look_at = ${later(now, LEASE_MS)}
    where chain = ${tron.chain} and txid in (
      select known.txid from topup join tron_transaction as known using (txid)
      where topup.state = 'held' and topup.reason = 'one_provider' and topup.rail = 'tron'
        and topup.reference like ${`${tron.chain}:%`} and known.chain = ${tron.chain} and known.next_look_at <= ${now}
      order by known.next_look_at limit ${BATCH} for update of known skip locked)
    returning txid, found_at`
}

async function retry(services: TronWatch, { txid, found_at }: HeldTransaction, solidBlocks: SolidBlocks) {
  const { db, clock, tron } = services
  const now = clock.now()
  const waitMs = Math.min(MAX_WAIT_MS, Math.max(MIN_WAIT_MS, (now.getTime() - found_at.getTime()) / 8))
  await db.execute(sql`
    update tron_transaction set next_look_at = ${later(now, waitMs)} where chain = ${tron.chain} and txid = ${txid}`)
  const proof = await findProof(services, txid, solidBlocks)
  if (!proof || (proof.providers < 2 && !proof.isDisputed)) return
  const agents = await db.transaction((tx) => decideAgain(tx, services, proof))
  for (const agentId of new Set(agents)) services.live.publish(agentId, 'topups', 'balance', 'notices')
}

/** Returns the agents whose top-ups changed. */
async function decideAgain(tx: Tx, services: TronWatch, { receipt, providers, isDisputed }: Proof) {
  const held = await query(tx, { id: col.uuid, agent_id: col.uuid, reference: col.text })`
    select id, agent_id, reference from topup
    where txid = ${receipt.txid} and reference like ${`${services.tron.chain}:%`} and state = 'held'
      and reason = 'one_provider' and agent_id is not null
    order by agent_id, id`
  const agents = held.map(({ agent_id }) => agent_id)
  // The same locks in the same order as findOurTransfers, against deadlocks.
  await tx.execute(sql`
    select 1 from tron_address where agent_id = any(${agents}::uuid[]) order by agent_id, address for update`)
  for (const { id, reference } of held) {
    const topup = await lockTopup(tx, id)
    if (topup?.state !== 'held' || topup.reason !== 'one_provider') continue
    if (isDisputed || !isProven(services, receipt, topup, reference)) {
      await holdTopup(tx, topup, 'providers_disagree', services.clock.now())
      continue
    }
    await tx.execute(sql`update topup set providers = ${providers} where id = ${id}`)
    await settleTopup(tx, services, { ...topup, providers })
  }
  return agents
}

/** Whether the receipt contains exactly this transfer. */
const isProven = ({ tron }: TronWatch, proof: Receipt, { coin, units }: TopupRow, reference: string) =>
  proof.isSuccess &&
  coin === COIN &&
  proof.transfers.some(
    ({ logIndex, contract, units: provenUnits }) =>
      reference === `${tron.chain}:${proof.txid}:${logIndex}` &&
      contract === tron.usdt &&
      provenUnits === BigInt(units),
  )
