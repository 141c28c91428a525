-- As the contract and the leaves of the settlement log say it (contract/orders.ts); null for an order that was not voided.
create or replace function void_reason_name(p_reason smallint) returns text language sql immutable as $$
  select (array['no_entry_tick', 'too_few_ticks', 'stale_at_expiry', 'logged_late'])[p_reason]
$$;
