-- Without it a transaction gets its ID with the first row it writes, which is after the numbers of that row are drawn.
create or replace function take_transaction_id() returns trigger language plpgsql as $$
begin
  perform pg_current_xact_id();
  return null;
end $$;
