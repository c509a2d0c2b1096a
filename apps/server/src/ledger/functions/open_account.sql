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

-- The id of an account of the network, opened when it does not exist yet. Most exist, so it looks first.
create or replace function network_account(of_kind text, of_party text, of_asset text) returns bigint language plpgsql as $$
begin
  return coalesce(
    (select id from account where agent_id is null and kind = of_kind and party = of_party and asset = of_asset),
    (select id from account
     where of_party is null and agent_id is null and kind = of_kind and party is null and asset = of_asset),
    open_account(null, of_kind, of_party, of_asset, null));
end $$;
