/** A row of `trade_order` as the driver reads it, without what only the proof of its result has. */
export interface OrderRow {
  number: bigint
  user_id: bigint
  id: string
  product_id: number
  direction: number
  stake: bigint
  duration_seconds: number
  earnings_rate_bp: number
  payout: bigint
  status: number
  body_hash: Buffer
  source: string
  instrument: string
  accepted_at_ms: bigint
  currency: string
  scale: number
  entry_timeout_ms: number
  stale_after_ms: number
  source_lag_ms: number
  seen_head: bigint
  seen_root: Buffer
  device_key: Buffer
  device_signature: Buffer
  entry_sequence: bigint | null
  entry_at_ms: bigint | null
  entry_price: string | null
  expires_at_ms: bigint | null
  exit_sequence: bigint | null
  exit_at_ms: bigint | null
  exit_price: string | null
  closed_at_ms: bigint | null
  profit_loss: bigint | null
  void_reason: number | null
  version: number
}
