-- An ID is kept until the timestamp of its request is certainly too old, even if that timestamp is in the future.
alter table partner_request rename column received_at to forget_at;
update partner_request set forget_at = forget_at + interval '1 hour';
