/** The deciding data of a closed order under rule 3. */
export interface ClosedOrder {
  number: bigint
  product_id: number
  direction: number
  status: number
  void_reason: number | null
  duration_seconds: number
  accepted_at_ms: bigint
  entry_timeout_ms: number
  stale_after_ms: number
  source_lag_ms: number
  entry_sequence: bigint | null
  entry_price: string | null
  exit_sequence: bigint | null
  exit_price: string | null
  head_number: bigint | null
  closed_at_ms: bigint
  /** Whether the first head that holds it is dated after the second of its entry began. */
  logged_late: boolean
}

/** The deciding data of a closed order under rule 4: signed prices and their result. */
export interface SignedOrder extends ClosedOrder {
  source: string
  instrument: string
  entry_at_ms: bigint | null
  expires_at_ms: bigint | null
  exit_at_ms: bigint | null
  /** Whether the head of its settlement shows no price of its feed for a day, from the second on that it waited for. */
  silent: boolean
  entry_update: Buffer | null
  exit_update: Buffer | null
}
