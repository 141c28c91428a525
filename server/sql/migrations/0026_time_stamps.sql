-- What a time-stamping authority has signed about the log of heads (RFC 3161): its whole reply, for the checkpoint that ends
-- with that head. Receipts do not need it; whoever runs a monitor reads it.
create table time_stamp (
  head_number bigint primary key,
  made_at timestamptz not null,
  reply bytea not null check (length(reply) <= 20000)
);
