import type { OrderRow } from '../shared/orderRow'

type Decided =
  | 'number'
  | 'product_id'
  | 'direction'
  | 'status'
  | 'void_reason'
  | 'duration_seconds'
  | 'accepted_at_ms'
  | 'entry_timeout_ms'
  | 'stale_after_ms'
  | 'source_lag_ms'
  | 'entry_sequence'
  | 'entry_price'
  | 'exit_sequence'
  | 'exit_price'

/** The deciding data of a closed order under rule 3. */
export interface ClosedOrder extends Pick<OrderRow, Decided> {
  head_number: bigint | null
  closed_at_ms: bigint
  /** Whether the first head that holds it is dated after the second of its entry began. */
  logged_late: boolean
}

type Signed = 'source' | 'instrument' | 'entry_at_ms' | 'expires_at_ms' | 'exit_at_ms'

/** The deciding data of a closed order under rule 4: signed prices and their result. */
export interface SignedOrder extends ClosedOrder, Pick<OrderRow, Signed> {
  /** Whether the head of its settlement shows no price of its feed for a day, from the second on that it waited for. */
  silent: boolean
  entry_update: Buffer | null
  exit_update: Buffer | null
}
