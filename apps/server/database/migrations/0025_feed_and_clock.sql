-- Rates that were taken from the feed, or set by an operator, by our clock: a new one of the feed is compared with all of
-- the last day, because many small steps make a large one.
create table rate_taken (
  coin          text        not null,
  currency_code text        not null,
  taken_at      timestamptz not null,
  rate          numeric     not null,
  primary key (coin, currency_code, taken_at)
);

-- The last rate of the feed that was not believed, until one is believed again or an operator sets the rate.
create table rate_refusal (
  coin          text        not null,
  currency_code text        not null,
  rate          numeric     not null,
  -- first: no operator has confirmed a rate yet; too_far: too far from the rates of the last day.
  reason        text        not null check (reason in ('first', 'too_far')),
  since         timestamptz not null,
  primary key (coin, currency_code)
);

-- Jumps of a server's clock, in seconds: forward, or back when negative.
create table clock_jump (
  noticed_at timestamptz not null,
  host       text        not null,
  seconds    bigint      not null
);
create index clock_jump_noticed on clock_jump (noticed_at);
