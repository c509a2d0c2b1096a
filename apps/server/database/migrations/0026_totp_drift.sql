-- How many periods of 30 seconds the clock of the operator's phone is off, and the code that showed that it may be.
alter table operator
  add column totp_offset      smallint not null default 0,
  -- The period of the last code that was right for a period beside the expected one.
  add column totp_missed_step bigint;
