import { sql } from '@cashbox/postgres/database'
import type { Check } from '../platform/verify.ts'
import { unbookedReasons } from './credit-topup.ts'

export const topupChecks: readonly Check[] = [
  {
    rule: 'credited_has_movement',
    violations: sql`
      select coalesce(topup.id, moved.reference) as id
      from (select id, agent_id, rail, currency_code, received from topup where state = 'credited') as topup
      full join (
        select movement.reference, movement.amount, float.kind, float.agent_id, float.asset, rail.kind as giver,
               rail.party
        from movement join account as float on float.id = to_id join account as rail on rail.id = from_id
        -- Opening balances of the sandbox don't come from a top-up.
        where movement.kind = 'top_up' and rail.party <> 'sandbox'
      ) as moved on moved.reference = topup.id
      where (moved.giver, moved.party, moved.kind, moved.agent_id, moved.asset, moved.amount)
        is distinct from ('rail', topup.rail, 'float', topup.agent_id, topup.currency_code, topup.received)`,
  },
  {
    rule: 'received_amount',
    violations: sql`
      select id from topup where state = 'credited'
        and received <> div(units * rate * (100 + offset_percent), power(10::numeric, decimals))`,
  },
  {
    rule: 'suspense_is_held',
    violations: sql`
      select coalesce(kept.agent_id, held.agent_id) as id, coalesce(kept.asset, held.coin) as asset
      from (
        select account.agent_id, account.party, account.asset, sum(side.amount) as balance
        from movement
        cross join lateral (values (from_id, -movement.amount), (to_id, movement.amount)) as side (account_id, amount)
        join account on account.id = side.account_id and account.kind = 'suspense'
        where movement.kind in ('suspense', 'release')
        group by account.id having sum(side.amount) <> 0
      ) as kept
      full join (
        select agent_id, rail, coin, sum(units) as units from topup
        where state = 'held' and reason <> all (${unbookedReasons}::text[])
        group by agent_id, rail, coin
      ) as held on coalesce(held.agent_id::text, '') = coalesce(kept.agent_id::text, '')
        and held.rail = kept.party and held.coin = kept.asset
      where kept.balance is distinct from held.units`,
  },
]
