import type { Direction, VoidReason } from '../contract/orders'
import type { ReceiptOrder, ReceiptTick } from '../contract/proof'

/** A price that decides: of a tick, which has a number in the log of its product, or of a signed update, which has none. */
interface DecidingPrice {
  sequence: number | null
  at: number
  price: string
}

/** The rule's verdict on an order (PRODUCT.md 10.3): decided again, apart from the server's code. */
export interface Verdict {
  status: 'won' | 'lost' | 'tie' | 'void'
  voidReason: VoidReason | null
  entry: DecidingPrice | null
  exit: DecidingPrice | null
}

/** A change of the price, times this, is the gain of an order. */
export const SIGN: Record<Direction, 1 | -1> = { up: 1, down: -1 }

export const WHOLE_BP = 10_000

/** A number of ten-thousandths of an amount in minor units, rounded down; without `BigInt`, which some phones lack. */
export function shareOf(amount: string, bp: number): string {
  let [digits, carry] = ['', 0]
  for (const digit of Array.from(amount).reverse()) {
    const sum = Number(digit) * bp + carry
    digits = (sum % 10) + digits
    carry = Math.floor(sum / 10)
  }
  return `${carry}${digits}`.slice(0, -4).replace(/^0+(?=\d)/, '') || '0'
}

const TRAILING_ZEROS = /0+$/

/** Compares two decimal strings by value: negative, 0 or positive. */
export function comparePrices(a: string, b: string): number {
  const [wholeA = '', fractionA = ''] = a.split('.')
  const [wholeB = '', fractionB = ''] = b.split('.')
  const [leftA, leftB] = [wholeA.replace(/^0+/, ''), wholeB.replace(/^0+/, '')]
  if (leftA.length !== leftB.length) return leftA.length - leftB.length
  const [textA, textB] = [
    leftA + fractionA.replace(TRAILING_ZEROS, '').padEnd(24, '0'),
    leftB + fractionB.replace(TRAILING_ZEROS, '').padEnd(24, '0'),
  ]
  return textA === textB ? 0 : textA < textB ? -1 : 1
}

/** What the rule reads of a receipt; the terms of a guess have no head. */
export interface Ruled {
  order: ReceiptOrder
  accepted?: { at: number }
}

/** Whether the first head that holds the order is dated after the second of its entry began. */
export const isLoggedLate = ({ order, accepted }: Ruled): boolean =>
  accepted !== undefined && accepted.at > order.acceptedAt

export const LOGGED_LATE: Verdict = { status: 'void', voidReason: 'logged_late', entry: null, exit: null }

/**
 * Rule 3. Entry: the first tick of the second that the ask fixes or later, within its time-out. Expiry: entry plus duration. Exit: the last tick at or
 * before expiry. When it was settled decides nothing. `ticks` are in the order of the log and reach from the acceptance to the
 * end.
 */
export function decide(ruled: Ruled, ticks: readonly ReceiptTick[]): Verdict {
  const { order } = ruled
  if (isLoggedLate(ruled)) return LOGGED_LATE
  const entry = ticks.find((tick) => tick.at > order.acceptedAt) ?? null
  if (!entry || entry.at > order.acceptedAt + order.entryTimeoutMs)
    return { status: 'void', voidReason: 'no_entry_tick', entry: null, exit: null }
  const expiresAt = entry.at + order.durationSeconds * 1000
  const until = ticks.filter(({ at, sequence }) => at <= expiresAt && sequence >= entry.sequence)
  const exit = until[until.length - 1] ?? entry
  const voided = (voidReason: VoidReason): Verdict => ({ status: 'void', voidReason, entry, exit })
  if (exit.sequence === entry.sequence) return voided('too_few_ticks')
  if (expiresAt - exit.at > order.staleAfterMs) return voided('stale_at_expiry')
  const change = comparePrices(exit.price, entry.price) * SIGN[order.direction]
  return { status: change > 0 ? 'won' : change < 0 ? 'lost' : 'tie', voidReason: null, entry, exit }
}
