-- Events of a partner in the order in which they can be read one after the other. Numbers of events are given before their
-- transactions end, so a lower one may appear after a higher one; positions are given by readers, under a lock.
create table event_feed (
  player_service_id uuid   not null references player_service,
  position          bigint not null,
  event_id          uuid   not null unique references outbox_event,
  primary key (player_service_id, position)
);

create table event_feed_end (
  player_service_id uuid   primary key references player_service,
  position          bigint not null default 0,
  -- Every event up to this number is in the feed.
  complete_up_to    bigint not null default 0,
  -- The next such number, once every transaction before the horizon is over.
  next_complete     bigint not null default 0,
  horizon           xid8   not null default pg_current_xact_id()
);
