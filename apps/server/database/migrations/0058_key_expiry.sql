-- Until when a key works, once a newer one takes its place.
alter table partner_key add column expires_at timestamptz;
