import type { Tx } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import type { Hint } from '../../rails/tron/tron-api.ts'
import type { WatchServices } from './services.ts'

/** Notes transactions that may be for us. One that was given up is followed again when a provider reports it again. */
export async function rememberHints(tx: Tx, { clock, tron }: WatchServices, hints: readonly Hint[]): Promise<void> {
  if (hints.length === 0) return
  const now = clock.now()
  await tx.execute(sql`
    insert into tron_transaction as known (chain, txid, found_at, next_look_at)
    select distinct ${tron.chain}, hint.txid, ${now}::timestamptz, ${now}::timestamptz
    from unnest(${hints.map(({ txid }) => txid)}::text[], ${hints.map(({ to }) => to)}::text[]) as hint (txid, address)
    where exists (select 1 from tron_address where address = hint.address)
    on conflict (chain, txid) do update set state = 'open', found_at = excluded.found_at, next_look_at = excluded.next_look_at
      where known.state = 'gone'`)
}
