-- 125050 → '1250.50', as amounts are written on the wire.
create or replace function money_text(minor bigint) returns text language sql immutable as $$
  select case when minor < 0 then '-' else '' end || abs(minor) / 100 || '.' || lpad((abs(minor) % 100)::text, 2, '0')
$$;
