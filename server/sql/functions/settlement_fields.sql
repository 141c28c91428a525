-- The fields of a settlement's text behind its kind and version, in their order (docs/PROOF_FORMAT.md). `settlement_entry` writes
-- them, and `settlement_field` reads one by its name.
create or replace function settlement_fields() returns text[] language sql immutable parallel safe as $$
  select array['id', 'number', 'symbol', 'source', 'instrument', 'direction', 'stake', 'currency', 'scale', 'payout',
    'earnings_rate_bp', 'duration_seconds', 'accepted_at', 'entry_timeout_ms', 'stale_after_ms', 'source_lag_ms', 'rule', 'seen_head', 'seen_root',
    'device_key', 'device_signature', 'entry_sequence', 'entry_at', 'entry_price', 'expires_at', 'exit_sequence', 'exit_at',
    'exit_price', 'status', 'void_reason', 'profit_loss', 'closed_at']
$$;
