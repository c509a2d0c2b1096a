import { parseMinor } from '@cashbox/contract'
import { col, type Queryable, query, sql } from '../../platform/database/database.ts'
import type { Receipt } from '../../rails/tron/receipt.ts'
import { later, type TronWatch, UNITS_PER_MINOR } from './tron-watch.ts'

/** Sums are added up over a day, so that splitting a forged amount gains nothing. */
const WITHIN_MS = 24 * 60 * 60_000

/** Whether the sum is too large to credit while only one provider has proved it. */
export async function needsSecondProvider(
  db: Queryable,
  services: TronWatch,
  { agentId, units }: { agentId: string; units: bigint },
): Promise<boolean> {
  const { clock } = services
  const { tron } = services.config
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
  const usdt = transfers.filter(({ contract }) => contract === services.config.tron.usdt)
  if (services.config.tron.secondProviderAbove === null || !isSuccess || usdt.length === 0) return false
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
