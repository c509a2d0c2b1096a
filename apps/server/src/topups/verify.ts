import { sql } from '../platform/database/database.ts'
import type { Check } from '../platform/verify.ts'

export const topupChecks: readonly Check[] = [
  {
    rule: 'credited_has_transfer',
    violations: sql`
      select coalesce(topup.id::text, transfer.reference) as id
      from (select id, agent_id, currency_code, received, transfer_id from topup where state = 'credited') as topup
      full join (
        -- Opening balances of the sandbox don't come from a top-up.
        select id, reference from transfer where kind = 'top_up' and reference not like 'sandbox:%'
      ) as transfer on transfer.id = topup.transfer_id
      left join lateral (
        select sum(entry.amount) as amount from entry join account on account.id = entry.account_id
        where entry.transfer_id = transfer.id and account.kind = 'float' and account.agent_id = topup.agent_id
          and account.asset = topup.currency_code
      ) as moved on true
      where topup.id is null or transfer.id is null or transfer.reference <> topup.id::text
         or moved.amount is distinct from topup.received`,
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
      from (select agent_id, party, asset, balance from account where kind = 'suspense' and balance <> 0) as kept
      full join (
        select agent_id, rail, coin, sum(units) as units from topup where state = 'held' and reason <> 'wrong_token'
        group by agent_id, rail, coin
      ) as held on coalesce(held.agent_id::text, '') = coalesce(kept.agent_id::text, '')
        and held.rail = kept.party and held.coin = kept.asset
      where kept.balance is distinct from held.units`,
  },
]
