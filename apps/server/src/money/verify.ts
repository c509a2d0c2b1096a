import { type Sql, sql } from '@cashbox/postgres/database'
import { LIMITS_PER_DAY } from '../approvals/limits.ts'
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
        when request.kind = 'commission_credit' then (moved.giver, moved.taker, moved.amount, moved.is_own)
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
      where movement.kind in ('commission_credit', 'payout', 'adjustment', 'partner_payment')
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

/** What counted towards a daily cap according to the audit, in hundredths of the asset. */
const counted = sql`
  select number, operator_id, (at at time zone 'UTC')::date as day, asset, ceil(abs(amount) * 100) as amount,
         sum(ceil(abs(amount) * 100)) over (
           partition by operator_id, (at at time zone 'UTC')::date, asset order by number) as sum
  from (
    select number, operator_id, at, after ->> 'asset' as asset, (after ->> 'amount')::numeric as amount
    from audit_entry where action = 'approval.request' and after ->> 'state' = 'completed'
    union all
    select approved.number, approved.operator_id, approved.at, requested.after ->> 'asset',
           (requested.after ->> 'amount')::numeric
    from audit_entry as approved
    join audit_entry as requested
      on requested.action = 'approval.request' and jsonb_exists(requested.after, 'amount') and requested.subject_kind = approved.subject_kind
     and requested.subject_id = approved.subject_id
    where approved.action = 'approval.approve' and approved.after ->> 'state' = 'completed'
    union all
    select entry.number, entry.operator_id, entry.at, coalesce(entry.after ->> 'asset', channel.currency_code),
           coalesce((entry.after ->> 'granted_credit')::numeric,
                    (entry.after ->> 'credit_line')::numeric - (entry.before ->> 'credit_line')::numeric)
    from audit_entry as entry
    left join agent on agent.id::text = entry.subject_id
    left join channel on channel.id = agent.channel_id
    where entry.action in ('agent.set-terms', 'agent.approve')
      and (jsonb_exists(entry.after, 'granted_credit')
        or (entry.after ->> 'credit_line')::numeric > (entry.before ->> 'credit_line')::numeric)
  ) as act
  where operator_id is not null`

const changes = sql`
  select number, subject_id as asset, (before ->> 'per_day')::numeric as before, (after ->> 'per_day')::numeric as after
  from audit_entry where action = 'money.set-approval-limit' and jsonb_exists(after, 'per_day')`

/** The sums of a setting by asset, without values that are no amount. */
const sumsOf = (key: string): Sql => sql`
  select key as asset, value::numeric as sum from jsonb_each_text((select value from setting where key = ${key}))
  where value ~ '^[0-9]{1,12}([.][0-9]{1,2})?$'`

/** Present caps of assets whose cap was never changed. */
const inForce = sql`
  select asset, coalesce(own.sum, nullif(above.sum, 0) * ${LIMITS_PER_DAY.toString()}::numeric) as cap
  from (${sumsOf('daily_caps')}) as own full join (${sumsOf('approval_limits')}) as above using (asset)`

/** The command line has no caps. */
export const dailyCapChecks: readonly Check[] = [
  {
    rule: 'daily_cap_kept',
    violations: sql`
      with counted as (${counted}), change as (${changes}), cap_in_force as (${inForce})
      select counted.number as audit_number, operator_id, day, counted.asset, sum / 100 as sum, cap
      from counted cross join lateral (
        select case
          when exists (select 1 from change where asset = counted.asset and number < counted.number)
            then (select after from change where asset = counted.asset and number < counted.number
                  order by number desc limit 1)
          when exists (select 1 from change where asset = counted.asset)
            then (select before from change where asset = counted.asset order by number limit 1)
          else (select cap from cap_in_force where asset = counted.asset)
        end as cap) as limited
      where sum > cap * 100`,
  },
  {
    rule: 'daily_cap_counted',
    violations: sql`
      with counted as (${counted})
      select operator_id, day, asset, counted.sum / 100 as sum, known.amount / 100 as counted
      from (select operator_id, day, asset, sum(amount) as sum from counted group by operator_id, day, asset) as counted
      left join operator_day as known using (operator_id, day, asset)
      where known.amount is null or known.amount < counted.sum`,
  },
  {
    rule: 'request_in_audit',
    violations: sql`
      select request.id from approval_request as request
      where request.state = 'completed' and request.amount is not null and not exists (
        select 1 from audit_entry as requested
        where requested.subject_kind = 'approval_request' and requested.subject_id = request.id::text
          and requested.action = 'approval.request' and requested.operator_id = request.requested_by
          and requested.after ->> 'asset' = request.asset
          and (requested.after ->> 'amount')::numeric = request.amount / 10::numeric ^ request.decimals
          and (request.decided_by is null or exists (
            select 1 from audit_entry as approved
            where approved.subject_kind = 'approval_request' and approved.subject_id = request.id::text
              and approved.action = 'approval.approve' and approved.operator_id = request.decided_by
              and approved.after ->> 'state' = 'completed')))`,
  },
  {
    rule: 'daily_cap_in_audit',
    violations: sql`
      with change as (${changes}), cap_in_force as (${inForce})
      select asset, after as audited, cap
      from (select distinct on (asset) asset, after from change order by asset, number desc) as last
      left join cap_in_force using (asset) where after is distinct from cap`,
  },
]
