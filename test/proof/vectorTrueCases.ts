import { orderOf, type Plan, START, type State, TERMS, TICKS, TIMES, tick } from './forge'
import { HOUSE, keptOf, keyChange } from './forgeKeys'
import { idOf, sha256 } from './forgeTexts'
import { at, type Case, changed, HONEST, holds, isVoid, OLD, OLDEST, STALE_TICKS, upTo, WON } from './vectorKit'

/** Sixteen prices a second and a head each second for two and a half minutes: more of both than a receipt shows. */
export const BUSY = Array.from({ length: 2_700 }, (_, index) =>
  tick(index + 1, (index - 28) * 60 - 1, (100 + ((index * 7) % 53) / 100).toFixed(2), { trade: 5_000 + index }),
)
const LONG_TIMES = [...TIMES.slice(0, 3), ...Array.from({ length: 155 }, (_, index) => 1_250 + index * 1_000)]
const [FIRST, LAST] = [BUSY[29], BUSY[2_529]] as [(typeof BUSY)[0], (typeof BUSY)[0]]
export const LONG: Plan = {
  order: orderOf(FIRST, LAST, Number(LAST.price) > Number(FIRST.price) ? 'won' : 'lost', {
    durationSeconds: 150,
    closedAt: START + 151_000,
  }),
  ticks: BUSY,
  times: LONG_TIMES,
  spans: [
    [29, 33],
    [2_527, 2_531],
  ],
}
/** An order of two minutes in the same log, of which each n-th price was logged but for a few. */
export function twoMinutes(seconds: number, each: number, without = 0): Plan {
  const ticks = BUSY.filter(
    ({ sequence }) => sequence % each === 0 && (sequence < 1_000 || sequence >= 1_000 + without),
  ).map((kept, index) => ({ ...kept, sequence: index + 1 }))
  const entry = ticks.find(({ at }) => at > START)
  const exit = ticks.findLast(({ at }) => entry && at <= entry.at + seconds * 1_000)
  const [from, to] = [entry, exit].map((found) => found?.sequence ?? 0) as [number, number]
  const move = Number(exit?.price) - Number(entry?.price)
  const status = move > 0 ? 'won' : move < 0 ? 'lost' : 'tie'
  return {
    order: orderOf(entry ?? null, exit ?? null, status, {
      durationSeconds: seconds,
      closedAt: START + seconds * 1_000 + 2_000,
    }),
    ticks,
    times: LONG_TIMES,
    ...(each === 1 && {
      spans: [
        [from - 1, from + 2],
        [to - 2, to + 1],
      ],
    }),
  }
}

/** Closed eleven minutes after its end. */
export const LATE = { closedAt: START + 8_300 + 660_000 }
export const LATE_TIMES = [...TIMES, 668_500]

/** The heads between acceptance and end have no more than the one with the acceptance. */
const standing = (states: readonly State[]) => {
  const [accepted] = states.slice(2)
  const { through = 0, ticks = [] } = accepted ?? {}
  return states.map((each, index) => (index > 2 && index < 7 ? { ...each, through, ticks } : each))
}

export const TRUE_CASES: readonly Case[] = [
  holds('honest-won', 'none: won, all prices shown', HONEST),
  holds('honest-halves', 'none: all prices in two ranges', {
    ...HONEST,
    spans: [
      [2, 7],
      [8, 12],
    ],
  }),
  holds('honest-long', 'none: of a long order the middle of its prices and of its heads is left out', LONG),
  holds('honest-two-thousand-and-one', 'none: so many prices that not all have to be shown', twoMinutes(120, 1, 2)),
  holds('honest-120-heads', 'none: so many heads that all have to be shown', twoMinutes(119, 20)),
  holds('honest-121-heads', 'none: so many heads that only some have to be shown', twoMinutes(120, 20)),
  holds('honest-log-ends', 'none: no price after the exit yet, and the log is complete through the expiry', {
    ...HONEST,
    ticks: upTo(11),
  }),
  holds('honest-log-begins', 'none: the entry is the first price of the log', {
    order: orderOf({ ...at(3), sequence: 1 }, { ...at(11), sequence: 9 }, 'won'),
    ticks: TICKS.slice(2).map((each, index) => ({ ...each, sequence: index + 1 })),
  }),
  holds('honest-lost', 'none: lost', { order: orderOf(at(3), at(11), 'lost', { direction: 'down' }) }),
  holds('honest-fall-lost', 'none: up, and the price fell', {
    order: orderOf(at(3), { ...at(11), price: '99.00' }, 'lost'),
    ticks: changed(11, { price: '99.00' }),
  }),
  holds('honest-fall-won', 'none: down, and the price fell', {
    order: orderOf(at(3), { ...at(11), price: '99.00' }, 'won', { direction: 'down' }),
    ticks: changed(11, { price: '99.00' }),
  }),
  holds('honest-tie', 'none: a tie, the prices written with different digits', {
    order: orderOf(at(3), { ...at(11), price: '100.00' }, 'tie'),
    ticks: changed(11, { price: '100.00' }),
  }),
  holds('honest-two-sources', 'none: one source took over from the other', {
    order: orderOf(at(3), at(11), 'won', { source: 'other,simulated', instrument: '-,-' }),
    ticks: changed(7, { source: 'other' }),
  }),
  holds('honest-lag', 'none: prices are as old at their source as the terms allow', {
    ...HONEST,
    ticks: TICKS.map((each) => ({ ...each, sourceAt: each.at - 5_000 })),
  }),
  holds('honest-instruments', 'none: each source has its name for what it prices, and its own numbers', {
    order: orderOf(at(3), at(11), 'won', { source: 'okx,simulated', instrument: 'BTC-USDT,-' }),
    ticks: TICKS.map((each) =>
      each.sequence % 3 === 1
        ? { ...each, source: 'okx', instrument: 'BTC-USDT', trade: 901_244 + each.sequence, sourceAt: each.at - 900 }
        : { ...each, trade: each.sequence },
    ),
  }),
  holds('honest-new-key', 'none: the key changed twice since the beginning', {
    ...HONEST,
    changes: [keyChange(OLDEST, OLD), keyChange(OLD, HOUSE, START + 1)],
  }),
  holds(
    'honest-old-acceptance',
    'none: what the user was given was signed with the key before',
    { ...HONEST, changes: [keyChange(OLD, HOUSE)] },
    { acceptance: keptOf(TERMS, OLD) },
  ),
  holds('honest-new-device', 'none: a device that had seen no head yet', {
    order: orderOf(at(3), at(11), 'won', { seenHead: 0, seenRoot: sha256('') }),
  }),
  holds('honest-asked-first', 'none: asked for in the first millisecond that has this second', {
    order: orderOf(at(3), at(11), 'won', { id: idOf(START - 4_000) }),
  }),
  holds('honest-asked-last', 'none: asked for in the last millisecond that has this second', {
    order: orderOf(at(3), at(11), 'won', { id: idOf(START - 3_001) }),
  }),
  holds('honest-logged-last', 'none: the first head with the order is of the last millisecond before its second', {
    order: WON,
    times: [...TIMES.slice(0, 2), -1, ...TIMES.slice(3)],
  }),
  holds('honest-logged-late', 'none: void, the first head with the order is of its second', {
    order: orderOf(null, null, 'void', isVoid('logged_late')),
    times: [...TIMES.slice(0, 2), 0, ...TIMES.slice(3)],
  }),
  holds('honest-logged-after', 'none: void, the first head with the order was made after its time', {
    order: orderOf(null, null, 'void', isVoid('logged_late', { closedAt: START + 9_510 })),
    times: [-3_000, -1_000, -150, 7_950, 9_450, 11_450],
    loggedAfter: 0,
  }),
  holds('honest-no-entry', 'none: void, the first price came too late', {
    order: orderOf(null, null, 'void', isVoid('no_entry_tick', { entryTimeoutMs: 200 })),
  }),
  holds('honest-no-tick', 'none: void, no price at all', {
    order: orderOf(null, null, 'void', isVoid('no_entry_tick')),
    ticks: [],
  }),
  holds('honest-few', 'none: void, one price only', {
    order: orderOf(at(3), at(3), 'void', isVoid('too_few_ticks')),
    ticks: upTo(3),
  }),
  holds('honest-stale', 'none: void, the last price was too old', {
    order: orderOf(at(3), at(4), 'void', isVoid('stale_at_expiry')),
    ticks: STALE_TICKS,
  }),
  holds('honest-late', 'none: won, though it was settled eleven minutes after its end', {
    order: orderOf(at(3), at(11), 'won', LATE),
    times: LATE_TIMES,
  }),
  holds('honest-late-lost', 'none: lost, and settled eleven minutes after its end', {
    order: orderOf(at(3), at(11), 'lost', { direction: 'down', ...LATE }),
    times: LATE_TIMES,
  }),
  holds('honest-late-stale', 'none: void because the last price was too old, and settled late', {
    order: orderOf(at(3), at(4), 'void', isVoid('stale_at_expiry', LATE)),
    ticks: STALE_TICKS,
    times: LATE_TIMES,
  }),
  holds('honest-late-no-entry', 'none: void without an entry, and settled late', {
    order: orderOf(null, null, 'void', isVoid('no_entry_tick', { entryTimeoutMs: 200, ...LATE })),
    times: LATE_TIMES,
  }),
  holds(
    'slow-heads',
    'none, but for thirteen seconds no head was made',
    { order: { ...WON, closedAt: START + 13_500 }, times: [-3_000, -1_000, -150, 13_450, 14_450] },
    { slow: true },
  ),
  holds(
    'slow-watermark',
    'none, but heads held no new prices for more than ten seconds',
    {
      order: { ...WON, closedAt: START + 10_200 },
      times: [...TIMES.slice(0, 7), 9_801, ...TIMES.slice(8)],
      states: standing,
    },
    { slow: true },
  ),
  holds(
    'almost-slow',
    'none: heads held no new prices for ten seconds',
    {
      order: { ...WON, closedAt: START + 10_200 },
      times: [...TIMES.slice(0, 7), 9_800, ...TIMES.slice(8)],
      states: standing,
    },
    { slow: false },
  ),
]
