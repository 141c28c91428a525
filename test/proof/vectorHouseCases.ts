import { asked, houseOf, orderOf, type Plan, receiptOf, SETTLED, START, UNSIGNED } from './forge'
import { HOUSE, type Keys, keyChange, keysOfSmallOrder } from './forgeKeys'
import { askText, idOf, resultsRoot, settledText } from './forgeTexts'
import { at, type Case, edited, FIXED, forged, HONEST, headAt, LAST, OLD, STRANGER, stateAt, WON } from './vectorKit'

const won = (changes: Parameters<typeof orderOf>[3]) => orderOf(at(3), at(11), 'won', changes)

/** The device's request, its time, and the log that it had seen. */
const ASK_CASES: readonly Case[] = [
  forged('ask-by-another', 'ask', 'the order is signed by another device than it says', {
    order: won({ deviceSignature: STRANGER.sign(askText('fairtick.example/log', WON)) }),
  }),
  forged('ask-for-more', 'ask', 'the device asked for another stake', {
    order: won({ stake: '20002', payout: '35003', profitLoss: '15001', deviceSignature: WON.deviceSignature }),
  }),
  forged('ask-turned', 'ask', 'the device asked for the other direction', {
    order: orderOf(at(3), at(11), 'lost', { direction: 'down', deviceSignature: WON.deviceSignature }),
  }),
  forged('ask-of-another-log', 'ask', 'the device asked another log of the house', {
    order: won({ deviceSignature: asked(UNSIGNED, undefined, 'other.example/log').deviceSignature }),
  }),
  forged('ask-of-small-order', 'ask', 'the key of the device is one under which anybody can sign', {
    order: invented(keysOfSmallOrder(`01${'00'.repeat(31)}`)),
  }),
  forged('ask-seen-later', 'ask', 'the device had seen a head that was made after the acceptance', {
    order: won({ seenHead: 4, seenRoot: '11'.repeat(32) }),
  }),
  forged('ask-seen-otherwise', 'ask', 'the device had seen another head of that number', {
    order: won({ seenRoot: '11'.repeat(32) }),
  }),
  forged('ask-seen-nothing', 'ask', 'the device had seen no head, but a root', {
    order: won({ seenHead: 0, seenRoot: '11'.repeat(32) }),
  }),
  edited('ask-path-long', 'ask', 'the path from the head that the device had seen has a hash too many', (receipt) => {
    receipt.heads.seen.push('11'.repeat(32))
  }),
  forged('asked-later', 'asked_time', 'the entry is of the second before the one that the ask fixes', {
    order: won({ id: idOf(START - 3_000) }),
  }),
  forged('asked-long-before', 'asked_time', 'the entry is of the second after the one that the ask fixes', {
    order: won({ id: idOf(START - 4_001) }),
  }),
]

/** An order that the house made up, with its own key. */
function invented(device: Keys) {
  const { deviceSignature } = asked({ ...UNSIGNED, deviceKey: device.publicKey }, device)
  return won({ deviceKey: device.publicKey, deviceSignature })
}

/** The map of results: one result for an order. */
const OTHER = settledText({ ...WON, status: 'void', voidReason: 'stale_at_expiry', profitLoss: '0' })
const resultsAre = (leaves: readonly string[]) =>
  headAt(LAST, ({ logs }) => ({
    logs: logs.map((each) => (each.name === 'results' ? { ...each, root: resultsRoot(leaves).toString('hex') } : each)),
  }))
const RESULT_CASES: readonly Case[] = [
  forged('result-second', 'result_place', 'the map of results has another result of the order', {
    heads: resultsAre([...SETTLED, OTHER, 'settled|1|29461680|22|33']),
  }),
  forged('result-none', 'result_place', 'the map of results has no result of the order', {
    heads: resultsAre(SETTLED),
  }),
  edited('result-path-short', 'result_place', 'a path in the map that lacks a hash', (receipt) => {
    receipt.places.result.shift()
  }),
  edited('result-path-long', 'result_place', 'a path in the map with a hash too many', (receipt) => {
    receipt.places.result.push('11'.repeat(32))
  }),
  forged('result-not-counted', 'logs_rewritten', 'the map of results has fewer orders than were settled', {
    heads: headAt(LAST, ({ logs }) => ({
      logs: logs.map((each) => (each.name === 'results' ? { ...each, size: each.size - 1 } : each)),
    })),
  }),
  forged('result-not-counted-before', 'logs_rewritten', 'the map had fewer orders than were settled before', {
    heads: headAt(FIXED, ({ logs }) => ({
      logs: logs.map((each) => (each.name === 'results' ? { ...each, size: each.size - 1 } : each)),
    })),
  }),
  forged('result-map-gone', 'result_place', 'a head without the map of results', {
    heads: headAt(LAST, ({ logs }) => ({ logs: logs.filter(({ name }) => name !== 'results') })),
  }),
  edited('result-has-a-path', 'logs_rewritten', 'the map is shown as a log that only grows', (receipt) => {
    receipt.consistency.logs.splice(2, 0, { name: 'results', path: [] })
  }),
  forged('settled-twice', 'settlement', 'the log has the settlement in another minute', {
    states: stateAt(LAST, ({ settlements }) => ({
      settlements: settlements.map((each) => each.replace('settled|1|', 'settled|1|1')),
    })),
  }),
]

/** The points of small order, by their orders: one, two, four and four, eight. */
const SMALL = [
  `01${'00'.repeat(31)}`,
  `ec${'ff'.repeat(30)}7f`,
  '00'.repeat(32),
  `${'00'.repeat(31)}80`,
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85',
].map(keysOfSmallOrder)

const KEY_CASES: readonly Case[] = [
  ...SMALL.map((keys, index) =>
    forged(`key-small-${index + 1}`, 'checkpoint', 'the log has a key under which anybody can sign', {
      keys: { checkpoint: keys, acceptance: keys },
    }),
  ),
  forged('key-small-sign', 'checkpoint', 'a key that is no point: the sign of zero', {
    keys: { checkpoint: keysOfSmallOrder(`01${'00'.repeat(30)}80`), acceptance: HOUSE },
  }),
  forged('key-small-before', 'keys', 'a key under which anybody can sign handed over', {
    changes: [keyChange(SMALL[0] ?? OLD, HOUSE)],
  }),
  forged('key-to-itself', 'keys', 'a key handed over to itself', { changes: [keyChange(HOUSE, HOUSE)] }),
  forged('key-returns', 'keys', 'a key that was replaced comes back', {
    changes: [keyChange(HOUSE, OLD), keyChange(OLD, HOUSE)],
  }),
]

/** Checkpoints that are said to have been witnessed before. */
const notes = (
  name: string,
  code: string | null,
  lie: string,
  witnessed: Plan['witnessed'],
  more: Partial<Plan> = {},
) => ({
  name,
  lie,
  expect: code,
  make: () => receiptOf({ ...HONEST, witnessed, ...more }),
})
const EARLIER_CASES: readonly Case[] = [
  notes('earlier', null, 'none: checkpoints of before', [
    { number: 3, lines: () => [] },
    { number: 8, lines: () => [] },
  ]),
  edited(
    'earlier-of-a-fork',
    'heads_rewritten',
    'the log does not go on from a checkpoint of before',
    async (receipt) => {
      const witnessed = [{ number: 3, lines: () => [] }]
      const fork = await houseOf({ ...HONEST, witnessed, states: stateAt(2, ({ at }) => ({ at: at + 1 })) })
      receipt.witnessed = fork.receipt.witnessed
    },
  ),
  edited('earlier-unsigned', 'checkpoint', 'a checkpoint of before is signed by somebody else', async (receipt) => {
    const witnessed = [{ number: 3, lines: () => [] }]
    const other = await receiptOf({ ...HONEST, witnessed, keys: { checkpoint: STRANGER } })
    receipt.witnessed = other.witnessed
  }),
  edited('earlier-of-another-log', 'checkpoint', 'a checkpoint of before is that of another log', async (receipt) => {
    const witnessed = [{ number: 3, lines: () => [] }]
    const other = await receiptOf({ ...HONEST, witnessed, origin: 'other.example/log' })
    receipt.witnessed = other.witnessed
  }),
  edited('earlier-no-checkpoint', 'checkpoint', 'no checkpoint at all', (receipt) => {
    receipt.witnessed = [{ checkpoint: 'seen', path: [] }]
  }),
  edited('earlier-path', 'heads_rewritten', 'the path from a checkpoint of before lacks a hash', async (receipt) => {
    const { witnessed } = await receiptOf({ ...HONEST, witnessed: [{ number: 3, lines: () => [] }] })
    receipt.witnessed = witnessed.map((each) => ({ ...each, path: each.path.slice(1) }))
  }),
]

export const HOUSE_CASES: readonly Case[] = [...ASK_CASES, ...RESULT_CASES, ...KEY_CASES, ...EARLIER_CASES]
