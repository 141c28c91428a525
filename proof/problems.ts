import type { OrderTerms, ReceiptOrder } from '../contract/proof'
import type { HistoryProblem } from './heads'

/** The rule's decision about an order. */
export type DecidedField =
  | ('status' | 'voidReason' | 'profitLoss' | 'payout' | 'expiresAt')
  | `${'entry' | 'exit'}${'Sequence' | 'At' | 'Price'}`

/** How an order ended, as a user reads it. */
export interface ShownResult {
  status: ReceiptOrder['status']
  /** An amount, e.g. "-100.01". */
  profitLoss: string
  /** "7K3Q-9X2T-AB4C" */
  code: string
}

/** The problems, named so that a person can be told (docs/PROOF_FORMAT.md, "What a verifier checks"). */
export type ReceiptProblem =
  /** `newer`: a format that this version of the app cannot know; otherwise the receipt is broken or was changed. */
  | { kind: 'format'; newer: boolean }
  | { kind: 'checkpoint' }
  | { kind: 'heads' }
  | { kind: 'keys' }
  | { kind: 'history'; problem: HistoryProblem }
  | { kind: 'ask' }
  | { kind: 'asked_time' }
  | { kind: 'acceptance' }
  | { kind: 'accepted_early' }
  | { kind: 'logged_before' }
  | { kind: 'settlement' }
  | { kind: 'result_place' }
  | { kind: 'window' }
  | { kind: 'window_order' }
  | { kind: 'through' }
  | { kind: 'ticks' }
  | { kind: 'tick_order'; sequence: number }
  | { kind: 'tick_missing'; sequence: number }
  | { kind: 'dated_back'; sequence: number }
  | { kind: 'begins_late' }
  | { kind: 'ends_early' }
  | { kind: 'source'; sequence: number }
  | { kind: 'source_time'; sequence: number }
  | { kind: 'source_order'; sequence: number }
  | { kind: 'not_fixed_before' }
  | { kind: 'fixed_not_first' }
  | { kind: 'closed_early' }
  | { kind: 'closed_order' }
  | { kind: 'signers' }
  | { kind: 'update' }
  | { kind: 'feed' }
  | { kind: 'entry_update' }
  | { kind: 'exit_update' }
  /** A head is dated to a time at which this device saw that it was not there yet. */
  | { kind: 'heads_late'; number: number }
  /** A head is dated to a time that was to come when this device saw it. */
  | { kind: 'heads_early'; number: number }
  /** This device was shown another price while the order ran. */
  | { kind: 'other_prices'; sequence: number }
  | { kind: 'field'; field: DecidedField }
  | { kind: 'other_order'; field: keyof OrderTerms | DecidedField }
  | { kind: 'terms_changed'; field: keyof OrderTerms }
  /** This device has verified another result of the same order before. */
  | { kind: 'other_result'; before: ShownResult; now: ShownResult }
