-- The 21 terms of an order, as acceptances and leaves have them (docs/PROOF_FORMAT.md). A direction without a name
-- here is one that every verifier refuses. Stable, as `concat_ws` is: only then the planner writes it into the query instead of
-- calling it for each row.
create or replace function order_terms(placed trade_order, product product) returns text language sql stable as $$
  select concat_ws('|', placed.id, reference_number('FT', placed.number, placed.accepted_at_ms), product.symbol,
    placed.source, placed.instrument, case placed.direction when direction_up() then 'up' when direction_down() then 'down' else 'unknown' end, placed.stake,
    placed.currency, placed.scale, placed.payout, placed.earnings_rate_bp, placed.duration_seconds, placed.accepted_at_ms,
    placed.entry_timeout_ms, placed.stale_after_ms, placed.source_lag_ms, case when is_signed(placed.source) then 4 else 3 end, placed.seen_head, encode(placed.seen_root, 'hex'),
    encode(placed.device_key, 'hex'), encode(placed.device_signature, 'hex'))
$$;
