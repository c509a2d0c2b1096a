-- What left each agent's float by the hour, for the forecast of how long it lasts. Counted when it is asked for.
create table hourly_flow (
  agent_id uuid        not null references agent,
  -- The start of a whole hour in UTC. An hour without payments has no row.
  hour     timestamptz not null,
  -- Deposits less withdrawals, in minor units.
  outflow  bigint      not null,
  payments integer     not null,
  primary key (agent_id, hour)
);

-- Up to which hour an agent's payments are in it.
create table hourly_flow_count (
  agent_id      uuid        primary key references agent,
  counted_until timestamptz not null
);
