-- What the house signed after the database was restored to an earlier instant (docs/PROOF.md, "Restored logs").
create table log_restore (
  number integer primary key check (number > 0),
  kept bigint not null check (kept > 0),
  root bytea not null check (length(root) = 32),
  kept_at_ms bigint not null,
  at_ms bigint not null check (at_ms > kept_at_ms),
  reason text not null check (reason in ('hardware', 'mistake', 'attack')),
  public_key bytea not null check (length(public_key) = 32),
  signature bytea not null check (length(signature) = 64)
);
