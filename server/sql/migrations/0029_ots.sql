-- What calendars of OpenTimestamps promise about the log of heads, and later the way from it into a block of Bitcoin: one file for a
-- head, beside the reply of a time-stamping authority. Either may be missing.
alter table time_stamp
  alter column reply drop not null,
  add column ots bytea check (length(ots) <= 20000),
  add column ots_in_block boolean not null default false,
  -- When its calendars are asked next; null: nothing more is to come.
  add column ots_ask_at timestamptz;
