import { asked, orderOf, START, TERMS, TIMES, UNSIGNED } from './forge'
import { HOUSE, keptOf } from './forgeKeys'
import { acceptanceText, idOf, sha256 } from './forgeTexts'
import { at, broken, type Case, changed, forged, isVoid, STRANGER, WON } from './vectorKit'
import { LATE, LATE_TIMES, twoMinutes } from './vectorTrueCases'

/** Which prices decide, and what the rule makes of them. */
const SPAN_CASES: readonly Case[] = [
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
  forged('a-gap-in-few', 'tick_missing', 'prices of a short order are left out, though neither entry nor exit', {
    spans: [
      [2, 5],
      [10, 12],
    ],
  }),
  forged(
    'a-gap-in-two-thousand',
    'tick_missing',
    'of exactly two thousand prices some are left out',
    twoMinutes(120, 1, 3),
  ),
  forged('b-gap-at-entry', 'begins_late', 'a gap hides the true entry: a later price enters', {
    order: orderOf(at(5), at(13), 'won'),
    spans: [
      [2, 2],
      [5, 14],
    ],
  }),
  forged('b-begins-late', 'begins_late', 'the prices before the entry are left out', { spans: [[3, 12]] }),
  forged('b-begins-early', 'begins_late', 'more prices than needed stand before the entry', { spans: [[1, 12]] }),
  forged('c-settled-at-a-dip', 'not_fixed_before', 'settled before the expiry, at the price of a dip', {
    order: orderOf(at(3), at(8), 'won', { closedAt: START + 6_000 }),
    numbers: { fixed: 6 },
    spans: [[2, 8]],
  }),
  forged('c-closed-early', 'closed_early', 'closed before the expiry', {
    order: orderOf(at(3), at(11), 'won', { closedAt: START + 8_299 }),
  }),
  forged('c-log-open', 'not_fixed_before', 'the log was not complete when the head was fixed', {
    order: orderOf(at(3), at(10), 'won'),
    numbers: { fixed: 7 },
    spans: [[2, 10]],
  }),
  forged('c-end-left-out', 'ends_early', 'the prices end before the order does', { spans: [[2, 10]] }),
  forged('c-successor-left-out', 'ends_early', 'the price after the exit is left out', { spans: [[2, 11]] }),
  forged('c-end-too-far', 'ends_early', 'more prices than needed stand after the exit', {
    times: [...TIMES.slice(0, 7), 10_400, ...TIMES.slice(8)],
    order: { ...WON, closedAt: START + 10_500 },
    spans: [[2, 13]],
  }),
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
    ticks: changed(7, { at: at(5).at }),
  }),
]

const CLOSING_CASES: readonly Case[] = [
  forged('closed-before-fixed', 'closed_order', 'closed before the head that fixes the prices was made', {
    order: orderOf(at(3), at(11), 'won', { closedAt: START + 9_449 }),
  }),
  forged('closed-later-than-logged', 'closed_order', 'closed in 2100 under a head of today', {
    order: orderOf(at(3), at(11), 'won', { closedAt: Date.UTC(2100, 0, 1) }),
  }),
  forged('void-as-late', 'field', 'won, and void because it was settled eleven minutes after its end', {
    order: orderOf(at(3), at(11), 'void', isVoid('stale_at_expiry', LATE)),
    times: LATE_TIMES,
  }),
  forged('late-reason', 'format', 'void for a reason that no rule has', {
    order: orderOf(at(3), at(11), 'void', isVoid('settled_late' as 'stale_at_expiry', LATE)),
    times: LATE_TIMES,
  }),
]

const RULE_CASES: readonly Case[] = [
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
]

const KEPT_CASES: readonly Case[] = [
  broken(
    'e-staleness',
    'a shorter limit of staleness voids a won order',
    orderOf(at(3), at(11), 'won', { staleAfterMs: 1 }),
  ),
  broken('e-entry-timeout', 'another time for the entry', orderOf(at(3), at(11), 'won', { entryTimeoutMs: 900 })),
  broken(
    'f-accepted-later',
    'asked for a second later',
    orderOf(at(4), at(12), 'won', { id: idOf(START - 2_040), acceptedAt: START + 999 }),
  ),
  broken('direction', 'the direction was turned round', orderOf(at(3), at(11), 'lost', { direction: 'down' })),
  broken('stake', 'a smaller stake', orderOf(at(3), at(11), 'won', { stake: '10000', payout: '17500' })),
  broken('rate', 'another rate', orderOf(at(3), at(11), 'won', { earningsRateBp: 1, payout: '10002' })),
  broken('number', 'another order number', orderOf(at(3), at(11), 'won', { number: 'FT-0000000000' })),
  broken('currency', 'another currency', orderOf(at(3), at(11), 'won', { currency: 'IDR' })),
  broken('scale', 'another number of decimals', orderOf(at(3), at(11), 'won', { scale: 0 })),
  broken(
    'other-order',
    'the receipt of another order',
    orderOf(at(3), at(11), 'won', { id: `${TERMS.id.slice(0, -1)}2` }),
  ),
  broken(
    'other-seen',
    'the device had seen another head',
    orderOf(at(3), at(11), 'won', { seenHead: 0, seenRoot: sha256('') }),
  ),
  broken('other-device', 'another device asked for the order', {
    ...orderOf(at(3), at(11), 'won'),
    ...asked({ ...UNSIGNED, deviceKey: STRANGER.publicKey }, STRANGER),
  }),
  {
    ...broken('kept-forged', 'the acceptance beside it was made by nobody', WON),
    expect: 'acceptance',
    acceptance: { ...keptOf(TERMS), signature: HOUSE.sign(`${acceptanceText(TERMS)}|`) },
  },
]

export const ORDER_CASES: readonly Case[] = [...SPAN_CASES, ...CLOSING_CASES, ...RULE_CASES, ...KEPT_CASES]
