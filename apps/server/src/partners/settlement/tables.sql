-- What network and partners owe each other: positions, cover, payments and statements of account.

-- What a partner pays for each confirmed transaction, from a moment on and until the next row: hundredths of a percent and a
-- fixed amount. A tariff that has begun never changes.
create table partner_fee (
  partner_id         uuid        not null references partner,
  currency_code      text        not null,
  valid_from         timestamptz not null,
  deposit_fee_bp     integer     not null check (deposit_fee_bp between 0 and 10000),
  deposit_fee_fixed  bigint      not null check (deposit_fee_fixed >= 0),
  withdraw_fee_bp    integer     not null check (withdraw_fee_bp between 0 and 10000),
  withdraw_fee_fixed bigint      not null check (withdraw_fee_fixed >= 0),
  primary key (partner_id, currency_code, valid_from)
);
create trigger partner_fee_begun_stays before update or delete on partner_fee
  for each row when (old.valid_from <= now()) execute function refuse_change();
create trigger partner_fee_stays before truncate on partner_fee
  for each statement execute function refuse_change();
grant insert, update on partner_fee to :server;

-- One row for each partner and currency. It is the lock for opening withdrawals, counting, payments and closing a statement.
-- Confirmations never write it: all agents would wait for it.
create table partner_position (
  partner_id    uuid    not null references partner,
  currency_code text    not null,
  -- Ceilings for open withdrawals and for a UTC day; null for the default.
  max_open      bigint  check (max_open >= 0),
  max_per_day   bigint  check (max_per_day >= 0),
  -- What was opened on the newest day.
  day           date    not null default 'epoch',
  opened_sum    bigint  not null default 0,
  -- How far below zero the balance less what is reserved may go; null for no limit.
  credit_limit  bigint  check (credit_limit >= 0),
  -- The partner and the operators are warned when less than this is left; null for no warning.
  low_level     bigint  check (low_level >= 0),
  -- What the network holds for the partner; below zero, what the partner owes. As far as events are counted.
  balance       bigint  not null default 0,
  -- Withdrawals that were opened and whose end is not counted yet.
  reserved      bigint  not null default 0 check (reserved >= 0),
  -- The statement that is being filled.
  statement     integer not null default 1,
  -- What was last reported about the cover, and since when.
  cover         text    not null default 'enough' check (cover in ('enough', 'low', 'exhausted')),
  cover_since   timestamptz,
  primary key (partner_id, currency_code)
);
create trigger partner_position_stays before delete or truncate on partner_position
  for each statement execute function refuse_change();
grant insert, update on partner_position to :server;

-- What agents took in deposits for a partner while they owed the network money, and what they owe because a withdrawal was
-- reversed. It counts as cover once the agent has paid: no more than the agent owes now is left out.
create table deposit_on_credit (
  partner_id    uuid   not null,
  currency_code text   not null,
  -- Without a foreign key: counting would wait for every confirmation of the agent.
  float_id      bigint not null,
  amount        bigint not null check (amount >= 0),
  primary key (partner_id, currency_code, float_id),
  foreign key (partner_id, currency_code) references partner_position
);
grant insert, update, delete on deposit_on_credit to :server;

-- Which events are counted into the positions of a partner: each once, as soon as it is there. Numbers of events are drawn before
-- their transactions end, so a lower one may appear after a higher one.
create table position_count (
  partner_id    uuid   primary key references partner,
  -- Every event up to this number, and those above it that were there already.
  counted_up_to bigint not null default 0,
  ahead         bigint[] not null default '{}',
  -- The next such number, once every transaction before the horizon is over.
  next_up_to    bigint not null default 0,
  horizon       xid8   not null default pg_current_xact_id(),
  -- How often statements are closed, and when the next one is; null for only on demand.
  period        text   check (period in ('day', 'week', 'month')),
  closes_at     timestamptz,
  -- From the end of a period until what the partner owes is due.
  due_days      integer not null default 7 check (due_days between 0 and 365),
  constraint position_count_closes check ((period is null) = (closes_at is null))
);
-- It is written each second: compressing it would cost a quarter of the counting.
alter table position_count alter column ahead set storage external;
grant insert, update on position_count to :server;

-- What changed a position on a UTC day, by statement. Balance after a day: the sum of all up to it.
create table position_day (
  partner_id        uuid    not null,
  currency_code     text    not null,
  statement         integer not null,
  day               date    not null,
  deposit_count     bigint  not null default 0,
  deposit_sum       bigint  not null default 0,
  withdraw_count    bigint  not null default 0,
  withdraw_sum      bigint  not null default 0,
  -- Reversed deposits and withdrawals, on the day of the reversal.
  deposit_reversed  bigint  not null default 0,
  withdraw_reversed bigint  not null default 0,
  -- The partner's tariff, less that of what was reversed.
  fee_sum           bigint  not null default 0,
  -- Payments from the partner and to it, less those that were reversed.
  paid_in           bigint  not null default 0,
  paid_out          bigint  not null default 0,
  -- The events that were counted into it lie between these numbers.
  first_event       bigint,
  last_event        bigint,
  primary key (partner_id, currency_code, statement, day),
  -- Not to the partner: counting would wait for changes of its row.
  foreign key (partner_id, currency_code) references partner_position
);
create trigger position_day_stays before delete or truncate on position_day
  for each statement execute function refuse_change();
grant insert, update on position_day to :server;

-- Payments between network and partner. Never edited: a wrong one is reversed by another.
create table partner_payment (
  id             uuid        primary key,
  partner_id     uuid        not null references partner,
  currency_code  text        not null,
  direction      text        not null check (direction in ('in', 'out')),
  amount         bigint      not null check (amount > 0),
  -- The date and reference on the bank statement.
  paid_on        date        not null,
  bank_reference text        not null check (bank_reference <> ''),
  -- What all ways to type it have in common.
  reference_key  text        not null check (reference_key <> ''),
  -- How many payments with this reference were taken back before: a reference is used again only after that.
  earlier_uses   integer     not null,
  -- The payment that this one takes back.
  reverses       uuid        unique references partner_payment,
  -- The statement that it is in.
  statement      integer     not null,
  recorded_at    timestamptz not null
);
create unique index partner_payment_reference
  on partner_payment (partner_id, direction, reference_key, earlier_uses) where reverses is null;
create index partner_payment_of_position on partner_payment (partner_id, currency_code, statement);
create trigger partner_payment_append_only before update or delete or truncate on partner_payment
  for each statement execute function refuse_change();
grant insert on partner_payment to :server;

-- A closed period, signed. Only the partner's answer is added later.
create table partner_statement (
  id            uuid        primary key,
  partner_id    uuid        not null references partner,
  currency_code text        not null,
  number        integer     not null,
  -- Closed by the end of this period; 'demand' by an operator.
  period        text        not null check (period in ('day', 'week', 'month', 'demand')),
  from_at       timestamptz not null,
  until_at      timestamptz not null,
  opening       bigint      not null,
  closing       bigint      not null,
  -- Movements by kind, as in position_day.
  totals        jsonb       not null,
  -- The events that were counted when it was closed, as in position_count: those of the statements before it, and its own.
  counted_up_to bigint      not null,
  ahead         bigint[]    not null,
  signature     text        not null,
  made_at       timestamptz not null,
  -- When the debt of it must be paid.
  due_at        timestamptz not null,
  answer        text        check (answer in ('accepted', 'disputed')),
  answer_reason text,
  answered_at   timestamptz,
  unique (partner_id, currency_code, number),
  constraint partner_statement_answered check ((answer is null) = (answered_at is null))
);
create trigger partner_statement_stays before delete or truncate on partner_statement
  for each statement execute function refuse_change();
create trigger partner_statement_keeps_sums before update of id, partner_id, currency_code, number, period, from_at,
    until_at, opening, closing, totals, counted_up_to, ahead, signature, made_at, due_at on partner_statement
  for each statement execute function refuse_change();
-- A disputed statement can still be accepted; an accepted one is settled between the two.
create trigger partner_statement_accepted_stays before update on partner_statement
  for each row when (old.answer = 'accepted') execute function refuse_change();
grant insert, update (answer, answer_reason, answered_at) on partner_statement to :server;
