-- The names that the API uses, in the tables too.

alter table agent rename column asked_at to info_requested_at;
alter table partner_key rename column rights to permissions;
alter table reversal rename column asked_by to requested_by;
alter table network_float rename column near_floor to low_float;
update setting set key = 'approval_limits' where key = 'four_eyes_above';

alter table verification rename column broken to failed_checks;
update verification set failed_checks = (
  select coalesce(jsonb_agg((rule - 'breaches') || jsonb_build_object('violations', rule -> 'breaches')), '[]')
  from jsonb_array_elements(failed_checks) as rule)
where failed_checks is not null;

alter table risk_trace drop constraint risk_trace_kind_check;
update risk_trace set kind = 'shared_ip' where kind = 'shared_address';
alter table risk_trace add constraint risk_trace_kind_check check (kind in ('shared_device', 'shared_ip'));
alter table risk_event drop constraint risk_event_kind_check;
update risk_event set kind = 'circular_payments' where kind = 'player_loop';
alter table risk_event add constraint risk_event_kind_check check (kind in ('impossible_travel', 'circular_payments'));
update risk_signal set
  kind = case kind when 'identical_point' then 'identical_location' when 'poor_accuracy' then 'low_accuracy'
                   when 'shared_address' then 'shared_ip' when 'player_loop' then 'circular_payments' else kind end,
  evidence = (evidence - 'others') || jsonb_build_object('other_agents', coalesce(evidence -> 'others', '[]'));

alter table money_request rename column needs_second to needs_approval;
alter table money_request rename constraint four_eyes to decided_by_another;
alter table money_request
  drop constraint money_request_kind_check,
  drop constraint money_request_state_check,
  drop constraint second_has_decided,
  drop constraint decided_has_time,
  drop constraint only_done_moves_money,
  drop constraint done_has_moved_money,
  drop constraint names_its_subject;
drop index money_request_waiting_topup;
drop index money_request_waiting_transaction;
-- A request ends once, and renaming is not ending.
alter table money_request disable trigger money_request_ends_once;
update money_request set
  kind = case kind when 'suspense_credit' then 'topup_credit' when 'suspense_return' then 'topup_return' else kind end,
  state = case state when 'waiting' then 'pending' when 'done' then 'completed' when 'refused' then 'rejected' else state end;
alter table money_request enable trigger money_request_ends_once;
alter table money_request
  add constraint money_request_kind_check check (kind in
    ('adjustment', 'settlement', 'payout', 'topup_credit', 'topup_return', 'reversal')),
  add constraint money_request_state_check check (state in ('pending', 'completed', 'rejected', 'withdrawn', 'failed')),
  add constraint approval_was_given check (
    not needs_approval or state in ('pending', 'withdrawn') or decided_by is not null),
  add constraint decided_has_time check ((state = 'pending') = (decided_at is null)),
  add constraint only_completed_moves_money check (state = 'completed' or transfer_id is null),
  add constraint completed_has_moved_money check (
    state <> 'completed' or transfer_id is not null or kind = 'topup_return'),
  add constraint names_its_subject check (
    (topup_id is not null) = (kind in ('topup_credit', 'topup_return'))
    and (player_transaction_id is not null) = (kind = 'reversal')
    and (agent_id is not null or kind = 'topup_return'));
-- One pending request at a time about one top-up or transaction.
create unique index money_request_pending_topup on money_request (topup_id) where state = 'pending';
create unique index money_request_pending_transaction on money_request (player_transaction_id) where state = 'pending';
