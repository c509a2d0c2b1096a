-- Partners, the links to their secrets, and players from whom they take no deposits.

create table partner (
  id                    uuid        primary key,
  code                  text        not null unique,
  name                  text        not null,
  -- Where events are sent; null while the partner wants none.
  webhook_url           text,
  -- Sealed with the server's secret. While a secret is being changed both sign.
  webhook_secret        text,
  webhook_old_secret    text,
  -- Until when the old one signs: a week after the partner got the new one. Null until then.
  webhook_old_until     timestamptz,
  -- The partner's server answered 410, or an operator switched it off. Events wait.
  webhook_disabled_at   timestamptz,
  -- Since when, and how often in a row, sending has failed, and when the partner's server is tried again.
  webhook_failing_since timestamptz,
  webhook_failures      integer     not null default 0,
  webhook_not_before    timestamptz,
  -- Types of events that the partner chose; null for all.
  webhook_topics        text[],
  -- Where we ask about a player whom an agent names, signed as events are; null while the partner takes no such deposits.
  verification_url      text,
  lifetime_s            integer     not null default 86400 check (lifetime_s > 0),
  max_lifetime_s        integer     not null default 2592000 check (max_lifetime_s >= lifetime_s),
  -- How long after its confirmation a transaction can be reversed; 0 for never.
  reversal_window_s     integer     not null default 86400 check (reversal_window_s >= 0),
  -- The first day that has a daily file; null for a partner without files, such as the demo's.
  files_from            date        default (now() at time zone 'UTC')::date,
  -- While set, its keys are refused.
  disabled_at           timestamptz,
  version               integer     not null default 1
);
insert into partner (id, code, name, files_from)
values ('00000000-0000-7000-8000-000000000001', 'demo', 'Demo players', null);
grant insert, update on partner to :server;

-- The newest one-time link of each key and of each webhook. Operators pass it on and never see the secret.
create table partner_secret_link (
  hash        text        primary key,
  partner_id  uuid        not null references partner,
  -- Null for the secret of the webhook.
  key_id      text        references partner_key,
  expires_at  timestamptz not null,
  opened_at   timestamptz,
  opened_from text,
  unique nulls not distinct (partner_id, key_id)
);
grant insert, update on partner_secret_link to :server;

-- Players from whom the partner takes no deposits, such as those who excluded themselves. They may still withdraw.
create table player_exclusion (
  partner_id     uuid        not null references partner,
  player_id      text        not null,
  -- Null for good.
  excluded_until timestamptz,
  created_at     timestamptz not null,
  primary key (partner_id, player_id)
);
grant insert, update, delete on player_exclusion to :server;

-- Tables of earlier rooms refer to these.
alter table partner_key add foreign key (partner_id) references partner;
