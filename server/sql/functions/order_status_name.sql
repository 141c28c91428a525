-- As the contract and the leaves of the settlement log say it (contract/orders.ts).
create or replace function order_status_name(p_status smallint) returns text language sql immutable as $$
  select (array['pending', 'open', 'won', 'lost', 'tie', 'void'])[p_status]
$$;
