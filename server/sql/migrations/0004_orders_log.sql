-- Prices are agreed down to the instrument, and a tick has the number that its exchange gave the trade. `-` is for a source
-- that has no instruments.
alter table product add column instrument text not null default '-';
alter table trade_order add column instrument text not null default '-';
alter table tick
  add column instrument text not null default '-',
  add column trade bigint;

-- Accepted orders in the order in which heads took them up. Its leaves are written together with the head that is the first
-- to hold them, so that placing an order waits for nothing.
create table accepted_order (
  leaf bigint primary key,
  order_number bigint not null unique,
  head_number bigint not null,
  entry text not null
);

-- A key that took the place of another: both have signed `entry`.
create table key_change (
  leaf bigint primary key,
  entry text not null,
  old_signature bytea not null,
  new_signature bytea not null
);

-- A head is a leaf of the log of heads, and the root of that is what is signed, when it is asked for. `logs` maps the name of
-- a log to its size and root. Heads from before keep their place: no receipt begins with them.
alter table tree_head
  add column entry text,
  add column logs jsonb not null default '{}',
  add column log_root bytea;
alter table tree_head disable trigger user;
update tree_head
   set entry = concat_ws('|', 'head', 1, number, at_ms, encode(market_root, 'hex'), settlement_size,
                         encode(settlement_root, 'hex'), encode(previous, 'hex')),
       log_root = '';
alter table tree_head enable trigger user;
alter table tree_head
  alter column entry set not null,
  alter column log_root set not null,
  drop column market_root,
  drop column settlement_size,
  drop column settlement_root,
  drop column previous,
  drop column hash,
  drop column signature,
  drop column public_key;
