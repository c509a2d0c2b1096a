-- When the key last signed a call, to the minute.
alter table partner_key add column last_used_at timestamptz;
