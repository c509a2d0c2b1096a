-- A request ends once, what was requested stays as the second operator saw it, and money that was moved is in the ledger.
-- (A returned token may never have been on the books.)
create or replace function guard_approval_request() returns trigger language plpgsql as $$
begin
  if old.state <> 'pending' or new.state = 'pending' or new.version <> old.version + 1
    or (new.id, new.number, new.kind, new.subject_kind, new.subject_id, new.subject_name, new.payload, new.before, new.after,
        new.fields, new.reason, new.agent_id, new.topup_id, new.player_transaction_id, new.amount, new.asset, new.decimals,
        new.body_hash, new.needs_approval, new.requested_by, new.requested_at)
      is distinct from
       (old.id, old.number, old.kind, old.subject_kind, old.subject_id, old.subject_name, old.payload, old.before, old.after,
        old.fields, old.reason, old.agent_id, old.topup_id, old.player_transaction_id, old.amount, old.asset, old.decimals,
        old.body_hash, old.needs_approval, old.requested_by, old.requested_at)
  then
    raise exception 'an approval request ends once, and is never made another one' using errcode = 'CB002';
  end if;
  if new.state = 'completed' and new.amount is not null and new.kind <> 'topup_return' and not exists (
    select 1 from movement
    where reference = coalesce(new.topup_id, new.player_transaction_id, new.id)
      and kind::text = case new.kind
        when 'topup_credit' then 'top_up' when 'partner_payment_reversal' then 'partner_payment' else new.kind end)
  then
    raise exception 'a completed request has moved its money' using errcode = 'CB002';
  end if;
  return new;
end $$;
