-- The id of an account, opened when it does not exist yet.
create or replace function open_account(
  for_agent uuid, new_kind text, new_party text, new_asset text, new_floor bigint
) returns bigint language plpgsql as $$
declare
  keeps_balance boolean := new_kind in ('float', 'commission');
  found_id      bigint;
begin
  insert into account (agent_id, kind, party, asset, balance, version, floor)
  values (for_agent, new_kind, new_party, new_asset, case when keeps_balance then 0 end, case when keeps_balance then 0 end,
    new_floor)
  on conflict on constraint account_is_one do nothing
  returning id into found_id;
  if found_id is null then
    select id into strict found_id from account
    where agent_id is not distinct from for_agent and kind = new_kind
      and party is not distinct from new_party and asset = new_asset;
  end if;
  return found_id;
end $$;
