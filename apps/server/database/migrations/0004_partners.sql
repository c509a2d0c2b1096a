-- Partners: the player services, their keys, and the requests they made.

create table player_service (
  id                    uuid        primary key,
  code                  text        not null unique,
  name                  text        not null,
  -- Where events are sent; null while the partner wants none.
  webhook_url           text,
  -- Sealed with the server's secret. While a secret is being changed both sign.
  webhook_secret        text,
  webhook_old_secret    text,
  -- The partner's server answered 410, or an operator switched it off. Events wait.
  webhook_disabled_at   timestamptz,
  -- Since when, and how often in a row, sending has failed; and until when the partner's server is left alone.
  webhook_failing_since timestamptz,
  webhook_failures      integer     not null default 0,
  webhook_not_before    timestamptz,
  lifetime_s            integer     not null default 86400 check (lifetime_s > 0),
  max_lifetime_s        integer     not null default 2592000 check (max_lifetime_s >= lifetime_s),
  -- How long after its confirmation a transaction can be reversed; 0 for never.
  reversal_window_s     integer     not null default 86400 check (reversal_window_s >= 0),
  -- Its keys open nothing while it is switched off.
  disabled_at           timestamptz,
  version               integer     not null default 1
);

create table partner_key (
  id                text        primary key,
  player_service_id uuid        not null references player_service,
  -- Two at a time, so that one can be changed for another without a gap.
  slot              integer     not null check (slot in (1, 2)),
  -- Sealed: to check a signature the secret itself is needed.
  secret            text        not null,
  rights            text[]      not null,
  -- Networks that may use it; null for any.
  networks          cidr[],
  created_at        timestamptz not null,
  disabled_at       timestamptz
);
create unique index partner_key_slot on partner_key (player_service_id, slot) where disabled_at is null;

-- The ids of requests that were taken, so that none is taken twice.
create table partner_request (
  key_id      text        not null,
  request_id  text        not null,
  received_at timestamptz not null,
  primary key (key_id, request_id)
);
create index partner_request_age on partner_request using brin (received_at);
