-- Moves money from one account to another. Lock the agent's float first.
create or replace function post_movement(
  new_kind movement_kind, new_reference uuid, giver bigint, taker bigint, new_amount bigint, new_reason text, new_at timestamptz
) returns void language plpgsql as $$
declare
  giver_after record;
  taker_after record;
begin
  update account set balance = balance - new_amount, version = version + 1
  where id = giver and balance is not null returning balance, version into giver_after;
  update account set balance = balance + new_amount, version = version + 1
  where id = taker and balance is not null returning balance, version into taker_after;
  insert into movement (kind, reference, from_id, to_id, amount, from_balance, from_version, to_balance, to_version,
    reason, at)
  values (new_kind, new_reference, giver, taker, new_amount, giver_after.balance, giver_after.version, taker_after.balance, taker_after.version,
    new_reason, new_at);
end $$;
