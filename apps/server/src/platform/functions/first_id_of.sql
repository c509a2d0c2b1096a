-- The lowest UUIDv7 of a moment: such an id begins with 48 bits of milliseconds.
create or replace function first_id_of(moment timestamptz) returns uuid
language sql immutable as $$
  select (lpad(to_hex((extract(epoch from moment) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid
$$;
