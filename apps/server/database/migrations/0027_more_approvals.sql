-- Keys of partners, their webhook addresses and raised fees need a second operator too, and requests run out.

alter table change_request
  drop constraint change_request_kind_check,
  add constraint change_request_kind_check check (kind in ('rate_set', 'agent_approve', 'agent_terms', 'operator_create',
    'operator_change', 'approval_limit', 'partner_key', 'partner_webhook', 'channel_fees')),
  drop constraint change_request_state_check,
  add constraint change_request_state_check
    check (state in ('pending', 'completed', 'rejected', 'withdrawn', 'failed', 'expired'));

-- A key opens nothing before a second operator has approved it.
alter table partner_key add column activated_at timestamptz;
update partner_key set activated_at = created_at;

-- The audit entries after this number show a second operator behind keys, webhook addresses and fees too.
alter table approval_start add column network_number bigint;
alter table approval_start disable trigger approval_start_stays;
update approval_start set network_number = (select number from audit_end);
alter table approval_start enable trigger approval_start_stays;
alter table approval_start alter column network_number set not null;
