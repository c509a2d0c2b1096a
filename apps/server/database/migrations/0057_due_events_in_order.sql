-- In the order in which they are sent. After an outage all that waits is due at the same moment, and would be sorted each time.
drop index outbox_event_due;
create index outbox_event_due on outbox_event (player_service_id, is_resend, next_attempt_at, number) where delivered_at is null;
