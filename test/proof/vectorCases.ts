import type { Receipt } from '../../contract/proof'
import { acceptanceText } from '../../src/domain/proof/texts'
import { HOUSE, keptOf, keyChange, orderOf, START, TERMS, TICKS } from './forge'
import {
  at,
  broken,
  type Case,
  changed,
  edited,
  forged,
  HONEST,
  holds,
  isVoid,
  log,
  OLD,
  OLDEST,
  STALE_TICKS,
  upTo,
  type Vector,
  WON,
} from './vectorKit'
import { LOG_CASES } from './vectorLogCases'
import { SERVER_CASES } from './vectorServerCases'
import { WITNESS_CASES } from './vectorWitnessCases'

const HONEST_CASES: Case[] = [
  holds('honest-won', 'none: won, all prices shown', HONEST),
  holds('honest-gap', 'none: the middle of a long order is left out', {
    ...HONEST,
    spans: [
      [2, 5],
      [10, 12],
    ],
  }),
  holds('honest-halves', 'none: all prices in two ranges', {
    ...HONEST,
    spans: [
      [2, 7],
      [8, 12],
    ],
  }),
  holds('honest-log-ends', 'none: no price after the exit yet, and the log is complete through the expiry', {
    ...HONEST,
    fixed: log(upTo(11)),
    spans: [[2, 11]],
  }),
  holds('honest-log-begins', 'none: the entry is the first price of the log', {
    order: orderOf({ ...at(3), sequence: 1 }, { ...at(11), sequence: 9 }, 'won'),
    fixed: log(TICKS.slice(2, 12).map((each, index) => ({ ...each, sequence: index + 1 }))),
  }),
  holds('honest-lost', 'none: lost', { ...HONEST, order: orderOf(at(3), at(11), 'lost', { direction: 'down' }) }),
  holds('honest-tie', 'none: a tie, the prices written with different digits', {
    order: orderOf(at(3), { ...at(11), price: '100.00' }, 'tie'),
    fixed: log(changed(11, { price: '100.00' }).slice(0, 12)),
    spans: [[2, 12]],
  }),
  holds('honest-two-sources', 'none: one source took over from the other', {
    order: orderOf(at(3), at(11), 'won', { source: 'other,simulated', instrument: '-,-' }),
    fixed: log(changed(7, { source: 'other' }).slice(0, 12)),
    spans: [[2, 12]],
  }),
  holds('honest-instruments', 'none: each source has its name for what it prices', {
    order: orderOf(at(3), at(11), 'won', { source: 'okx,simulated', instrument: 'BTC-USDT,-' }),
    fixed: log(changed(7, { source: 'okx', instrument: 'BTC-USDT', trade: 901_244 }).slice(0, 12)),
    spans: [[2, 12]],
  }),
  holds('honest-new-key', 'none: the key changed twice since the beginning', {
    ...HONEST,
    changes: [keyChange(OLDEST, OLD), keyChange(OLD, HOUSE, START + 1)],
  }),
  {
    ...holds('honest-old-acceptance', 'none: what the user was given was signed with the key before', {
      ...HONEST,
      changes: [keyChange(OLD, HOUSE)],
    }),
    acceptance: keptOf(TERMS, OLD),
  },
  holds('honest-no-entry', 'none: void, the first price came too late', {
    order: orderOf(null, null, 'void', isVoid('no_entry_tick', { entryTimeoutMs: 200 })),
    fixed: log(upTo(5)),
    spans: [[2, 3]],
  }),
  holds('honest-no-tick', 'none: void, no price at all', {
    order: orderOf(null, null, 'void', isVoid('no_entry_tick')),
    fixed: log([]),
  }),
  holds('honest-few', 'none: void, one price only', {
    order: orderOf(at(3), at(3), 'void', isVoid('too_few_ticks')),
    fixed: log(upTo(3)),
    spans: [[2, 3]],
  }),
  holds('honest-stale', 'none: void, the last price was too old', {
    order: orderOf(at(3), at(4), 'void', isVoid('stale_at_expiry')),
    fixed: log(STALE_TICKS),
    spans: [[2, 5]],
  }),
]

const SPAN_CASES: Case[] = [
  forged('a-gap-at-end', 'ends_early', 'a gap between the ranges hides the last prices before the expiry', {
    order: orderOf(at(3), at(3), 'void', isVoid('too_few_ticks')),
    spans: [
      [2, 3],
      [12, 12],
    ],
  }),
  forged('a-gap-before-exit', 'ends_early', 'a gap hides the true exit: an earlier price decides', {
    order: orderOf(at(3), at(5), 'won'),
    spans: [
      [2, 5],
      [12, 12],
    ],
  }),
  forged('b-gap-at-entry', 'begins_late', 'a gap hides the true entry: a later price enters', {
    order: orderOf(at(5), at(13), 'won'),
    fixed: log(TICKS, START + 10_400),
    spans: [
      [2, 2],
      [5, 14],
    ],
  }),
  forged('b-begins-late', 'begins_late', 'the prices before the entry are left out', { spans: [[3, 12]] }),
  forged('b-begins-early', 'begins_late', 'more prices than needed stand before the entry', { spans: [[1, 12]] }),
  forged('c-settled-at-a-dip', 'not_fixed_before', 'settled before the expiry, at the price of a dip', {
    order: orderOf(at(3), at(8), 'won', { closedAt: START + 6_000 }),
    fixed: log(upTo(8), START + 5_400),
    spans: [[2, 8]],
  }),
  forged('c-closed-early', 'closed_early', 'closed before the expiry', {
    order: orderOf(at(3), at(11), 'won', { closedAt: START + 8_299 }),
  }),
  forged('c-log-open', 'not_fixed_before', 'the log was not complete when the head was fixed', {
    fixed: log(upTo(11), START + 8_299),
    spans: [[2, 11]],
  }),
  forged('c-end-left-out', 'ends_early', 'the prices end before the order does', { spans: [[2, 10]] }),
  forged('c-successor-left-out', 'ends_early', 'the price after the exit is left out', { spans: [[2, 11]] }),
  forged('c-end-too-far', 'ends_early', 'more prices than needed stand after the exit', { spans: [[2, 13]] }),
  forged('c-no-prices', 'ends_early', 'no price is shown: the order looks void', {
    order: orderOf(null, null, 'void', isVoid('no_entry_tick')),
    spans: [],
  }),
  forged('range-twice', 'tick_order', 'a range stands there twice', {
    spans: [
      [2, 12],
      [2, 12],
    ],
  }),
  forged('ranges-swapped', 'tick_order', 'the ranges are in the wrong order', {
    spans: [
      [8, 12],
      [2, 7],
    ],
  }),
  forged('time-runs-back', 'tick_order', 'a price in the log is older than the one before it', {
    fixed: log(changed(7, { at: at(5).at }).slice(0, 13)),
    later: changed(7, { at: at(5).at }),
  }),
]

const RULE_CASES: Case[] = [
  forged('result-lost', 'field', 'a won order is settled as lost', { order: orderOf(at(3), at(11), 'lost') }),
  forged('result-void', 'field', 'a won order is settled as void', {
    order: orderOf(at(3), at(11), 'void', { voidReason: 'stale_at_expiry' }),
  }),
  forged('entry-time', 'field', 'another entry than the rule gives', {
    order: { ...WON, entrySequence: 4, entryAt: at(4).at, entryPrice: at(4).price },
  }),
  forged('profit', 'field', 'less profit than agreed', { order: { ...WON, profitLoss: '7499' } }),
  forged('payout', 'field', 'a payout that does not follow from stake and rate', {
    order: { ...WON, payout: '10002' },
  }),
  broken(
    'e-staleness',
    'a shorter limit of staleness voids a won order',
    orderOf(at(3), at(11), 'won', { staleAfterMs: 1 }),
  ),
  broken('e-entry-timeout', 'another time for the entry', orderOf(at(3), at(11), 'won', { entryTimeoutMs: 900 })),
  broken('f-accepted-later', 'accepted 200 ms later', orderOf(at(3), at(11), 'won', { acceptedAt: START + 200 })),
  broken('direction', 'the direction was turned round', orderOf(at(3), at(11), 'lost', { direction: 'down' })),
  broken('stake', 'a smaller stake', orderOf(at(3), at(11), 'won', { stake: '10000', payout: '17500' })),
  broken('rate', 'another rate', orderOf(at(3), at(11), 'won', { earningsRateBp: 1, payout: '10002' })),
  broken('number', 'another order number', orderOf(at(3), at(11), 'won', { number: 'FT-0000000000' })),
  broken('currency', 'another currency', orderOf(at(3), at(11), 'won', { currency: 'IDR' })),
  broken(
    'other-order',
    'the receipt of another order',
    orderOf(at(3), at(11), 'won', { id: `${TERMS.id.slice(0, -1)}2` }),
  ),
  {
    ...broken('kept-forged', 'the acceptance beside it was made by nobody', WON),
    expect: 'acceptance',
    acceptance: { ...keptOf(TERMS), signature: HOUSE.sign(`${acceptanceText(TERMS)}|`) },
  },
]

const FILE_CASES: Case[] = [
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
    Object.assign(receipt.order, { rule: 2 })
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

const CASES = [
  ...HONEST_CASES,
  ...SPAN_CASES,
  ...LOG_CASES,
  ...RULE_CASES,
  ...FILE_CASES,
  ...WITNESS_CASES,
  ...SERVER_CASES,
]

export const makeVectors = (): Promise<Vector[]> =>
  Promise.all(
    CASES.map(async ({ make, answers, ...facts }) => {
      const receipt = await make()
      return { ...facts, receipt, ...(answers && { server: await answers(receipt as Receipt) }) }
    }),
  )
