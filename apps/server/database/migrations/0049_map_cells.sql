-- Agents by place, counted every five minutes: the map of a wide area reads some hundred rows of it instead of every agent.
create table map_cell (
  -- A cell is two to the power of this wide and high, in degrees; y and x count cells from the equator and from Greenwich.
  level         smallint not null,
  y             integer  not null,
  x             integer  not null,
  status        text     not null,
  currency_code text     not null,
  agents        bigint   not null check (agents > 0),
  -- Of the places of its agents, in millionths of a degree: whole numbers, so that the same agents have the same sum.
  lat_sum       bigint   not null,
  lon_sum       bigint   not null,
  -- The lowest of its agents.
  cash_id       bigint   not null,
  float         bigint   not null,
  -- Deposits and withdrawals of the day.
  volume        bigint   not null,
  primary key (level, y, x, status, currency_code)
);
