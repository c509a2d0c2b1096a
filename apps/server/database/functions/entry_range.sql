-- The numbers between which all entries of a period lie: above `low`, up to `high`. Entries are only nearly in the order of
-- their time, because clocks of several processes differ a little. So the range is an hour longer at both ends, and the
-- caller compares the time of each entry as well.
create or replace function entry_range(
  of_account uuid, from_at timestamptz, until_at timestamptz, out low bigint, out high bigint
) language plpgsql stable as $$
begin
  low := entries_before(of_account, from_at - interval '1 hour');
  high := entries_before(of_account, until_at + interval '1 hour');
end $$;
