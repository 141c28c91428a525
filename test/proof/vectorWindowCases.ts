import type { Receipt } from '../../contract/proof'
import { houseOf, orderOf, type Plan, START, type State, TICKS, TIMES, tick } from './forge'
import { at, type Case, edited, FIXED, forged, HONEST, headAt, isVoid, LAST, stateAt, upTo, WON } from './vectorKit'
import { BUSY, LONG } from './vectorTrueCases'

/** One head in which the product has fewer ticks than in the head before it. */
const cutAt = (number: number, size: number) => stateAt(number, ({ ticks }) => ({ ticks: ticks.slice(0, size) }))

const SHORT_TREE_CASES: readonly Case[] = [
  forged('w-cut-at-dip', 'window_order', 'one head with a shorter tree: an earlier price is the exit', {
    order: orderOf(at(3), at(9), 'won'),
    states: cutAt(FIXED, 9),
  }),
  forged('w-cut-to-stale', 'window_order', 'one head with a shorter tree: the last price is too old', {
    order: orderOf(at(3), at(4), 'void', isVoid('stale_at_expiry', { staleAfterMs: 3_000 })),
    states: cutAt(FIXED, 4),
  }),
  forged('w-cut-to-one', 'window_order', 'one head with a shorter tree: the exit is the entry', {
    order: orderOf(at(3), at(3), 'void', isVoid('too_few_ticks')),
    states: cutAt(FIXED, 3),
  }),
  forged('w-cut-before-entry', 'window_order', 'one head with a shorter tree: there is no entry', {
    order: orderOf(null, null, 'void', isVoid('no_entry_tick')),
    states: cutAt(6, 2),
  }),
  forged('w-cut-between', 'window_order', 'a head between has a shorter tree than the one before it', {
    states: cutAt(6, 5),
  }),
  forged('w-watermark-falls', 'window_order', 'a head between takes a promise back', {
    states: stateAt(6, ({ through }) => ({ through: through - 2_001 })),
  }),
  forged('w-watermark-ahead', 'window_order', 'a head between promises prices of a time after it', {
    states: stateAt(6, ({ at }) => ({ through: at + 1_001, ticks: upTo(9) })),
  }),
  forged('w-time-stands', 'window_order', 'two heads of one time', {
    states: stateAt(6, () => ({ at: START + (TIMES[4] ?? 0) })),
  }),
  forged('w-time-falls', 'window_order', 'a head that was made before the one before it', {
    states: stateAt(6, () => ({ at: START + 2_000, through: START + 3_400, ticks: upTo(6) })),
  }),
]

/** The receipt shows other heads than it has to. */
const shows = (name: string, lie: string, edit: (receipt: Receipt) => unknown, plan: Plan = HONEST): Case =>
  edited(name, 'window', lie, edit, plan)

const SHOWN_CASES: readonly Case[] = [
  shows('w-head-left-out', 'a head between acceptance and end is left out', (receipt) => {
    receipt.window[0]?.heads.splice(3, 1)
  }),
  shows('w-first-left-out', 'the head that holds the acceptance is left out', (receipt) => {
    receipt.window[0]?.heads.shift()
  }),
  shows('w-head-changed', 'a head between says another size than was logged', (receipt) => {
    Object.assign(receipt.window[0]?.heads[2] ?? {}, { size: 5 })
  }),
  shows('w-more-products', 'a head between says that it has one more product, which its path fits, too', (receipt) => {
    Object.assign(receipt.window[0]?.heads[2] ?? {}, { count: 4 })
  }),
  shows('w-more-products-at-last', 'the last head says that it has one more product', (receipt) => {
    for (const each of receipt.window[0]?.heads ?? []) each.count = 4
  }),
  shows('w-logs-changed', 'a head between has other logs', (receipt) => {
    Object.assign(receipt.window[0]?.heads[2] ?? {}, { logs: '11'.repeat(32) })
  }),
  shows('w-of-another-product', 'the heads are shown with the log of another product', async (receipt) => {
    const other = await houseOf({ ...HONEST, order: { ...WON, symbol: 'AAUSD' }, spans: [] })
    receipt.window = other.receipt.window
  }),
  shows('w-of-another-log', 'the heads are those of another log', async (receipt) => {
    const other = await houseOf({ ...HONEST, states: stateAt(5, ({ at }) => ({ at: at + 1 })) })
    receipt.window = other.receipt.window
  }),
  shows('w-first-of-another', 'the first head shown is not the one that holds the acceptance', async (receipt) => {
    const other = await houseOf({ ...HONEST, numbers: { accepted: 4 } })
    receipt.window = other.receipt.window
  }),
  shows('w-split', 'neighbouring heads are shown apart', async (receipt, house = houseOf(HONEST)) => {
    const { heads } = (await house).receipt.window[0] ?? { heads: [] }
    const { window } = (await houseOf({ ...HONEST, numbers: { fixed: 5 } })).receipt
    receipt.window = [...window, { heads: heads.slice(3), path: [] }]
  }),
  shows(
    'w-other-sample',
    'of a long order other heads are shown than the ones that are drawn',
    (receipt) => {
      const [sampled, next] = [receipt.window[1], receipt.window[2]]
      if (sampled && next) receipt.window[1] = next
    },
    LONG,
  ),
  shows(
    'w-sample-left-out',
    'of a long order a head is left out that was drawn',
    (receipt) => {
      receipt.window.splice(4, 1)
    },
    LONG,
  ),
]

/** Prices that were logged at another time than they say. */
const DIP = tick(11, 7_350, '1.0')
const withDip = [...upTo(10), DIP, ...TICKS.slice(10).map((each) => ({ ...each, sequence: each.sequence + 1 }))]
const BUSY_DIP = tick(2_516, 149_190, '1.00')
const busyLog = [
  ...BUSY.slice(0, 2_515),
  BUSY_DIP,
  ...BUSY.slice(2_530).map((each, at) => ({ ...each, sequence: 2_517 + at })),
]

/** A head has the first ticks of the log, and not those that are added later. */
const before =
  (number: number, size: number) =>
  (states: readonly State[]): readonly State[] =>
    states.map((each, index) => (index < number ? { ...each, ticks: each.ticks.slice(0, size) } : each))

const DATED_CASES: readonly Case[] = [
  forged('w-dated-back', 'dated_back', 'a price that was added later and dated into a time that was complete', {
    order: orderOf(at(3), { ...at(11), sequence: 12 }, 'won'),
    ticks: withDip,
    states: before(7, 10),
  }),
  forged('w-dated-back-exit', 'dated_back', 'a price that was added later, dated back, and is the exit', {
    order: orderOf(at(3), { ...DIP, at: START + 7_399, price: '1.0' }, 'lost'),
    ticks: [...upTo(10), { ...DIP, at: START + 7_399 }, { ...at(12), sequence: 12 }],
    states: before(7, 10),
  }),
  forged('w-dated-back-long', 'dated_back', 'in a long order a price that was added later is the exit', {
    ...LONG,
    order: orderOf(BUSY[29] ?? null, BUSY_DIP, 'lost', {
      durationSeconds: 150,
      closedAt: START + 151_000,
    }),
    ticks: busyLog,
    states: before(152, 2_515),
    spans: [
      [29, 33],
      [2_513, 2_517],
    ],
  }),
  forged('w-dated-on', 'dated_back', 'a price that a head holds and that is dated after the time it is complete to', {
    states: stateAt(6, ({ ticks }) => ({ ticks: TICKS.slice(0, ticks.length + 1) })),
  }),
]

const FIRST_CASES: readonly Case[] = [
  forged('w-later-head', 'fixed_not_first', 'another head than the first one after the end fixes the prices', {
    numbers: { fixed: FIXED + 1 },
    order: { ...WON, closedAt: START + 11_500 },
  }),
  forged('w-through-of-others', 'through', 'a head promises prices of another product of a time after it', {
    heads: headAt(LAST, ({ at, products }) => ({
      products: products.map((each) => (each.symbol === 'ETHUSDT' ? { ...each, through: at + 1_001 } : each)),
    })),
  }),
  forged('w-heads-of-1970', 'accepted_early', 'all heads say that they were made in 1970', {
    heads: (heads) => heads.map((each) => ({ ...each, at: each.number })),
  }),
  forged('w-accepted-early', 'accepted_early', 'the head that holds the acceptance is older than it', {
    times: [-6_000, -5_500, -5_041, -2_000, ...TIMES.slice(3)],
    loggedAfter: -5_041,
  }),
  forged('w-fixed-after-head', 'order', 'the head that fixes the prices is later than the one that holds the result', {
    heads: headAt(FIXED, ({ at }) => ({ at: at + 100_000 })),
  }),
]

/** An old trade sold as a new one. */
const SOURCE_ORDER_CASES: readonly Case[] = [
  forged('s-old-trade', 'source_order', 'the exit is a trade of 38 seconds before, with its true time', {
    ticks: TICKS.map((each) => (each.sequence === 11 ? { ...each, sourceAt: each.at - 38_000 } : each)),
  }),
  forged('s-trade-falls', 'source_order', 'the number of a trade is lower than the one before it', {
    ticks: TICKS.map((each) => ({ ...each, trade: each.sequence === 11 ? 3 : each.sequence })),
  }),
  forged('s-trade-twice', 'source_order', 'a trade comes twice', {
    ticks: TICKS.map((each) => ({ ...each, trade: each.sequence === 11 ? 10 : each.sequence })),
  }),
  forged('s-trade-falls-later', 'source_order', 'the number of a trade falls over one without a number', {
    ticks: TICKS.map((each) => ({
      ...each,
      trade: each.sequence === 10 ? null : each.sequence === 11 ? 3 : each.sequence,
    })),
  }),
  forged('s-trade-falls-in-the-gap', 'source_order', 'the number of a trade falls while prices are left out', {
    ...LONG,
    ticks: BUSY.map((each) => (each.sequence > 2_000 ? { ...each, trade: each.sequence - 2_000 } : each)),
  }),
]

export const WINDOW_CASES: readonly Case[] = [
  ...SHORT_TREE_CASES,
  ...SHOWN_CASES,
  ...DATED_CASES,
  ...FIRST_CASES,
  ...SOURCE_ORDER_CASES,
]
