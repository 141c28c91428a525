-- The leaf of a closed order in the settlement log (docs/PROOF.md). Stable, as `concat_ws` is: only then the planner writes it
-- into the query instead of calling it for each row.
create or replace function settlement_entry(closed trade_order, product product) returns text language sql stable as $$
  select concat_ws('|', 'settlement', 2, closed.id, reference_number('FT', closed.number, closed.accepted_at_ms),
    product.symbol, closed.source, case closed.direction when direction_up() then 'up' else 'down' end, closed.stake,
    closed.currency, closed.scale, closed.payout, closed.earnings_rate_bp, closed.duration_seconds, closed.accepted_at_ms,
    closed.entry_timeout_ms, closed.stale_after_ms, 1, coalesce(closed.entry_sequence::text, '-'),
    coalesce(closed.entry_at_ms::text, '-'), coalesce(closed.entry_price::text, '-'),
    coalesce(closed.expires_at_ms::text, '-'), coalesce(closed.exit_sequence::text, '-'),
    coalesce(closed.exit_at_ms::text, '-'), coalesce(closed.exit_price::text, '-'),
    order_status_name(closed.status), coalesce(void_reason_name(closed.void_reason), '-'),
    closed.profit_loss, closed.closed_at_ms)
$$;
