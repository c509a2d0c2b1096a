-- How many providers proved a transfer. What one alone proved is credited up to a sum for each agent and day.
alter table topup add column providers smallint check (providers > 0);
create index topup_of_one_provider on topup (agent_id, finished_at) where providers = 1 and state = 'credited';

-- Anyone can send worthless tokens to an address, in any number. Then USDT is read from a list of its own.
alter table tron_address
  -- Where an unfinished reading of USDT goes on; null when it was read to its end.
  add column list_from timestamptz,
  -- Where the reading of other tokens goes on; null while one page holds all that came to the address.
  add column others_from timestamptz,
  -- The newest transfer of another token that was counted.
  add column others_until timestamptz;

-- Transfers of other tokens to an address, counted by day. Only a few of a day are followed and become held top-ups.
create table tron_other_token (
  address  text    not null references tron_address (address),
  day      date    not null,
  listed   integer not null default 0,
  followed integer not null default 0,
  kept     integer not null default 0,
  primary key (address, day)
);
