-- Channel currency for one coin, as decimals; text keeps every digit as it was set.
create table rate (
  coin          text        not null,
  currency_code text        not null,
  rate          numeric     not null check (rate > 0 and rate < 'Infinity'),
  set_at        timestamptz not null,
  primary key (coin, currency_code)
);

create sequence tron_address_index minvalue 0 start 0;

-- Assigned once, never reused.
create table tron_address (
  agent_id      uuid        primary key references agent,
  account_index integer     not null,
  address       text        not null unique,
  -- Which account key it was derived from.
  xpub_id       text        not null,
  created_at    timestamptz not null,
  unique (xpub_id, account_index)
);

create table perfect_money_order (
  id             uuid        primary key,
  payment_id     text        not null unique,
  agent_id       uuid        not null references agent,
  payee_account  text        not null,
  units          text        not null,
  amount         bigint      not null check (amount > 0),
  rate           numeric     not null,
  offset_percent numeric     not null,
  state          text        not null default 'open' check (state in ('open', 'paid', 'expired', 'review')),
  created_at     timestamptz not null,
  expires_at     timestamptz not null
);
create index perfect_money_order_of_agent on perfect_money_order (agent_id, created_at desc);
