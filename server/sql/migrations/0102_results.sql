-- What heads have of settlements until now is of another form, and a log only grows.
do $$
begin
  if exists (select from settlement) then
    raise exception 'the log of settlements gets another form, and heads hold the one until now: begin with an empty database';
  end if;
end $$;
-- What the log of settlements has of each: the minute in which the order was asked for, and the hashes of its id and of what was
-- settled (docs/PROOF.md, "Results"). An order has one result: its minute and key are there once.
create table result_leaf (
  leaf bigint primary key,
  minute int not null check (minute between 0 and 94371839),
  key bytea not null,
  hash bytea not null,
  unique (minute, key)
);
-- Roots of the map's subtrees under the newest head: of minutes (27 bits deep) and of days (16), with how many leaves they have and
-- the newest of these. All of it follows from the leaves.
create table result_node (
  depth smallint not null check (depth in (16, 27)),
  place int not null,
  leaves bigint not null,
  root bytea not null,
  last_leaf bigint not null,
  primary key (depth, place)
);
-- When the last of them was closed: a head that has them is no older.
alter table settlement_log add column closed_at_ms bigint not null default 0;
