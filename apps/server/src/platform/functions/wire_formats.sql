-- Whole seconds since 1970, rounded down, as every time on the wire is written. Not "immutable", because then PostgreSQL
-- would not make it part of the statement that calls it.
create or replace function epoch_seconds(moment timestamptz) returns bigint language sql stable as $$
  select floor(extract(epoch from moment))::bigint
$$;

-- 125050 → '1250.50', as amounts are written on the wire. Not "immutable", because joining a number to a text is not, and
-- then PostgreSQL would not make it part of the statement that calls it.
create or replace function money_text(minor bigint) returns text language sql stable as $$
  select case when minor < 0 then '-' else '' end || abs(minor) / 100 || '.' || lpad((abs(minor) % 100)::text, 2, '0')
$$;
