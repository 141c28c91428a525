-- Prices that others have signed (docs/PROOF_FORMAT.md), each the first of its second. Only lately published ones are here:
-- what decided an order is in the order. The columns beside `proof` are for finding it; what decides is read from `proof`.
create table signed_update (
  product_id int not null references product (id),
  signer_set text not null,
  -- Seconds since 1970.
  publish_at bigint not null,
  proof bytea not null,
  primary key (product_id, signer_set, publish_at)
);
-- Signatures do not shrink.
alter table signed_update alter column proof set storage external;

-- What decided an order under rule 2: the update of its entry, or the late one for which there is none, and that of its exit.
alter table trade_order add column entry_update bytea, add column exit_update bytea;
alter type order_end add attribute update bytea;
drop function if exists enter_or_set_aside(bigint[], uuid[], bigint[], bigint[], numeric[], bigint);
