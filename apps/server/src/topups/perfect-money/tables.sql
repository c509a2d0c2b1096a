-- Perfect Money: planned payments.

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
-- The provider's history is asked about open orders, because its calls can get lost.
create index perfect_money_order_open on perfect_money_order (expires_at) where state = 'open';
create index perfect_money_order_open_of_agent on perfect_money_order (agent_id, expires_at) where state = 'open';
grant insert, update on perfect_money_order to :server;

-- Tables of earlier rooms refer to these.
alter table topup add foreign key (order_id) references perfect_money_order;
