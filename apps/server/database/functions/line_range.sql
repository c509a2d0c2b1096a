-- The numbers between which all lines of a period lie: above `low`, up to `high`. Lines are only nearly in the order of
-- their time, because clocks of several processes differ a little. So the range is an hour longer at both ends, and the
-- caller compares the time of each line as well.
create or replace function line_range(
  of_account bigint, from_at timestamptz, until_at timestamptz, out low bigint, out high bigint
) language plpgsql stable as $$
begin
  low := lines_before(of_account, from_at - interval '1 hour');
  high := lines_before(of_account, until_at + interval '1 hour');
end $$;
