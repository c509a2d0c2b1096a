import { parseMinor } from '@cashbox/contract'
import type { Tx } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Hint } from '../../rails/tron/tron-api.ts'
import { UNITS_PER_MINOR, type WatchServices } from './services.ts'

/**
 * Notes transactions that may be for us. One that was given up is followed again when a provider reports it again. One
 * that brings our agents less than the minimum, as the index says, is small: it is followed like any other, but later.
 */
export async function rememberHints(tx: Tx, { clock, tron }: WatchServices, hints: readonly Hint[]): Promise<void> {
  if (hints.length === 0) return
  const now = clock.now()
  const minimum = (parseMinor(tron.minimumDeposit) ?? 0n) * UNITS_PER_MINOR
  await tx.execute(sql`
    insert into tron_transaction as known (chain, txid, found_at, next_look_at, is_small)
    select ${tron.chain}, txid, ${now}::timestamptz, ${now}::timestamptz,
           bool_and(units is not null) and coalesce(sum(units), 0) < ${minimum.toString()}::numeric
    from unnest(${hints.map(({ txid }) => txid)}::text[], ${hints.map(({ to }) => to)}::text[],
                ${hints.map(({ units }) => units?.toString() ?? null)}::numeric[]) as hint (txid, address, units)
    where exists (select 1 from tron_address where address = hint.address)
    group by txid
    on conflict (chain, txid) do update set state = 'open', is_small = excluded.is_small,
      found_at = case known.state when 'open' then known.found_at else excluded.found_at end,
      next_look_at = case known.state when 'open' then known.next_look_at else excluded.next_look_at end
      where known.state = 'gone' or (known.state = 'open' and known.is_small and not excluded.is_small)`)
}
