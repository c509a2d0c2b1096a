-- When the cells of the map were counted last.
create table map_count (
  is_one     boolean     primary key default true check (is_one),
  counted_at timestamptz not null
);
