-- Logs that only grow, and the heads that are signed over them (docs/PROOF.md).

-- Accepted orders in the order in which heads took them up. Its leaves are written together with the head that is the first
-- to hold them, so that placing an order waits for nothing.
create table accepted_order (
  leaf bigint primary key,
  order_number bigint not null unique,
  head_number bigint not null,
  entry text not null
);

-- The signatures of acceptances as they were given: the same bytes are answered again after a change of the key. The text
-- that is signed is the leaf in accepted_order. `signed_with` is how many changes of the key there had been.
create table acceptance (
  order_number bigint primary key,
  signed_with smallint not null check (signed_with >= 0),
  signature bytea not null check (length(signature) = 64)
);

-- The settlement log: one leaf a closed order, in the order of closing. The text is what is hashed (docs/PROOF.md); the
-- order's id in it is random, so a published hash tells nothing to anyone who does not hold the receipt.
create table settlement (
  leaf bigint primary key,
  -- Not a foreign key: only `log_settlements` writes here, from the orders themselves.
  order_number bigint not null unique,
  entry text not null
);

create table settlement_log (
  one boolean primary key default true check (one),
  size bigint not null default 0,
  -- When the last of them was closed: a head that has them is no older.
  closed_at_ms bigint not null default 0
);

insert into settlement_log default values;

-- How many orders of each product ended on a day of UTC, and how many of them void for which reason: a public figure. `day` is
-- days since 1970. The leaves say where in the settlement log these orders are, so that anyone who has it can count again.
create table settlement_day (
  day int not null,
  product_id int not null references product (id),
  orders bigint not null,
  no_entry_tick bigint not null,
  too_few_ticks bigint not null,
  stale_at_expiry bigint not null,
  settled_late bigint not null,
  first_leaf bigint not null,
  last_leaf bigint not null,
  primary key (day, product_id)
);

-- What settlement_day counts of archived settlements.
create table settlement_archive_day (
  day int not null,
  product_id int not null references product (id),
  orders bigint not null,
  no_entry_tick bigint not null,
  too_few_ticks bigint not null,
  stale_at_expiry bigint not null,
  settled_late bigint not null,
  primary key (day, product_id)
);

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

-- Inner nodes of the trees from level 8 up (256 leaves and more); below that the leaves themselves are quick to hash.
-- Tree 0 is the settlements, any other is the product of that id. A complete node never changes.
create table log_node (
  tree int not null,
  level smallint not null,
  position bigint not null,
  hash bytea not null,
  primary key (tree, level, position)
);

-- Signed states of all logs, one leaf each of the log of heads. The root of that log is what is signed, when it is asked for.
create table tree_head (
  number bigint primary key,
  at_ms bigint not null,
  -- Symbol to number of ticks.
  sizes jsonb not null,
  -- Symbol to the time up to which its log was complete.
  throughs jsonb not null,
  -- 32 bytes a product, in the order of the symbols.
  roots bytea not null,
  -- Name of a log to its size and root.
  logs jsonb not null,
  -- The leaf.
  entry text not null,
  -- The root of the log of heads up to this one.
  log_root bytea not null
);

-- What witnesses have signed: the line of a signed note, for the checkpoint that ends with that head.
create table cosignature (
  head_number bigint not null,
  origin text not null,
  witness text not null,
  line text not null,
  primary key (head_number, origin, witness)
);

-- A key that took the place of another: both have signed `entry`.
create table key_change (
  leaf bigint primary key,
  entry text not null,
  old_signature bytea not null,
  new_signature bytea not null
);

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

-- Results that their users let anyone open by the proof code. Codes of all results follow from the public log, so only these are open.
create table shared_result (
  user_id bigint not null references app_user (id),
  order_id uuid not null,
  -- The code without its dashes.
  code text not null unique check (code ~ '^[0-9A-HJKMNP-TV-Z]{12}$'),
  shared_at timestamptz not null,
  primary key (user_id, order_id)
);
