import { CONFIRMATIONS_NEEDED } from '@cashbox/contract'
import { col, query, type RowOf, sql } from '@cashbox/postgres/database'
import { takeTurn } from '../../platform/jobs/jobs.ts'
import type { Receipt } from '../../rails/tron/receipt.ts'
import { failUnconfirmed, recordPending } from './arrivals.ts'
import { findProof, type Proof, readSolidBlocks, type SolidBlocks, settleReceipt } from './settle-receipt.ts'
import { receiptNeedsSecondProvider } from './settle-topup.ts'
import { LEASE_MS, later, type TronWatch } from './tron-watch.ts'

const BATCH = 25
/** Per poll interval. Anyone can send many tiny sums, and each costs as many provider calls as a real top-up. */
const SMALL_BATCH = 10
const RETRY_MS = 15_000
/** Providers can be this far behind each other. */
const CATCH_UP_MS = 10 * 60_000
/** A large sum waits this long for a second provider before it is held for an operator. */
const SECOND_PROVIDER_MS = 2 * 60 * 60_000
/** A transaction that no provider knows after this time will not arrive. */
const GONE_AFTER_MS = 60 * 60_000

const followedColumns = { txid: col.text, block_number: col.nullable(col.int8), found_at: col.timestamptz }
type FollowedTransaction = RowOf<typeof followedColumns>

/** Checks the due transactions until they are final or gone. True when there may be more due now. */
export async function followTransactions(services: TronWatch): Promise<boolean> {
  const large = await claim(services, false, BATCH)
  const due = [...large, ...(await claimSmall(services))]
  if (due.length === 0) return false
  const problems: unknown[] = []
  const solidBlocks = await readSolidBlocks(services).catch(async (error: unknown) => {
    await reschedule(services, due, RETRY_MS)
    throw error
  })
  for (const followed of due) {
    // A transaction that can't be settled does not block the others.
    await follow(services, followed, solidBlocks).catch(async (error: unknown) => {
      problems.push(error)
      await reschedule(services, [followed], RETRY_MS)
    })
  }
  await countConfirmations(services, await services.providers.first(async (api) => (await api.headBlock()).number))
  if (problems.length > 0) throw problems[0]
  return large.length === BATCH
}

const claim = ({ db, clock, tron }: TronWatch, isSmall: boolean, limit: number) => {
  const now = clock.now()
  return query(db, followedColumns)`
    update tron_transaction set next_look_at = ${later(now, LEASE_MS)}
    where chain = ${tron.chain} and txid in (
      select txid from tron_transaction
      where chain = ${tron.chain} and state = 'open' and is_small = ${isSmall} and next_look_at <= ${now}
      order by next_look_at limit ${limit} for update skip locked)
    returning txid, block_number, found_at`
}

/** Sums below the minimum have their own quota, so that they can't delay the others. */
async function claimSmall(services: TronWatch) {
  const { db, clock, tron } = services
  const isAny = await db.execute(sql`
    select 1 from tron_transaction
    where chain = ${tron.chain} and state = 'open' and is_small and next_look_at <= ${clock.now()} limit 1`)
  if (isAny === 0 || !(await takeTurn(db, clock, 'follow small Tron transfers', tron.pollMs))) return []
  return claim(services, true, SMALL_BATCH)
}

async function follow(services: TronWatch, followed: FollowedTransaction, solidBlocks: SolidBlocks) {
  const { clock, providers, tron } = services
  const { txid, block_number, found_at } = followed
  if (block_number !== null && block_number > Math.max(...solidBlocks.values())) {
    return reschedule(services, [followed], tron.pollMs)
  }
  const ageMs = clock.now().getTime() - found_at.getTime()
  const proof = await findProof(services, txid, solidBlocks)
  if (proof) {
    const isCatchingUp = ageMs < CATCH_UP_MS && !proof.isKnownToAll
    const isWaiting = isCatchingUp || (ageMs < SECOND_PROVIDER_MS && (await awaitsSecondProvider(services, proof)))
    return isWaiting ? keepPending(services, proof.receipt) : settle(services, proof)
  }
  const seen = await providers.first((api) => api.receipt(txid, 'head'))
  if (seen) return keepPending(services, seen)
  return ageMs > GONE_AFTER_MS
    ? giveUp(services, txid)
    : reschedule(services, [followed], Math.max(tron.pollMs, ageMs / 8))
}

/** A large sum that a second provider may still confirm. */
const awaitsSecondProvider = async (services: TronWatch, { receipt, providers, isDisputed }: Proof) =>
  providers === 1 &&
  !isDisputed &&
  services.providers.independent() > 1 &&
  (await receiptNeedsSecondProvider(services.db, services, receipt))

async function settle(services: TronWatch, proof: Proof) {
  const agents = await services.db.transaction((tx) => settleReceipt(tx, services, proof))
  for (const agentId of new Set(agents)) services.live.publish(agentId, 'topups', 'balance', 'notices')
  if (agents.length > 0) await logSettled(services, proof.receipt.txid)
}

async function logSettled({ db, tron, log }: TronWatch, txid: string) {
  const topups = await query(db, { id: col.uuid, state: col.text, reason: col.nullable(col.text) })`
    select id, state, reason from topup where txid = ${txid} and reference like ${`${tron.chain}:%`} order by id`
  for (const { id, state, reason } of topups) log.info({ topupId: id, state, reason }, `top-up ${state}`)
}

async function keepPending(services: TronWatch, receipt: Receipt) {
  const { db, clock, tron } = services
  const agents = await db.transaction(async (tx) => {
    await tx.execute(sql`
      update tron_transaction set block_number = ${receipt.blockNumber}, next_look_at = ${later(clock.now(), tron.pollMs)}
      where chain = ${tron.chain} and txid = ${receipt.txid} and state = 'open'`)
    return recordPending(tx, services, receipt)
  })
  for (const agentId of new Set(agents)) services.live.publish(agentId, 'topups')
}

async function giveUp(services: TronWatch, txid: string) {
  const { db, tron } = services
  const agents = await db.transaction(async (tx) => {
    await tx.execute(sql`
      update tron_transaction set state = 'gone' where chain = ${tron.chain} and txid = ${txid} and state = 'open'`)
    return failUnconfirmed(tx, services, txid)
  })
  for (const agentId of new Set(agents)) services.live.publish(agentId, 'topups')
}

const reschedule = async ({ db, clock, tron }: TronWatch, followed: readonly FollowedTransaction[], waitMs: number) => {
  await db.execute(sql`
    update tron_transaction set next_look_at = ${later(clock.now(), waitMs)}
    where chain = ${tron.chain} and txid = any(${followed.map(({ txid }) => txid)}::text[]) and state = 'open'`)
}

async function countConfirmations({ db, tron, live }: TronWatch, head: number) {
  const rows = await query(db, { agent_id: col.uuid })`
    update topup set confirmations = counted.now
    from (
      select id, least(${CONFIRMATIONS_NEEDED}, greatest(0, ${head} - block_number))::integer as now from topup
      where state = 'confirming' and rail = 'tron' and reference like ${`${tron.chain}:%`}
    ) as counted
    where topup.id = counted.id and topup.state = 'confirming' and topup.confirmations is distinct from counted.now
    returning agent_id`
  for (const agentId of new Set(rows.map(({ agent_id }) => agent_id))) live.publish(agentId, 'topups')
}
