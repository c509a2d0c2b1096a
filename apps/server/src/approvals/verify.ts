import { LARGE_CHANGE_PERCENT, WIDE_AREA_M } from '@cashbox/contract/operator'
import { type Sql, sql } from '@cashbox/postgres/database'
import type { Check } from '../platform/verify.ts'

/** Whether an audit entry raises one of the agent's sums above what one operator may grant alone; no limit is the most. */
const isRaised = (field: string): Sql => sql`(
  jsonb_exists(after, ${field}::text) and before ->> ${field}::text is not null
  and (after ->> ${field}::text is null
    or ((after ->> ${field}::text)::numeric > (before ->> ${field}::text)::numeric
      and (after ->> ${field}::text)::numeric > coalesce((after ->> 'approval_limit')::numeric, 0))))`

/** Whether an audit entry is a change that one operator may not make alone. */
const needsApproval = sql`case
  when action = 'rate.set' then after ->> 'checked_rate' is null
    or abs((after ->> 'rate')::numeric - (after ->> 'checked_rate')::numeric) * 100
      > (after ->> 'checked_rate')::numeric * ${LARGE_CHANGE_PERCENT}::integer
  when action = 'money.set-approval-limit' then
    coalesce((after ->> 'above')::numeric, 0) > coalesce((before ->> 'above')::numeric, 0)
    or (before ->> 'per_day' is not null
      and coalesce((after ->> 'per_day')::numeric, 'Infinity') > (before ->> 'per_day')::numeric)
  when action in ('agent.set-terms', 'agent.approve') then
    ${isRaised('credit_line')} or ${isRaised('max_amount')} or ${isRaised('daily_limit')}
    or coalesce((after ->> 'is_fee_raised')::boolean, false)
    or coalesce((after ->> 'geo_area')::integer > greatest((before ->> 'geo_area')::integer, ${WIDE_AREA_M}::integer), false)
  when action = 'agent.restore' then coalesce((after ->> 'is_other_role')::boolean, false)
  when action in ('partner.activate-key', 'partner.set-key-ranges') then true
  when action = 'partner.change' then (before ->> 'disabled_at' is not null and after ->> 'disabled_at' is null)
    or coalesce((after ->> 'reversal_window_s')::integer > (before ->> 'reversal_window_s')::integer, false)
    or after ->> 'verification_url' is not null
  when action = 'partner.disable-key' then
    coalesce((after ->> 'expires_at')::timestamptz > (before ->> 'expires_at')::timestamptz, false)
  when action in ('alert-destination.activate', 'text.set', 'text.reset') then true
  when action = 'partner.set-withdrawal-limits' then
    (after ->> 'max_open')::numeric > (before ->> 'max_open')::numeric
    or (after ->> 'max_per_day')::numeric > (before ->> 'max_per_day')::numeric
  when action = 'partner.set-cover' then before ->> 'credit_limit' is not null
    and coalesce((after ->> 'credit_limit')::numeric, 'Infinity') > (before ->> 'credit_limit')::numeric
  when action = 'partner.set-fees' then true
  when action = 'alert-destination.change' then after ->> 'is_enabled' = 'false' or after ->> 'min_severity' = 'critical'
    or (after ->> 'alert_kinds' <> 'all' and not coalesce(
      string_to_array(before ->> 'alert_kinds', ', ') <@ string_to_array(after ->> 'alert_kinds', ', '), false))
  when action = 'alert-destination.remove' then before ->> 'is_enabled' = 'true'
  when action = 'partner.set-webhook' then after ->> 'url' is distinct from before ->> 'url'
  when action = 'channel.set-fees' then (after ->> 'deposit_fee_bp')::integer > (before ->> 'deposit_fee_bp')::integer
    or (after ->> 'withdraw_fee_bp')::integer > (before ->> 'withdraw_fee_bp')::integer
  when action = 'player-limit.set' then
    ${isRaised('max_amount')} or ${isRaised('limit_day')} or ${isRaised('limit_week')} or ${isRaised('limit_month')}
  when action = 'operator.create' then true
  when action = 'operator.change' then jsonb_exists(after, 'role') or after ->> 'is_disabled' = 'false'
    or after ->> 'has_password' = 'false' or after ->> 'has_two_factor' = 'false'
  else false end`

/** The command line acts without an operator, and may make these changes alone. */
export const approvalChecks: readonly Check[] = [
  {
    rule: 'change_has_request',
    violations: sql`
      with entry as (
        select number, operator_id, subject_kind, subject_id, action, after ->> 'email' as email,
               after ->> 'approval_request' as request_id,
               ${needsApproval} as needs_approval
        from audit_entry
        where operator_id is not null and subject_kind <> 'approval_request')
      select entry.number as audit_number, entry.action, entry.request_id
      from entry left join approval_request as request
        on request.id::text = entry.request_id and request.state = 'completed'
       and request.decided_by = entry.operator_id and request.subject_kind = entry.subject_kind
       and request.subject_id = case request.kind when 'operator_create' then entry.email else entry.subject_id end
      where (entry.request_id is not null or entry.needs_approval) and request.id is null
      union all
      select max(entry.number), 'several changes of one request', request.id::text
      from approval_request as request left join entry on entry.request_id = request.id::text
      where request.state = 'completed' and request.amount is null
      group by request.id having count(entry.number) <> 1`,
  },
  {
    rule: 'change_two_operators',
    violations: sql`
      select request.id, request.state from approval_request as request
      where request.decided_by = request.requested_by
        or not exists (
          select 1 from audit_entry as requested
          where requested.subject_kind = 'approval_request' and requested.subject_id = request.id::text
            and requested.action = 'approval.request' and requested.operator_id = request.requested_by)
        or (select count(*) from audit_entry as ended
            where ended.subject_kind = 'approval_request' and ended.subject_id = request.id::text
              and ended.action in ('approval.approve', 'approval.reject', 'approval.withdraw', 'approval.expire'))
          <> case when request.state = 'pending' or not request.needs_approval then 0 else 1 end
        or (request.state <> 'pending' and request.needs_approval and not exists (
          select 1 from audit_entry as ended
          where ended.subject_kind = 'approval_request' and ended.subject_id = request.id::text
            and ended.action = case request.state
              when 'rejected' then 'approval.reject' when 'withdrawn' then 'approval.withdraw'
              when 'expired' then 'approval.expire' else 'approval.approve' end
            -- An operator who disables the requester withdraws what they asked for.
            and (request.failure = 'requester_not_allowed' and request.state = 'withdrawn'
              or ended.operator_id is not distinct from case request.state
                when 'withdrawn' then request.requested_by else request.decided_by end)))`,
  },
  {
    rule: 'own_request_not_decided',
    violations: sql`
      select decided.number as audit_number, decided.subject_kind, decided.subject_id
      from audit_entry as decided
      join audit_entry as requested using (subject_kind, subject_id, operator_id)
      where decided.action in ('approval.approve', 'approval.reject') and requested.action = 'approval.request'`,
  },
  {
    rule: 'rate_is_close',
    violations: sql`
      select coin, currency_code, rate, checked_rate from rate
      where source = 'operator' and abs(rate - checked_rate) * 100 > checked_rate * ${LARGE_CHANGE_PERCENT}::integer`,
  },
]
