-- Whole seconds since 1970, rounded down, as every time on the wire is written. Not "immutable", because then PostgreSQL
-- would not make it part of the statement that calls it.
create or replace function epoch_seconds(moment timestamptz) returns bigint language sql stable as $$
  select floor(extract(epoch from moment))::bigint
$$;
