import { CONFIRMATIONS_NEEDED, OTHER_TOKEN, parseMinor } from '@cashbox/contract'
import { creditTopup, type Terms } from '../../domain/topups/credit-topup.ts'
import { findRate } from '../../domain/topups/rates.ts'
import { holdTopup } from '../../domain/topups/suspense.ts'
import { type Arrival, lockTopup, recordArrival, type TopupRow, topupColumns } from '../../domain/topups/topup.ts'
import { type RowOf, text, uuid } from '../../platform/db/columns.ts'
import type { Queryable, Tx } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import type { Receipt, TokenTransfer } from '../../rails/tron/receipt.ts'
import type { WatchServices } from './services.ts'

const COIN = 'USDT'
const DECIMALS = 6
/** Hundredths of a coin to its smallest part. */
const UNITS_PER_MINOR = 10n ** BigInt(DECIMALS - 2)

interface Ours extends TokenTransfer {
  readonly agentId: string
}

/** The transfers of a transaction that are to our addresses, the old ones too. Zero-value ones are only noise. */
async function findOurs(tx: Tx, { transfers }: Receipt): Promise<Ours[]> {
  const worth = transfers.filter(({ units }) => units > 0n)
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

const arrivalOf = ({ tron, clock }: WatchServices, receipt: Receipt, transfer: Ours): Arrival => ({
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

/** Shows what is on the way, before it is final. Answers with the agents it is for. */
export async function showReceipt(tx: Tx, services: WatchServices, receipt: Receipt): Promise<string[]> {
  if (!receipt.isSuccess) return []
  const ours = (await findOurs(tx, receipt)).filter(({ contract }) => contract === services.tron.usdt)
  for (const transfer of ours) {
    const topup = await recordArrival(tx, arrivalOf(services, receipt, transfer))
    await tx.execute(sql`
      update topup set state = 'confirming', block_number = ${receipt.blockNumber}, finished_at = null
      where id = ${topup.id} and state in ('confirming', 'failed')`)
  }
  return ours.map(({ agentId }) => agentId)
}

/** Decides about every transfer of a final receipt, once. Answers with the agents whose top-ups it changed. */
export async function settleReceipt(
  tx: Tx,
  services: WatchServices,
  receipt: Receipt,
  isDisputed: boolean,
): Promise<string[]> {
  const { clock, tron } = services
  const open = await tx.execute(sql`
    select 1 from tron_transaction where chain = ${tron.chain} and txid = ${receipt.txid} and state = 'open' for update`)
  if (open === 0) return []
  const ours = receipt.isSuccess ? await findOurs(tx, receipt) : []
  for (const transfer of ours) {
    const topup = await recordArrival(tx, arrivalOf(services, receipt, transfer))
    if (topup.state !== 'confirming' && topup.state !== 'failed') continue
    if (transfer.contract !== tron.usdt) await holdTopup(tx, topup, 'wrong_token', clock.now())
    else if (isDisputed) await holdTopup(tx, topup, 'providers_disagree', clock.now())
    else await settleTopup(tx, services, topup)
  }
  const failed = await failRest(tx, services, receipt.txid)
  await tx.execute(sql`
    update topup set confirmations = ${CONFIRMATIONS_NEEDED}
    where txid = ${receipt.txid} and reference like ${`${tron.chain}:%`} and state <> 'failed'`)
  await tx.execute(sql`
    update tron_transaction set state = 'final', block_number = ${receipt.blockNumber}
    where chain = ${tron.chain} and txid = ${receipt.txid}`)
  return [...ours.map(({ agentId }) => agentId), ...failed]
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

/** Credits it, with the small sums that waited for company, or holds it and says why. */
async function settleTopup(tx: Tx, services: WatchServices, topup: TopupRow) {
  const { clock, tron } = services
  const now = clock.now()
  const terms = await findTerms(tx, services, topup.agent_id ?? '')
  if (!terms) return holdTopup(tx, topup, 'no_rate', now)
  const minimum = (parseMinor(tron.minimumDeposit) ?? 0n) * UNITS_PER_MINOR
  const units = BigInt(topup.units)
  if (units >= minimum) return creditTopup(tx, topup, terms, now)
  const waiting = tron.smallSums === 'gather' ? await findSmall(tx, topup.agent_id ?? '') : []
  const together = waiting.reduce((sum, { units: one }) => sum + BigInt(one), units)
  if (together < minimum) return holdTopup(tx, topup, 'below_minimum', now)
  for (const small of [...waiting, topup]) await creditTopup(tx, small, terms, now)
}

const findSmall = (tx: Tx, agentId: string) =>
  tx.query(
    sql`
      select id, agent_id, rail, state, reason, coin, units::text as units, decimals from topup
      where agent_id = ${agentId} and rail = 'tron' and state = 'held' and reason = 'below_minimum'
      order by id for update`,
    topupColumns,
  )

async function findTerms(tx: Queryable, services: WatchServices, agentId: string): Promise<Terms | null> {
  const rate = await findRate(tx, services, agentId, COIN)
  return rate && { ...rate, offsetPercent: services.tron.offsetPercent }
}

const AT_ONCE = 50

const waitingColumns = { id: uuid, agent_id: uuid, currency_code: text }
type Waiting = RowOf<typeof waitingColumns>

/** Decides again about what only waited for a rate. */
export async function retryWithoutRate(services: WatchServices): Promise<void> {
  const { db } = services
  const waiting = await db.query(
    sql`
      select topup.id, agent_id, currency.code as currency_code from topup
      join lateral (
        select channel.currency_code as code from agent join channel on channel.id = channel_id where agent.id = agent_id
      ) as currency on true
      where topup.state = 'held' and reason = 'no_rate' and rail = 'tron' order by topup.id`,
    waitingColumns,
  )
  const problems: unknown[] = []
  for (const ofCurrency of Map.groupBy(waiting, ({ currency_code }) => currency_code).values()) {
    const isKnown = ofCurrency[0] && (await findTerms(db, services, ofCurrency[0].agent_id))
    if (!isKnown) continue
    for (const one of ofCurrency.slice(0, AT_ONCE)) {
      await retry(services, one).catch((error: unknown) => void problems.push(error))
    }
  }
  if (problems.length > 0) throw problems[0]
}

async function retry(services: WatchServices, { id, agent_id }: Waiting) {
  const isSettled = await services.db.transaction(async (tx) => {
    await tx.execute(sql`select 1 from tron_address where agent_id = ${agent_id} order by address for update`)
    const topup = await lockTopup(tx, id)
    if (topup?.state !== 'held' || topup.reason !== 'no_rate') return false
    await settleTopup(tx, services, topup)
    return true
  })
  if (isSettled) services.onChanged(agent_id, 'topups', 'balance')
}
