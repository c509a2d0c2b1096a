-- An account is never deleted, and what identifies it never changes.
create or replace function refuse_account_change() returns trigger language plpgsql as $$
begin
  raise exception 'an account is never removed or made another one' using errcode = 'CB002';
end $$;
