-- Sealed values that did not open when all of them were last tried.
create table unreadable_seal (
  place  text not null,
  row_id text not null,
  primary key (place, row_id)
);

-- What the last look for alerts found, so that the metrics of every process are read from one row.
create table network_look (
  is_one   boolean     primary key default true check (is_one),
  taken_at timestamptz not null,
  look     jsonb       not null
);
