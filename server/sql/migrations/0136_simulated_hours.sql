-- Hours of the simulated market whose seed is not public yet (docs/PROOF_FORMAT.md, "Simulated prices"). The hash of each is in the
-- log of feeds; the seed goes there when the hour is over, and the row away.
create table simulated_hour (
  hash text primary key,
  from_ms bigint not null,
  until_ms bigint not null,
  seed text not null,
  -- What each product begins with, and how it moves.
  plan text not null
);
