-- Rates of coins.

-- Channel currency for one coin, as a decimal.
create table rate (
  coin          text        not null,
  currency_code text        not null,
  rate          numeric     not null check (rate > 0 and rate < 'Infinity'),
  -- Set by an operator, or by a feed, which never overrules an operator.
  source        text        not null default 'operator' check (source in ('operator', 'feed')),
  -- The last rate that came from the feed or that two operators agreed on: one operator alone stays close to it, however
  -- many steps they take.
  checked_rate  numeric     check (checked_rate > 0 and checked_rate < 'Infinity'),
  set_at        timestamptz not null,
  -- Counts what operators changed; the feed changes the rate itself all the time.
  version       integer     not null default 1,
  primary key (coin, currency_code)
);
insert into rate (coin, currency_code, rate, checked_rate, set_at)
values ('USDT', 'USD', 1, 1, now()), ('USD', 'USD', 1, 1, now());
grant insert, update on rate to :server;

-- Rates that came from the feed or from an operator, by our clock: a new one of the feed is compared with all of the last
-- day, because many small steps make a large one.
create table rate_taken (
  coin          text        not null,
  currency_code text        not null,
  taken_at      timestamptz not null,
  rate          numeric     not null,
  primary key (coin, currency_code, taken_at)
);
grant insert, delete on rate_taken to :server;

-- The last rate of the feed that was refused, until one is accepted or an operator sets the rate.
create table rate_refusal (
  coin          text        not null,
  currency_code text        not null,
  rate          numeric     not null,
  -- first: no operator has confirmed a rate yet; too_far: too far from the rates of the last day.
  reason        text        not null check (reason in ('first', 'too_far')),
  since         timestamptz not null,
  primary key (coin, currency_code)
);
grant insert, update, delete on rate_refusal to :server;
