-- How many entries an account had at a moment: entries are numbered without gaps, and nearly in the order of their time.
create or replace function entries_before(of_account uuid, moment timestamptz) returns bigint language plpgsql stable as $$
declare
  low    bigint := 0;
  high   bigint;
  middle bigint;
begin
  select version into strict high from account where id = of_account;
  while low < high loop
    middle := (low + high + 1) / 2;
    if (select transfer.created_at from entry join transfer on transfer.id = entry.transfer_id
        where entry.account_id = of_account and entry.account_version = middle) < moment
    then
      low := middle;
    else
      high := middle - 1;
    end if;
  end loop;
  return low;
end $$;
