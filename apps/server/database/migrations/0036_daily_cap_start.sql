-- After these numbers the audit shows all that counts towards the daily cap of an operator, so that it can be counted again.
alter table approval_start add column cap_number bigint, add column money_request_number bigint;
alter table approval_start disable trigger approval_start_stays;
update approval_start set cap_number = (select number from audit_end),
  money_request_number = coalesce((select max(number) from money_request), 0);
alter table approval_start enable trigger approval_start_stays;
alter table approval_start alter column cap_number set not null, alter column money_request_number set not null;
