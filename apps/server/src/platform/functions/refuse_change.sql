-- Keeps a table append-only, or its rows from being deleted, according to the trigger that calls it.
create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'CB002';
end $$;
