-- The text of a settlement: the terms of a closed order and how it ended (docs/PROOF_FORMAT.md). The log of settlements
-- has its hash.
create or replace function settlement_entry(closed trade_order, product product) returns text language sql stable as $$
  select concat_ws('|', 'settlement', 5, order_terms(closed, product), coalesce(closed.entry_sequence::text, '-'),
    coalesce(closed.entry_at_ms::text, '-'), coalesce(closed.entry_price::text, '-'),
    coalesce(closed.expires_at_ms::text, '-'), coalesce(closed.exit_sequence::text, '-'),
    coalesce(closed.exit_at_ms::text, '-'), coalesce(closed.exit_price::text, '-'),
    order_status_name(closed.status), coalesce(void_reason_name(closed.void_reason), '-'),
    closed.profit_loss, closed.closed_at_ms)
$$;
