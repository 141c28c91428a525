import type { ReceiptOrder, SignedReceipt } from '../../contract/proof'
import { PUBLISHED_SIGNERS, signerSetId } from '../../proof/signed/signers'
import { priceSigner, signersText, TEST_SET, type TestSet } from '../oracle/signers'
import { highS, type UpdatePlan } from '../oracle/updates'
import { START, TIMES } from './forge'
import {
  instrumentOf,
  price,
  SIGNERS,
  type SignedHouse,
  type SignedPlan,
  signedHouseOf,
  signedOrder,
} from './forgeSigned'
import { type Case, isVoid } from './vectorKit'

export const ENTRY = price(1, 6_400_000)
export const EXIT = price(9, 6_400_150)
const WON = signedOrder(ENTRY, EXIT, 'won')
const HONEST: SignedPlan = { order: WON, updates: [ENTRY, EXIT] }
const FALLEN = price(9, 6_399_850)

export const signedCase = (
  name: string,
  expect: string | null,
  lie: string,
  plan: Partial<SignedPlan>,
  edit?: (receipt: SignedReceipt, house: SignedHouse) => void,
): Case => ({
  name: `signed-${name}`,
  expect,
  lie,
  signers: SIGNERS,
  async make() {
    const house = await signedHouseOf({ ...HONEST, ...plan })
    const receipt = structuredClone(house.receipt)
    edit?.(receipt, house)
    return receipt
  },
})

/** The honest receipt whose exit is another update, forged in one way: `made` is what the update is made of. */
const badExit = (name: string, code: string, lie: string, made: Partial<UpdatePlan>) =>
  signedCase(name, code, lie, { updates: [ENTRY, { ...EXIT, ...made }] })
/** The same of both updates, under terms that the house has signed. */
const badOrder = (name: string, code: string, lie: string, order: ReceiptOrder, updates = HONEST.updates) =>
  signedCase(name, code, lie, { order, updates })
/** The honest receipt with other bytes in its exit. */
const badBytes = (name: string, lie: string, change: (hex: string) => string) =>
  signedCase(name, 'update', lie, {}, (receipt) => {
    receipt.updates = receipt.updates.map((hex, at) => (at === 1 ? change(hex) : hex))
  })

const LATE_ENTRY = price(7, 6_400_000, { backSeconds: 7 })
const LATE_EXIT = price(12, 6_400_150, { backSeconds: 4 })
const NO_ENTRY = signedOrder(null, null, 'void', isVoid('no_entry_tick'))
const STALE = signedOrder(
  ENTRY,
  null,
  'void',
  isVoid('stale_at_expiry', { staleAfterMs: 2_000, closedAt: START + 12_510 }),
)
const LATE = { closedAt: START + 669_000 }
const LATE_TIMES = [...TIMES, 670_000]

/** A set as large as those of before August 2026. */
const NINETEEN: TestSet = {
  ...TEST_SET,
  index: 8,
  quorum: 13,
  signers: Array.from({ length: 19 }, (_, at) => priceSigner(`fairtick test guardian ${at + 1}`)),
}

const TRUE_SIGNED: readonly Case[] = [
  signedCase('won', null, 'none: won on signed prices', {}),
  signedCase('lost', null, 'none: lost', { order: signedOrder(ENTRY, EXIT, 'lost', { direction: 'down' }) }),
  signedCase('fall-lost', null, 'none: up, and the price fell', {
    order: signedOrder(ENTRY, FALLEN, 'lost'),
    updates: [ENTRY, FALLEN],
  }),
  signedCase('fall-won', null, 'none: down, and the price fell', {
    order: signedOrder(ENTRY, FALLEN, 'won', { direction: 'down' }),
    updates: [ENTRY, FALLEN],
  }),
  signedCase('tie', null, 'none: a tie, the prices with different exponents', {
    order: signedOrder(ENTRY, price(9, 640_000_000, { exponent: -4 }), 'tie'),
    updates: [ENTRY, price(9, 640_000_000, { exponent: -4 })],
  }),
  signedCase('whole', null, 'none: prices without decimals', {
    order: signedOrder(price(1, 64_000, { exponent: 0 }), price(9, 64_001, { exponent: 0 }), 'won'),
    updates: [price(1, 64_000, { exponent: 0 }), price(9, 64_001, { exponent: 0 })],
  }),
  signedCase('small', null, 'none: a price below one, with twelve decimals', {
    order: signedOrder(price(1, 7, { exponent: -12 }), price(9, 11, { exponent: -12 }), 'won'),
    updates: [price(1, 7, { exponent: -12 }), price(9, 11, { exponent: -12 })],
  }),
  signedCase('after-a-gap', null, 'none: both prices are the first ones after a gap', {
    order: signedOrder(price(3, 6_400_000, { backSeconds: 4 }), price(12, 6_400_150, { backSeconds: 3 }), 'won'),
    updates: [price(3, 6_400_000, { backSeconds: 4 }), price(12, 6_400_150, { backSeconds: 3 })],
  }),
  signedCase('by-all', null, 'none: all five have signed', {
    updates: [ENTRY, { ...EXIT, by: [0, 1, 2, 3, 4] }],
  }),
  signedCase('by-others', null, 'none: other three have signed each', {
    updates: [
      { ...ENTRY, by: [0, 2, 4] },
      { ...EXIT, by: [1, 3, 4] },
    ],
  }),
  {
    ...signedCase('by-thirteen', null, 'none: thirteen of nineteen have signed each', {
      order: signedOrder(ENTRY, EXIT, 'won', { instrument: instrumentOf(NINETEEN) }),
      updates: [ENTRY, EXIT].map((each) => ({ ...each, set: NINETEEN })),
    }),
    signers: signersText(NINETEEN),
  },
  signedCase('among-others', null, 'none: the price is one of many under its root', {
    updates: [
      ENTRY,
      { ...EXIT, others: Array.from({ length: 6 }, (_, at) => ({ ...EXIT, feed: `${at}`.repeat(64) })) },
    ],
  }),
  signedCase('oracle-ahead', null, 'none: the clock of the oracle is two seconds ahead', {
    order: signedOrder(ENTRY, EXIT, 'won', { closedAt: START + 7_000 }),
  }),
  signedCase('no-entry', null, 'none: void, the next signed price came too late', {
    order: NO_ENTRY,
    updates: [LATE_ENTRY],
  }),
  signedCase('stale', null, 'none: void, the next signed price after the expiry came too late', {
    order: STALE,
    updates: [ENTRY, LATE_EXIT],
  }),
  signedCase('entry-in-time', null, 'none: the entry came at the end of its time', {
    order: signedOrder(price(6, 6_400_000, { backSeconds: 6 }), price(10, 6_400_150), 'won', { durationSeconds: 4 }),
    updates: [price(6, 6_400_000, { backSeconds: 6 }), price(10, 6_400_150)],
  }),
  signedCase('exit-in-time', null, 'none: the exit came at the end of its time', {
    order: signedOrder(ENTRY, price(11, 6_400_150, { backSeconds: 3 }), 'won', { staleAfterMs: 2_000 }),
    updates: [ENTRY, price(11, 6_400_150, { backSeconds: 3 })],
  }),
  signedCase('logged-late', null, 'none: void, the first head with the order is of its second', {
    order: signedOrder(null, null, 'void', isVoid('logged_late')),
    updates: [],
    times: [...TIMES.slice(0, 2), 1_000, ...TIMES.slice(3)],
  }),
  signedCase('late', null, 'none: won, though it was settled eleven minutes after its end', {
    order: signedOrder(ENTRY, EXIT, 'won', LATE),
    times: LATE_TIMES,
  }),
]

const OTHER_SET: TestSet = { ...TEST_SET, signers: [1, 2, 3, 4, 5].map((at) => priceSigner(`somebody ${at}`)) }
/** Wormhole's guardians of index 4, who signed until August 2026. */
const GUARDIANS_ID = signerSetId(PUBLISHED_SIGNERS[1] ?? '')
const UNKNOWN = signedOrder(ENTRY, EXIT, 'won', { instrument: instrumentOf(OTHER_SET) })
export const OTHER_FEED = '11'.repeat(32)
const zeroed = (from: number) => (compact: Uint8Array, parity: number) => ({
  compact: Uint8Array.from(compact, (byte, at) => (at >= from && at < from + 32 ? 0 : byte)),
  parity,
})

/** Updates that the signers of the terms have not signed. */
const UPDATE_CASES: readonly Case[] = [
  badOrder('unknown-set', 'signers', 'the terms name signers that nobody knows', UNKNOWN, [
    { ...ENTRY, set: OTHER_SET },
    { ...EXIT, set: OTHER_SET },
  ]),
  signedCase('retired-set', 'signers', 'the terms name signers that signed no prices any more', {}, ({ order }) => {
    const [feed = ''] = order.instrument.split(':')
    Object.assign(order, { instrument: `${feed}:${GUARDIANS_ID}`, acceptedAt: Date.UTC(2026, 8, 1) - 1 })
  }),
  signedCase(
    'retired-set-before',
    'update',
    'the terms name signers of that time, who have not signed',
    {},
    ({ order }) => {
      const [feed = ''] = order.instrument.split(':')
      Object.assign(order, { instrument: `${feed}:${GUARDIANS_ID}`, acceptedAt: Date.UTC(2026, 8, 1) - 1_001 })
    },
  ),
  badExit('other-set', 'update', 'signed by another set than the terms name', { set: OTHER_SET }),
  badExit('other-index', 'update', 'the update names another set', { setIndex: 8 }),
  badExit('two-of-five', 'update', 'one signature too few', { by: [0, 1] }),
  badExit('signed-by-none', 'update', 'no signature at all', { by: [] }),
  badExit('one-twice', 'update', 'one signer is counted twice', { by: [0, 1, 1] }),
  badExit('out-of-order', 'update', 'the signers are not in their order', { by: [0, 2, 1] }),
  badExit('one-forged', 'update', 'one of four signatures is by somebody else', {
    by: [0, 1, 2, 3],
    signers: [...TEST_SET.signers.slice(0, 3), ...OTHER_SET.signers],
  }),
  badExit('named-another', 'update', 'a signer signs in the name of another', {
    signers: [0, 1, 1].map((at) => TEST_SET.signers[at] as (typeof TEST_SET.signers)[0]),
  }),
  badExit('signer-beyond', 'update', 'a signer whom the set has not', {
    by: [0, 1, 2, 5],
    signers: [...TEST_SET.signers, ...OTHER_SET.signers],
  }),
  badExit('high-s', 'update', 'a signature in its other spelling', { signature: highS }),
  badExit('parity-27', 'update', 'the parities as they come over the wire', { parityBase: 27 }),
  badExit('parity-turned', 'update', 'a signature with the other parity', {
    signature: (compact, parity) => ({ compact, parity: 1 - parity }),
  }),
  badExit('r-zero', 'update', 'a signature whose r is 0', { signature: zeroed(0) }),
  badExit('s-zero', 'update', 'a signature whose s is 0', { signature: zeroed(32) }),
  badExit('r-beyond', 'update', 'a signature whose r is above the order of the group', {
    signature: (compact, parity) => ({
      compact: Uint8Array.from(compact, (byte, at) => (at < 32 ? 255 : byte)),
      parity,
    }),
  }),
  badExit('message-type', 'update', 'a message of another type', { messageType: 1 }),
  badExit('other-emitter', 'update', 'a root of another emitter', { emitter: '22'.repeat(32) }),
  badExit('other-chain', 'update', 'a root of another chain', { chain: 1 }),
  badExit('other-payload', 'update', 'what is signed is not a root', { payload: '4155575601' }),
  badExit('magic', 'update', 'an update of another format', { magic: '504e415601000000' }),
  badExit('minor-version', 'update', 'not in the canonical form: a minor version', { magic: '504e415501010000' }),
  badExit('trailing-header', 'update', 'not in the canonical form: a trailing header', { magic: '504e41550100010000' }),
  badExit('update-type', 'update', 'another type of update', { magic: '504e415501000001' }),
  badExit('no-message', 'update', 'an update without a message', { count: 0 }),
  badExit('message-twice', 'update', 'not in the canonical form: two messages', { count: 2 }),
  badExit('trailing-bytes', 'update', 'bytes behind the update', { trailing: { update: '00' } }),
  badExit('trailing-body', 'update', 'bytes behind what is signed', { trailing: { body: '00' } }),
  badExit('trailing-message', 'update', 'bytes behind the price', { trailing: { message: '00' } }),
  badExit('price-zero', 'update', 'a price of nothing', { price: 0n }),
  badExit('price-negative', 'update', 'a price below nothing', { price: -6_400_150n }),
  badExit('exponent-positive', 'update', 'an exponent above 0', { exponent: 1 }),
  badExit('exponent-small', 'update', 'an exponent below -12', { exponent: -13 }),
  badExit('price-long', 'update', 'a price with 17 digits before the point', { price: 10n ** 16n, exponent: 0 }),
  badExit('time-beyond', 'update', 'a time beyond 32 bits', { publishedAt: 2 ** 32 }),
  badExit('time-negative', 'update', 'a time before 1970', { previousAt: -1 }),
  badBytes('cut', 'an update that ends too early', (hex) => hex.slice(0, -2)),
  badBytes('cut-in-body', 'an update of which the second half is gone', (hex) => hex.slice(0, 300)),
  badBytes('path-changed', 'a path that leads to another root', (hex) => `${hex.slice(0, -2)}01${'33'.repeat(20)}`),
  signedCase('update-twice', 'format', 'more updates than two', {}, (receipt) => {
    receipt.updates.push(receipt.updates[1] as string)
  }),
]

/** Signed prices that are not those which decide. */
const SECOND_CASES: readonly Case[] = [
  badExit('other-feed', 'feed', 'the price of another feed', { feed: OTHER_FEED }),
  signedCase('other-feed-entry', 'feed', 'the entry is the price of another feed', {
    updates: [{ ...ENTRY, feed: OTHER_FEED }, EXIT],
  }),
  ...(
    [
      ['entry-before', 'the entry is a price from before the acceptance', price(0, 6_400_000)],
      ['entry-after', 'the entry is a price of a second later', price(2, 6_400_000)],
      [
        'entry-second-in-second',
        'several updates in a second: the entry is not the first',
        price(1, 6_400_000, { backSeconds: 0 }),
      ],
    ] as const
  ).map(([name, lie, entry]) => badOrder(name, 'entry_update', lie, signedOrder(entry, EXIT, 'won'), [entry, EXIT])),
  ...(
    [
      ['exit-before', 'the exit is a price of a second before', price(8, 6_400_150)],
      ['exit-after', 'the exit is a price of a second later', price(10, 6_400_150)],
      [
        'exit-second-in-second',
        'several updates in a second: the exit is not the first',
        price(9, 6_400_150, { backSeconds: 0 }),
      ],
    ] as const
  ).map(([name, lie, exit]) => badOrder(name, 'exit_update', lie, signedOrder(ENTRY, exit, 'won'), [ENTRY, exit])),
  badOrder('swapped', 'entry_update', 'entry and exit are swapped', WON, [EXIT, ENTRY]),
  badOrder('no-updates', 'entry_update', 'won, and no price is shown', WON, []),
  badOrder('no-exit', 'exit_update', 'won, and only the entry is shown', WON, [ENTRY]),
  badOrder('void-by-nothing', 'entry_update', 'void without an entry, and no price shows the gap', NO_ENTRY, []),
  badOrder(
    'void-by-another',
    'entry_update',
    'void without an entry, by an update that is not the next one',
    NO_ENTRY,
    [price(7, 6_400_000, { backSeconds: 2 })],
  ),
  badOrder('void-with-more', 'exit_update', 'void without an entry, and a price too many', NO_ENTRY, [
    LATE_ENTRY,
    EXIT,
  ]),
  badOrder('stale-by-nothing', 'exit_update', 'void for want of an exit, and no price shows the gap', STALE, [ENTRY]),
  badOrder(
    'stale-by-another',
    'exit_update',
    'void for want of an exit, by an update that is not the next one',
    STALE,
    [ENTRY, price(12, 6_400_150)],
  ),
  signedCase('late-without-exit', 'exit_update', 'void eleven minutes after its end, as if no price had come', {
    order: signedOrder(ENTRY, null, 'void', isVoid('stale_at_expiry', LATE)),
    updates: [ENTRY],
    times: LATE_TIMES,
  }),
  signedCase('late-without-entry', 'entry_update', 'void after eleven minutes, and no price shows the gap', {
    order: signedOrder(null, null, 'void', isVoid('no_entry_tick', LATE)),
    updates: [],
    times: LATE_TIMES,
  }),
]

/** The right prices, and another result than they give. */
const RESULT_CASES: readonly Case[] = [
  badOrder('won-as-lost', 'field', 'the price rose, and the order is lost', signedOrder(ENTRY, EXIT, 'lost')),
  badOrder('won-as-tie', 'field', 'the price rose, and the order is a tie', signedOrder(ENTRY, EXIT, 'tie')),
  badOrder('won-as-void', 'field', 'the price rose in time, and the order is void', {
    ...signedOrder(ENTRY, null, 'void', isVoid('stale_at_expiry', { closedAt: START + 9_510 })),
  }),
  badOrder(
    'stale-as-won',
    'field',
    'the exit came too late, and the order is won',
    {
      ...signedOrder(ENTRY, LATE_EXIT, 'won', { staleAfterMs: 2_000 }),
    },
    [ENTRY, LATE_EXIT],
  ),
  badOrder(
    'late-entry-as-won',
    'field',
    'the entry came too late, and the order is won',
    {
      ...signedOrder(LATE_ENTRY, null, 'won', { closedAt: START + 9_510 }),
    },
    [LATE_ENTRY],
  ),
  badOrder('price-rounded', 'field', 'the price of the entry has fewer digits', {
    ...signedOrder(ENTRY, EXIT, 'won', { entryPrice: '64000' }),
  }),
  badOrder('price-of-another-exponent', 'field', 'the exit is written with another exponent', {
    ...signedOrder(ENTRY, EXIT, 'won', { exitPrice: '6400.150' }),
  }),
  badOrder('entry-at', 'field', 'the entry is dated otherwise', {
    ...signedOrder(ENTRY, EXIT, 'won', { entryAt: START + 1_001 }),
  }),
  badOrder('expiry', 'field', 'the end is another than the duration gives', {
    ...signedOrder(ENTRY, EXIT, 'won', { expiresAt: START + 10_000 }),
  }),
  badOrder('has-sequence', 'field', 'the entry has a number in the log of prices', {
    ...signedOrder(ENTRY, EXIT, 'won', { entrySequence: 3 }),
  }),
  badOrder('few', 'field', 'void for a reason that rule 4 has not', {
    ...signedOrder(ENTRY, EXIT, 'void', isVoid('too_few_ticks')),
  }),
  badOrder('payout', 'field', 'the payout is more than the rate gives', {
    ...signedOrder(ENTRY, EXIT, 'won', { payout: '17502' }),
  }),
  badOrder('closed-early', 'closed_order', 'closed more than two seconds before its price was published', {
    ...signedOrder(ENTRY, EXIT, 'won', { closedAt: START + 6_999 }),
  }),
  badOrder('closed-after', 'closed_order', 'closed after the head that holds it', {
    ...signedOrder(ENTRY, EXIT, 'won', { closedAt: START + 13_451 }),
  }),
  signedCase('logged-late-won', 'entry_update', 'the first head with the order is of its second, and it is not void', {
    times: [...TIMES.slice(0, 2), 1_000, ...TIMES.slice(3)],
  }),
  signedCase('logged-late-by-choice', 'logged_before', 'a later head than the first one with the order is shown', {
    order: signedOrder(null, null, 'void', isVoid('logged_late')),
    updates: [],
    numbers: { accepted: 4 },
  }),
]

export const SIGNED_CASES: readonly Case[] = [...TRUE_SIGNED, ...UPDATE_CASES, ...SECOND_CASES, ...RESULT_CASES]
