import Big from 'big.js'
import type { CapitalEntry } from '../../../contract/capitalRecord'
import { minorText } from '../money'

/** How an order changed the balance: by its verified result, and by its entries in the capital record. Amounts. */
export interface Booking {
  due: string
  booked: string
  /** The newest of its entries, e.g. the payout of a win; undefined if there is none. */
  entry: Pick<CapitalEntry, 'id' | 'amount'> | undefined
}

/**
 * @param profitLoss the verified result, minor units
 * @param entries the order's own entries, which together have to be its result
 */
export function bookingOf(profitLoss: string, scale: number, entries: readonly CapitalEntry[]): Booking {
  const booked = entries.reduce((sum, { amount }) => sum.plus(amount), new Big(0))
  const entry = [...entries].sort((one, other) => new Big(other.id).cmp(one.id))[0]
  return { due: minorText(profitLoss, scale), booked: booked.toFixed(scale), entry }
}

/** Whether the result has reached the balance. Without an entry, not even the stake was ever taken. */
export const isBooked = ({ due, booked, entry }: Booking): boolean => entry !== undefined && due === booked

/** All of them together; `different` counts those that do not fit. */
export function sumBookings(bookings: readonly Booking[], scale: number) {
  const sum = (amounts: readonly string[]) => amounts.reduce((total, one) => total.plus(one), new Big(0)).toFixed(scale)
  return {
    due: sum(bookings.map(({ due }) => due)),
    booked: sum(bookings.map(({ booked }) => booked)),
    different: bookings.filter((booking) => !isBooked(booking)).length,
  }
}
