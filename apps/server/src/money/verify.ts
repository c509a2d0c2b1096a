import { sql } from '../platform/database/database.ts'
import type { Check } from '../platform/verify.ts'

export const moneyChecks: readonly Check[] = [
  {
    rule: 'request_has_transfer',
    violations: sql`
      select request.id from approval_request as request
      left join transfer on transfer.id = request.transfer_id
      left join confirmation on confirmation.player_transaction_id = request.player_transaction_id
      left join topup on topup.id = request.topup_id
      left join lateral (
        select sum(entry.amount) filter (where account.kind = 'float') as float,
               sum(entry.amount) filter (where account.kind = 'commission') as commission,
               sum(entry.amount) filter (where account.kind = 'suspense') as suspense,
               bool_and(account.agent_id is not distinct from request.agent_id
                 and account.asset = request.asset) as is_own
        from entry join account on account.id = entry.account_id where entry.transfer_id = transfer.id
      ) as moved on true
      where request.state = 'completed' and case request.kind
        when 'adjustment' then (transfer.kind, transfer.reference, moved.float, moved.is_own)
          is distinct from ('adjustment', request.id::text, request.amount, true)
        when 'payout' then (transfer.kind, transfer.reference, moved.float, moved.is_own)
          is distinct from ('payout', request.id::text, -request.amount, true)
        when 'settlement' then (transfer.kind, transfer.reference, moved.float, moved.commission, moved.is_own)
          is distinct from ('settlement', request.id::text, request.amount, -request.amount, true)
        when 'topup_credit' then (transfer.kind, transfer.reference, moved.float, moved.is_own, topup.state)
          is distinct from ('top_up', request.topup_id::text, request.amount, true, 'credited')
        when 'reversal' then (transfer.kind, transfer.reference, moved.float, moved.is_own)
          is distinct from ('reversal', request.player_transaction_id::text,
            case confirmation.type when 'deposit' then request.amount else -request.amount end, true)
        -- What anyone can make was never on the books, and leaves none.
        when 'topup_return' then topup.state <> 'returned' or case
          when transfer.id is null
            then exists (select 1 from transfer where kind = 'release' and reference = request.topup_id::text)
          else (transfer.kind, transfer.reference, moved.suspense, moved.is_own)
            is distinct from ('release', request.topup_id::text, -request.amount, true)
        end
      end`,
  },
  {
    rule: 'payout_has_request',
    violations: sql`
      select transfer.id from transfer
      left join approval_request as request on request.id::text = transfer.reference
      where transfer.kind in ('settlement', 'payout', 'adjustment')
        and case when request.id is null then transfer.kind <> 'adjustment'
                 else request.state <> 'completed' or request.transfer_id <> transfer.id end
      union all
      select id from approval_request where state <> 'completed' and transfer_id is not null`,
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
