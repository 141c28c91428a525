import { capitalEntryOf } from '../../../test/client/factories'
import { bookingOf, isBooked, sumBookings } from './booking'

const entry = (id: string, amount: string) =>
  capitalEntryOf(id, { kind: amount.startsWith('-') ? 'order_placed' : 'order_settled', amount, orderId: 'a' })
const stake = entry('9', '-100.00')

test.each([
  ['won', '7500', [stake, entry('10', '175.00')], true, { id: '10', amount: '175.00' }],
  ['lost', '-10000', [stake], true, { id: '9', amount: '-100.00' }],
  ['tie', '0', [entry('10', '100.00'), stake], true, { id: '10', amount: '100.00' }],
  ['won, and never paid', '7500', [stake], false, { id: '9' }],
  ['won, and paid too little', '7500', [stake, entry('10', '174.99')], false, { id: '10' }],
  ['won, and paid, but without a stake', '7500', [entry('10', '175.00')], false, { id: '10' }],
  ['tie, and nothing is booked', '0', [], false, undefined],
])('%s', (_, profitLoss, entries, booked, shown) => {
  const booking = bookingOf(profitLoss, 2, entries)
  expect(isBooked(booking)).toBe(booked)
  if (shown) expect(booking.entry).toMatchObject(shown)
  else expect(booking.entry).toBeUndefined()
})

test('a sum counts the orders that do not fit, even if their differences cancel out', () => {
  const bookings = [
    bookingOf('7500', 2, [stake, entry('10', '174.00')]),
    bookingOf('7500', 2, [stake, entry('11', '176.00')]),
    bookingOf('-10000', 2, [stake]),
  ]
  expect(sumBookings(bookings, 2)).toEqual({ due: '50.00', booked: '50.00', different: 2 })
})
