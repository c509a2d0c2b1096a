import { parseMinor } from '@cashbox/contract'
import { col, type Queryable, query, queryOne, type RowOf, sql, type Tx } from '@cashbox/postgres/database'
import type { Receipt } from '../../rails/tron/receipt.ts'
import { creditTopup, holdTopup, type Terms } from '../credit-topup.ts'
import { findRate } from '../rates.ts'
import { lockTopup, type TopupRow, topupColumns } from '../topup.ts'
import { COIN, later, minimumUnits, type TronWatch, UNITS_PER_MINOR } from './tron-watch.ts'

const RETRIES_PER_CURRENCY = 50

const waitingColumns = { id: col.uuid, agent_id: col.uuid, currency_code: col.text }
type Waiting = RowOf<typeof waitingColumns>

/** Credits the top-up together with earlier sums below the minimum, or holds it with a reason. */
export async function settleTopup(tx: Tx, services: TronWatch, topup: TopupRow) {
  const { clock, tron } = services
  const now = clock.now()
  const agentId = topup.agent_id ?? ''
  const units = BigInt(topup.units)
  if (topup.providers === 1 && (await needsSecondProvider(tx, services, { agentId, units }))) {
    return holdTopup(tx, topup, 'one_provider', now)
  }
  const terms = await findTerms(tx, services, agentId)
  if (!terms) return holdTopup(tx, topup, 'no_rate', now)
  const minimum = minimumUnits(services)
  if (units >= minimum) return creditTopup(tx, topup, terms, now)
  const gathered = tron.smallSums === 'gather' ? await sumSmallTopups(tx, agentId) : 0n
  if (gathered + units < minimum) return holdTopup(tx, topup, 'below_minimum', now)
  const waiting = await lockSmallTopups(tx, agentId)
  const total = waiting.reduce((sum, { units: one }) => sum + BigInt(one), units)
  if (total < minimum) return holdTopup(tx, topup, 'below_minimum', now)
  for (const small of [...waiting, topup]) await creditTopup(tx, small, terms, now)
}

export async function retryWithoutRate(services: TronWatch): Promise<void> {
  const { db } = services
  const waiting = await query(db, waitingColumns)`
    select topup.id, agent_id, currency.code as currency_code from topup
    join lateral (
      select channel.currency_code as code from agent join channel on channel.id = channel_id where agent.id = agent_id
    ) as currency on true
    where topup.state = 'held' and reason = 'no_rate' and rail = 'tron' order by topup.id`
  const problems: unknown[] = []
  for (const ofCurrency of Map.groupBy(waiting, ({ currency_code }) => currency_code).values()) {
    const isKnown = ofCurrency[0] && (await findTerms(db, services, ofCurrency[0].agent_id))
    if (!isKnown) continue
    for (const one of ofCurrency.slice(0, RETRIES_PER_CURRENCY)) {
      await retryTopup(services, one).catch((error: unknown) => void problems.push(error))
    }
  }
  if (problems.length > 0) throw problems[0]
}

/** Without locks, because there can be thousands of tiny sums. */
const sumSmallTopups = async (tx: Tx, agentId: string) => {
  const { sum } = await queryOne(tx, { sum: col.text })`
    select coalesce(sum(units), 0)::text as sum from topup
    where agent_id = ${agentId} and rail = 'tron' and state = 'held' and reason = 'below_minimum'`
  return BigInt(sum)
}

const lockSmallTopups = (tx: Tx, agentId: string) =>
  query(tx, topupColumns)`
    select id, agent_id, rail, state, reason, coin, units::text as units, decimals, providers from topup
    where agent_id = ${agentId} and rail = 'tron' and state = 'held' and reason = 'below_minimum'
    order by id for update`

async function findTerms(tx: Queryable, services: TronWatch, agentId: string): Promise<Terms | null> {
  const rate = await findRate(tx, services, agentId, COIN)
  return rate && { ...rate, offsetPercent: services.tron.offsetPercent }
}

async function retryTopup(services: TronWatch, { id, agent_id }: Waiting) {
  const isSettled = await services.db.transaction(async (tx) => {
    await tx.execute(sql`select 1 from tron_address where agent_id = ${agent_id} order by address for update`)
    const topup = await lockTopup(tx, id)
    if (topup?.state !== 'held' || topup.reason !== 'no_rate') return false
    await settleTopup(tx, services, topup)
    return true
  })
  if (isSettled) services.live.publish(agent_id, 'topups', 'balance', 'notices')
}

/** Sums are added up over a day, so that splitting a forged amount gains nothing. */
const WITHIN_MS = 24 * 60 * 60_000

/** Whether the sum is too large to credit while only one provider has proved it. */
async function needsSecondProvider(
  db: Queryable,
  services: TronWatch,
  { agentId, units }: { agentId: string; units: bigint },
): Promise<boolean> {
  const { clock, tron } = services
  if (tron.secondProviderAbove === null) return false
  const limit = (parseMinor(tron.secondProviderAbove) ?? 0n) * UNITS_PER_MINOR
  const above = await db.execute(sql`
    select 1 from topup
    where agent_id = ${agentId} and providers = 1 and state = 'credited'
      and finished_at > ${later(clock.now(), -WITHIN_MS)}
    having coalesce(sum(units), 0) + ${units.toString()}::numeric > ${limit.toString()}::numeric`)
  return above > 0
}

/** The same for all agents in a receipt. */
export async function receiptNeedsSecondProvider(
  db: Queryable,
  services: TronWatch,
  { isSuccess, transfers }: Receipt,
): Promise<boolean> {
  const usdt = transfers.filter(({ contract }) => contract === services.tron.usdt)
  if (services.tron.secondProviderAbove === null || !isSuccess || usdt.length === 0) return false
  const owners = await query(db, { agent_id: col.uuid, units: col.text })`
    select agent_id, sum(sent.units)::text as units
    from unnest(${usdt.map(({ to }) => to)}::text[], ${usdt.map(({ units }) => units.toString())}::numeric[])
      as sent (address, units)
    join tron_address using (address) group by agent_id`
  for (const { agent_id: agentId, units } of owners) {
    if (await needsSecondProvider(db, services, { agentId, units: BigInt(units) })) return true
  }
  return false
}
