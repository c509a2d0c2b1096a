-- Locks what a group of confirmations changes: floats in id order, then transactions in order, so that groups of several
-- processes can't lock each other out. A float's row is the lock of everything that belongs to its agent. Says whether any
-- player has a limit; only then the players are locked too.
create or replace function lock_confirmations(requests confirmation_request[]) returns boolean language plpgsql as $$
declare
  transaction_ids text[] := array(select transaction_id from unnest(requests));
begin
  perform 1 from account where id = any (array(
    select float_id from agent where id = any (array(
      select coalesce((select agent_id from session where token_hash = request.token_hash), request.agent_id)
      from unnest(requests) as request))
  )) order by id for update;
  perform 1 from open_transaction where transaction_id = any (transaction_ids) order by transaction_id for update;
  if not exists (select 1 from player_limit) then
    return false;
  end if;
  -- In order too, so that no two agents use the same rest of a limit.
  perform pg_advisory_xact_lock(player.lock) from (
    select distinct hashtextextended(concat_ws(' ', current_schema(), 'player', partner_id, player_id), 0) as lock
    from player_transaction where transaction_id = any (transaction_ids)
    order by 1) as player;
  return true;
end $$;
