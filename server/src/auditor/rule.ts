import type { Direction, VoidReason } from '../../../contract/orders'

/**
 * How a fixed-time contract is decided (PRODUCT.md 10.3), written apart from the SQL that decides it in
 * production: tests and audits compute every closed order again with this.
 */
export interface Contract {
  direction: Direction
  /** The last millisecond before the second of the entry. */
  acceptedAtMs: number
  /** Whether no head held the order by then. */
  isLoggedLate: boolean
  durationMs: number
  entryTimeoutMs: number
  staleAfterMs: number
}

/** A change of the price, times this, is the gain of an order. */
export const SIGN: Record<Direction, 1 | -1> = { up: 1, down: -1 }

export interface RuleTick {
  sequence: number
  atMs: number
  /** Decimal string. */
  price: string
}

export type Decision =
  | { status: 'void'; reason: VoidReason }
  | { status: 'won' | 'lost' | 'tie'; entry: RuleTick; exit: RuleTick; expiresAtMs: number }

/** -1, 0 or 1; exact for decimal strings of any length. */
export function comparePrices(left: string, right: string): number {
  const [leftWhole = '', leftFraction = ''] = left.split('.')
  const [rightWhole = '', rightFraction = ''] = right.split('.')
  const digits = Math.max(leftFraction.length, rightFraction.length)
  const a = BigInt(leftWhole + leftFraction.padEnd(digits, '0'))
  const b = BigInt(rightWhole + rightFraction.padEnd(digits, '0'))
  return a === b ? 0 : a < b ? -1 : 1
}

/** The result of a contract from the log, by its sequence. How ticks are listed, and repeats of one, change nothing. */
export function decide(contract: Contract, ticks: readonly RuleTick[]): Decision {
  const log = [...new Map(ticks.map((tick) => [tick.sequence, tick])).values()].sort((a, b) => a.sequence - b.sequence)
  if (contract.isLoggedLate) return { status: 'void', reason: 'logged_late' }
  const entry = log.find((tick) => tick.atMs > contract.acceptedAtMs)
  if (!entry || entry.atMs > contract.acceptedAtMs + contract.entryTimeoutMs) {
    return { status: 'void', reason: 'no_entry_tick' }
  }
  const expiresAtMs = entry.atMs + contract.durationMs
  const rest = log.slice(log.indexOf(entry))
  // The log is in the order of its sequence: a tick that is appended after one of a later time does not belong to an
  // earlier time.
  const ended = rest.findIndex((tick) => tick.atMs > expiresAtMs)
  const within = ended < 0 ? rest : rest.slice(0, ended)
  const exit = within.at(-1)
  if (!exit || within.length < 2) return { status: 'void', reason: 'too_few_ticks' }
  if (expiresAtMs - exit.atMs > contract.staleAfterMs) return { status: 'void', reason: 'stale_at_expiry' }
  const move = comparePrices(exit.price, entry.price) * SIGN[contract.direction]
  return { status: move > 0 ? 'won' : move < 0 ? 'lost' : 'tie', entry, exit, expiresAtMs }
}
