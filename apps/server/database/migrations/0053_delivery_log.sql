-- An event that is sent again waits behind those that are sent for the first time.
alter table outbox_event
  add column is_resend  boolean not null default false,
  -- The first time that it arrived. It stays when the event is sent again, so that later events need not wait.
  add column arrived_at timestamptz;
update outbox_event set arrived_at = delivered_at where delivered_at is not null;

drop index outbox_event_due;
create index outbox_event_due on outbox_event (player_service_id, is_resend, next_attempt_at) where delivered_at is null;
-- To search the log of deliveries by time.
create index outbox_event_created on outbox_event using brin (created_at);

-- Why there was no answer, as a code that is said in the reader's language.
alter table webhook_attempt add column problem text;
-- Attempts at events that have arrived are forgotten after a time.
create index webhook_attempt_started on webhook_attempt using brin (started_at);
