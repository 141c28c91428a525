-- What the device signed when it asked for an order: the newest head that it had seen, and its key (docs/PROOF.md, "Ask").
alter table trade_order
  add column seen_head bigint not null default 0 check (seen_head >= 0),
  add column seen_root bytea not null default sha256(''),
  add column device_key bytea not null default decode(repeat('00', 32), 'hex'),
  add column device_signature bytea not null default decode(repeat('00', 64), 'hex');
-- Orders from before have none; each one from now on brings its own.
alter table trade_order
  alter column seen_head drop default, alter column seen_root drop default,
  alter column device_key drop default, alter column device_signature drop default;
