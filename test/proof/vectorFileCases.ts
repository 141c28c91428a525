import { receiptOf } from './forge'
import { type Case, edited, filled, HONEST } from './vectorKit'

/** The honest receipt with other characters in its file. */
const written = (name: string, lie: string, from: string, to: string): Case => ({
  name,
  lie,
  expect: 'format',
  written: [from, to],
  make: () => receiptOf(HONEST),
})

/** The same value, spelled so that two readers may take it differently. */
const SPELLING_CASES: readonly Case[] = [
  ...['8.0', '8e0', '0.8e1', '80e-1', '8E+0', '8.00000000000000001'].map((spelt, index) =>
    written(
      `g-spelling-${index + 1}`,
      `an integer written as ${spelt}`,
      '"durationSeconds":8,',
      `"durationSeconds":${spelt},`,
    ),
  ),
  written('g-minus-zero', 'a zero with a minus', '"size":0,', '"size":-0,'),
  written('g-minus-zero-fraction', 'a zero with a minus and a fraction', '"size":0,', '"size":-0.0,'),
  written(
    'g-beyond-integers',
    'an integer beyond 2^53, which readers round',
    '"scale":2,',
    '"scale":9007199254740993,',
  ),
  written('g-twice', 'a field that is written twice', '"stake":', '"stake":"9","stake":'),
  written('g-twice-alike', 'a field that is written twice, alike', '"scale":2,', '"scale":2,"scale":2,'),
  written(
    'g-twice-escaped',
    'a field that is written twice, once with an escape',
    '"stake":',
    '"st\\u0061ke":"9","stake":',
  ),
  written(
    'g-twice-above',
    'a field of the receipt itself that is written twice',
    '"tickCount":',
    '"tickCount":3,"tickCount":',
  ),
]

export const FILE_CASES: readonly Case[] = [
  ...SPELLING_CASES,
  edited('h-stake-shown', 'settlement', 'the file says another stake', (receipt) => {
    receipt.order.stake = '20002'
  }),
  edited('h-number-shown', 'settlement', 'the file says another number', (receipt) => {
    receipt.order.number = 'FT-01JD7Q4ZK9'
  }),
  edited('h-currency-shown', 'settlement', 'the file says another currency', (receipt) => {
    receipt.order.currency = 'BTC'
  }),
  edited('h-extra-field', 'format', 'a field that nothing proves', (receipt) => ({ ...receipt, stake: '1.00' })),
  edited('h-format-before', 'format', 'a receipt of the format before', (receipt) => ({
    ...receipt,
    format: 'fairtick-receipt-3',
  })),
  edited('h-without-window', 'format', 'no heads between the acceptance and the end', (receipt) => ({
    ...receipt,
    window: [],
  })),
  edited('h-long-checkpoint', 'format', 'a checkpoint of 12,001 characters', (receipt) => {
    receipt.checkpoint = filled(receipt.checkpoint, 12_001)
  }),
  {
    name: 'honest-long-checkpoint',
    lie: 'none: a checkpoint of 12,000 characters',
    expect: null,
    async make() {
      const receipt = await receiptOf(HONEST)
      return { ...receipt, checkpoint: filled(receipt.checkpoint, 12_000) }
    },
  },
  edited('g-time-as-text', 'format', 'a number as text disarms the time for the entry', (receipt) => {
    Object.assign(receipt.order, { acceptedAt: String(receipt.order.acceptedAt) })
  }),
  edited('g-limit-as-text', 'format', 'a limit as text', (receipt) => {
    Object.assign(receipt.order, { entryTimeoutMs: '5000' })
  }),
  edited('g-fraction', 'format', 'a fraction of a millisecond', (receipt) => {
    receipt.order.closedAt += 0.5
  }),
  edited('g-hex-case', 'format', 'a hash in capitals', (receipt) => {
    receipt.accepted.products = receipt.accepted.products.toUpperCase()
  }),
  edited('g-rule', 'format', 'a rule that nobody knows', (receipt) => {
    Object.assign(receipt.order, { rule: 4 })
  }),
  edited('g-null', 'format', 'no receipt at all', () => []),
  edited('tick-changed', 'ticks', 'a price that is not in the log', (receipt) => {
    Object.assign(receipt.ranges[0]?.ticks[4] ?? {}, { price: '1.0' })
  }),
  edited('tick-of-another-trade', 'ticks', 'another trade of the exchange than the log has', (receipt) => {
    Object.assign(receipt.ranges[0]?.ticks[4] ?? {}, { trade: 1 })
  }),
  edited('tick-left-out', 'tick_missing', 'a price in the middle is left out', (receipt) => {
    receipt.ranges[0]?.ticks.splice(5, 1)
  }),
  edited('path-short', 'ticks', 'a path that lacks a hash', (receipt) => {
    receipt.ranges[0]?.path.pop()
  }),
  edited('path-long', 'settlement', 'a path with a hash too many', (receipt) => {
    receipt.places.settlement.path.push('11'.repeat(32))
  }),
  edited('count', 'ticks', 'another number of prices than are proven', (receipt) => {
    receipt.tickCount += 1
  }),
]
