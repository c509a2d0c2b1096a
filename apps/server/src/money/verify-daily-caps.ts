import { LIMITS_PER_DAY } from '../approvals/limits.ts'
import { type Sql, sql } from '../platform/database/database.ts'
import type { Check } from '../platform/verify.ts'

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
