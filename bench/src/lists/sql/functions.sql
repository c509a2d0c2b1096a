-- A number from 0 to 1 that is always the same, and an id as the program would have made it at that time. Neither claims more
-- than it holds, because PostgreSQL would then call it row by row instead of making it part of the statement.
create function bench_share(n bigint, seed bigint) returns float8 language sql immutable parallel safe as $$
  select (hashint8extended(n, seed) & 1048575) / 1048576.0::float8
$$;
create function bench_id(at timestamptz, series integer, n bigint) returns uuid language sql stable parallel safe as $$
  select (lpad(to_hex((date_part('epoch', at) * 1000)::bigint), 12, '0') || '7' || lpad(to_hex(series), 3, '0')
          || '8' || lpad(to_hex(n), 15, '0'))::uuid
$$;
