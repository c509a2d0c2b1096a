import { sql } from '../platform/database/database.ts'
import type { Check } from '../platform/verify.ts'

export const moneyChecks: readonly Check[] = [
  {
    rule: 'request_has_movement',
    violations: sql`
      select request.id from approval_request as request
      left join confirmation on confirmation.player_transaction_id = request.player_transaction_id
      left join topup on topup.id = request.topup_id
      left join partner_payment as payment on payment.id = request.id
      left join lateral (
        select movement.amount, giver.kind as giver, taker.kind as taker, giver.asset = request.asset
                 and coalesce(giver.agent_id, taker.agent_id) is not distinct from request.agent_id
                 and coalesce(taker.agent_id, giver.agent_id) is not distinct from request.agent_id as is_own
        from movement join account as giver on giver.id = from_id join account as taker on taker.id = to_id
        where reference = coalesce(request.topup_id, request.player_transaction_id, request.id)
          and movement.kind::text = case request.kind
            when 'topup_credit' then 'top_up' when 'topup_return' then 'release'
            when 'partner_payment_reversal' then 'partner_payment' else request.kind end
      ) as moved on true
      where request.state = 'completed' and request.amount is not null and case
        -- What anyone can make was never on the books, and leaves none.
        when request.kind = 'topup_return' then topup.state <> 'returned'
          or moved.amount is not null and (moved.giver, moved.amount, moved.is_own)
            is distinct from ('suspense', request.amount, true)
        when request.kind in ('partner_payment', 'partner_payment_reversal') then
          (payment.amount, payment.currency_code, (payment.reverses is null))
            is distinct from (request.amount, request.asset, request.kind = 'partner_payment')
          or (moved.giver, moved.taker, moved.amount, moved.is_own) is distinct from
            (case when (payment.direction = 'in') = (payment.reverses is null) then 'bank' else 'clearing' end,
             case when (payment.direction = 'in') = (payment.reverses is null) then 'clearing' else 'bank' end,
             request.amount, true)
        when request.kind = 'settlement' then (moved.giver, moved.taker, moved.amount, moved.is_own)
          is distinct from ('commission', 'float', request.amount, true)
        when request.kind = 'payout' or request.amount < 0
          or request.kind = 'reversal' and confirmation.type = 'withdraw'
          then (moved.giver, moved.amount, moved.is_own) is distinct from ('float', abs(request.amount), true)
        else (moved.taker, moved.amount, moved.is_own) is distinct from ('float', request.amount, true)
          or topup.state <> 'credited'
      end`,
  },
  {
    rule: 'payout_has_request',
    violations: sql`
      select movement.reference as id from movement
      left join approval_request as request on request.id = movement.reference
      where movement.kind in ('settlement', 'payout', 'adjustment', 'partner_payment')
        and case when request.id is null then movement.kind <> 'adjustment'
                 else request.state <> 'completed'
                   or replace(request.kind, 'partner_payment_reversal', 'partner_payment') <> movement.kind::text end`,
  },
  {
    rule: 'request_second_operator',
    violations: sql`
      select id from approval_request
      where decided_by = requested_by
         or (needs_approval and state in ('completed', 'rejected', 'failed') and decided_by is null)
         or (not needs_approval and (state <> 'completed' or decided_by is not null))`,
  },
]
