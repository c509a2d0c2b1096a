-- How fast floats are used.

-- What left each agent's float by the hour, to forecast how long the float lasts. Counted on request.
create table hourly_flow (
  agent_id uuid        not null references agent,
  -- The start of a whole hour in UTC. An hour without payments has no row.
  hour     timestamptz not null,
  -- Deposits less withdrawals, in minor units.
  outflow  bigint      not null,
  payments integer     not null,
  primary key (agent_id, hour)
);
grant insert, delete on hourly_flow to :server;

-- Up to which hour an agent's payments are in hourly_flow.
create table hourly_flow_count (
  agent_id      uuid        primary key references agent,
  counted_until timestamptz not null
);
grant insert, update on hourly_flow_count to :server;
