-- The signatures of acceptances as they were given: the same bytes are answered again after a change of the key. The text
-- that is signed is the leaf in accepted_order. `signed_with` is how many changes of the key there had been.
create table acceptance (
  order_number bigint primary key,
  signed_with smallint not null check (signed_with >= 0),
  signature bytea not null check (length(signature) = 64)
);
