import type { Acceptance, Receipt, ReceiptOrder, ReceiptTick } from '../../contract/proof'
import { acceptanceText } from '../../src/domain/proof/texts'
import {
  acceptanceOf,
  HOUSE,
  headOf,
  keptOf,
  keysOf,
  orderOf,
  type Plan,
  receiptOf,
  START,
  signed,
  TERMS,
  TICKS,
  tick,
} from './forge'

/** A receipt, and the code under which every verifier refuses it; null where it holds. */
export interface Vector {
  name: string
  lie: string
  expect: string | null
  receipt: unknown
  /** What the user was given when the order was placed, where the lie shows only beside it. */
  acceptance?: Acceptance
}

type Case = Omit<Vector, 'receipt'> & { make: () => Promise<unknown> }

const at = (sequence: number): ReceiptTick => TICKS[sequence - 1] as ReceiptTick
const upTo = (sequence: number) => TICKS.slice(0, sequence)
const THROUGH = START + 9_400
const WON = orderOf(at(3), at(11), 'won')
const SETTLED = ['one settlement', 'another settlement']
const log = (ticks: readonly ReceiptTick[], through = THROUGH) => ({ ticks, through, settlements: SETTLED })
const HONEST: Plan = { order: WON, fixed: log(upTo(13)), later: TICKS, spans: [[2, 12]] }
const STRANGER = keysOf(9)

const holds = (name: string, lie: string, plan: Plan): Case => ({
  name,
  lie,
  expect: null,
  make: () => receiptOf(plan),
})
const forged = (name: string, code: string, lie: string, plan: Partial<Plan>): Case => ({
  name,
  lie,
  expect: code,
  make: () => receiptOf({ ...HONEST, ...plan }),
})
/** The honest receipt, changed in the file. */
const edited = (name: string, code: string, lie: string, edit: (receipt: Receipt) => unknown): Case => ({
  name,
  lie,
  expect: code,
  async make() {
    const receipt = structuredClone(await receiptOf(HONEST))
    return edit(receipt) ?? receipt
  },
})
/** The whole house lies, and only what the user kept contradicts it. */
const broken = (name: string, lie: string, order: ReceiptOrder): Case => ({
  name,
  lie,
  expect: 'terms_changed',
  acceptance: keptOf(TERMS),
  make: () => receiptOf({ ...HONEST, order }),
})
const isVoid = (reason: ReceiptOrder['voidReason'], changes: Partial<ReceiptOrder> = {}) =>
  ({ status: 'void', voidReason: reason, ...changes }) as const
const changed = (sequence: number, changes: Partial<ReceiptTick>) =>
  TICKS.map((each) => (each.sequence === sequence ? { ...each, ...changes } : each))

const STALE_TICKS = [...upTo(4), tick(5, 9_300, '100.9')]

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
    order: orderOf(at(3), at(11), 'won', { source: 'other,simulated' }),
    fixed: log(changed(7, { source: 'other' }).slice(0, 12)),
    spans: [[2, 12]],
  }),
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

const LOG_CASES: Case[] = [
  edited('d-one-head', 'not_fixed_before', 'one head for both: nothing was fixed before', (receipt) => ({
    ...receipt,
    fixed: receipt.head,
    consistency: { products: receipt.consistency.products.map((each) => ({ ...each, path: [] })), settlements: [] },
  })),
  forged('source-foreign', 'source', 'a price of another source than was agreed', {
    fixed: log(changed(6, { source: 'other' }).slice(0, 13)),
    later: changed(6, { source: 'other' }),
  }),
  forged('source-time', 'source_time', 'a price that is two minutes older than it claims', {
    fixed: log(changed(6, { sourceAt: START - 120_000 }).slice(0, 13)),
    later: changed(6, { sourceAt: START - 120_000 }),
  }),
  forged('log-rewritten', 'prices_rewritten', 'the prices were changed after they were fixed', {
    later: changed(4, { price: '1.0' }),
  }),
  forged('settlements-rewritten', 'settlements_rewritten', 'older settlements were changed', {
    before: ['one settlement', 'a changed settlement'],
  }),
  forged('key-of-head', 'key_changed', 'the later head is signed with another key', { keys: { head: STRANGER } }),
  forged('key-of-acceptance', 'acceptance', 'the acceptance is signed with another key', {
    keys: { acceptance: STRANGER },
  }),
  edited('acceptance-of-other-terms', 'acceptance', 'the acceptance is that of other terms', (receipt) => ({
    ...receipt,
    acceptance: acceptanceOf({ ...TERMS, stake: '1' }),
  })),
  edited('heads-reversed', 'order', 'the heads are in the wrong order', (receipt) => {
    const { signature: _, publicKey: __, ...facts } = receipt.head
    return { ...receipt, head: signed({ ...facts, number: 1 }) }
  }),
  edited('head-before', 'order', 'the later head is older', (receipt) => {
    const { signature: _, publicKey: __, ...facts } = receipt.head
    return { ...receipt, head: signed({ ...facts, at: receipt.fixed.at - 1 }) }
  }),
  edited('fork', 'same_number_differs', 'two heads of one number', (receipt) => {
    const { signature: _, publicKey: __, ...facts } = receipt.head
    return { ...receipt, head: signed({ ...facts, number: receipt.fixed.number }) }
  }),
  edited('chain', 'order', 'the next head names another one before it', (receipt) => {
    const { signature: _, publicKey: __, ...facts } = receipt.head
    return { ...receipt, head: signed({ ...facts, number: receipt.fixed.number + 1 }) }
  }),
  edited('watermark-back', 'prices_rewritten', 'the log was complete and is not any more', (receipt) => {
    const { signature: _, publicKey: __, ...facts } = receipt.head
    return { ...receipt, head: signed({ ...facts, products: facts.products.map((each) => ({ ...each, through: 1 })) }) }
  }),
  edited('product-gone', 'prices_rewritten', 'a product is missing in the later head', (receipt) => {
    const { signature: _, publicKey: __, ...facts } = receipt.head
    return { ...receipt, head: signed({ ...facts, products: facts.products.slice(1) }) }
  }),
  edited('products-unsorted', 'signature', 'the products are not in the order of their symbols', (receipt) => {
    const { signature: _, publicKey: __, ...facts } = receipt.head
    return { ...receipt, head: signed({ ...facts, products: [...facts.products].reverse() }) }
  }),
  edited('signature-forged', 'signature', 'the head was changed after it was signed', (receipt) => {
    receipt.head.at += 1
  }),
  edited('signature-s-plus-l', 'signature', 'the second spelling of a signature, S + L', (receipt) => {
    receipt.head.signature = secondSpelling(receipt.head.signature)
  }),
  edited('acceptance-s-plus-l', 'acceptance', 'the second spelling of a signature, S + L', (receipt) => {
    receipt.acceptance.signature = secondSpelling(receipt.acceptance.signature)
  }),
  edited('head-of-another-house', 'settlement', 'the later head does not hold the settlement', (receipt) => {
    const { signature: _, publicKey: __, ...facts } = receipt.head
    return { ...receipt, head: signed({ ...facts, settlementRoot: '11'.repeat(32) }) }
  }),
  edited('fixed-after', 'not_fixed_before', 'the prices were fixed after the settlement', (receipt) => ({
    ...receipt,
    fixed: headOf(2, { ...HONEST.fixed, settlements: ['one settlement', 'another settlement', 'x'] }),
  })),
]

/** S + L, little-endian, with the same R. */
function secondSpelling(signature: string): string {
  const order = 2n ** 252n + 27742317777372353535851937790883648493n
  const scalar = BigInt(`0x${Buffer.from(signature.slice(64), 'hex').reverse().toString('hex')}`) + order
  return signature.slice(0, 64) + Buffer.from(scalar.toString(16).padStart(64, '0'), 'hex').reverse().toString('hex')
}

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
    receipt.head.settlementRoot = receipt.head.settlementRoot.toUpperCase()
  }),
  edited('g-rule', 'format', 'a rule that nobody knows', (receipt) => {
    Object.assign(receipt.order, { rule: 2 })
  }),
  edited('g-null', 'format', 'no receipt at all', () => []),
  edited('tick-changed', 'ticks', 'a price that is not in the log', (receipt) => {
    Object.assign(receipt.ranges[0]?.ticks[4] ?? {}, { price: '1.0' })
  }),
  edited('tick-left-out', 'tick_missing', 'a price in the middle is left out', (receipt) => {
    receipt.ranges[0]?.ticks.splice(5, 1)
  }),
  edited('path-short', 'ticks', 'a path that lacks a hash', (receipt) => {
    receipt.ranges[0]?.path.pop()
  }),
  edited('path-long', 'settlement', 'a path with a hash too many', (receipt) => {
    receipt.settlement.path.push('11'.repeat(32))
  }),
  edited('count', 'ticks', 'another number of prices than are proven', (receipt) => {
    receipt.tickCount += 1
  }),
]

const CASES = [...HONEST_CASES, ...SPAN_CASES, ...LOG_CASES, ...RULE_CASES, ...FILE_CASES]

export const makeVectors = (): Promise<Vector[]> =>
  Promise.all(CASES.map(async ({ make, ...facts }) => ({ ...facts, receipt: await make() })))
