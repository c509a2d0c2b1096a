-- The id of an account, opened when it does not exist yet.
create or replace function open_account(
  new_id uuid, for_agent uuid, new_kind text, new_party text, new_asset text, new_floor bigint
) returns uuid language plpgsql as $$
declare
  found_id uuid;
begin
  insert into account (id, agent_id, kind, party, asset, floor)
  values (new_id, for_agent, new_kind, new_party, new_asset, new_floor)
  on conflict on constraint account_is_one do nothing
  returning id into found_id;
  if found_id is null then
    select id into strict found_id from account
    where agent_id is not distinct from for_agent and kind = new_kind
      and party is not distinct from new_party and asset = new_asset;
  end if;
  return found_id;
end $$;
