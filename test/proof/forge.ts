import type {
  BriefHead,
  KeyChange,
  LogTree,
  OrderTerms,
  Receipt,
  ReceiptOrder,
  ReceiptTick,
  TreeHead,
  WindowHead,
} from '../../contract/proof'
import {
  consistencyPath,
  inclusionPath,
  leafHash,
  rangePath,
  rootOf,
  type SubtreeHash,
} from '../../server/src/signedLogs/merkle'
import { checkpointNote } from '../../server/src/signedLogs/note'
import { acceptanceOf, DEVICE, HOUSE, type Keys } from './forgeKeys'
import * as texts from './forgeTexts'

/**
 * A house that may lie: a simulated log of a few heads, and receipts of any content under them, all consistent and
 * signed. The trees are the server's code; the texts are written apart (forgeTexts.ts).
 */
export const ORIGIN = 'fairtick.example/log'
export const SYMBOL = 'BTCUSDT'
export const START = Date.UTC(2026, 0, 5, 12)

const hex = (buffer: Buffer) => buffer.toString('hex')
export const hashes = (lines: readonly string[]) => lines.map((line) => leafHash(line))
export const subtree =
  (leaves: readonly Buffer[]): SubtreeHash =>
  async (from, to) =>
    rootOf(leaves, from, to)
/** No path leads to what is not there: a lie about such a place is shown with none. */
export const consistencyOfLeaves = async (leaves: readonly Buffer[], from: number, to: number) =>
  from > to ? [] : (await consistencyPath(subtree(leaves), from, to)).map(hex)
export const inclusionIn = async (leaves: readonly Buffer[], index: number) =>
  index >= leaves.length ? [] : (await inclusionPath(subtree(leaves), index, leaves.length)).map(hex)
export const rangeIn = async (leaves: readonly Buffer[], from: number, to: number) =>
  to > leaves.length ? [] : (await rangePath(subtree(leaves), from, to, leaves.length)).map(hex)

export const tick = (
  sequence: number,
  afterMs: number,
  price: string,
  changes: Partial<ReceiptTick> = {},
): ReceiptTick => ({
  sequence,
  at: START + afterMs,
  price,
  size: '0.25',
  source: 'simulated',
  sourceAt: START + afterMs - 20,
  instrument: '-',
  trade: null,
  ...changes,
})

/** One a second; the order is accepted at START, the price is 100.0 then and rises by 0.1 a tick from the entry on. */
export const TICKS: readonly ReceiptTick[] = Array.from({ length: 14 }, (_, index) =>
  tick(index + 1, (index - 2) * 1_000 + 300, (100 + Math.max(0, index - 2) / 10).toFixed(1)),
)

/** When the heads are made, after START. Each has all ticks up to 50 ms before it. */
export const TIMES: readonly number[] = [-3_000, -1_000, -150, 1_450, 3_450, 5_450, 7_450, 9_450, 11_450, 13_450]

const LOGGED_AFTER = -500

/** The content of the logs when a head is made. */
export interface State {
  at: number
  through: number
  ticks: readonly ReceiptTick[]
  orders: readonly string[]
  settlements: readonly string[]
  keys: readonly string[]
}

const somebody = (name: string) => `settled|1|29461680|${texts.sha256(name)}|${texts.sha256(`${name} won`)}`
/** Settled before the order. */
export const SETTLED = [somebody('one'), somebody('another')]

/** A quiet product in addition to the one that is traded; a third one has no prices at all. */
const QUIET = Array.from({ length: 5 }, (_, index) => tick(index + 1, index * 700, `${index + 3}`))

const treeOf = (name: string, entries: readonly string[]): LogTree => ({
  name,
  size: entries.length,
  root: hex(rootOf(hashes(entries))),
})

export function headOf(number: number, state: State): TreeHead {
  const product = (symbol: string, ticks: readonly ReceiptTick[]) => ({
    symbol,
    size: ticks.length,
    through: state.through,
    root: hex(rootOf(hashes(ticks.map((each) => texts.tickText(symbol, each))))),
  })
  const { settlements } = state
  return {
    number,
    at: state.at,
    products: [product('AAUSD', QUIET.slice(0, number)), product(SYMBOL, state.ticks), product('ETHUSDT', [])],
    logs: [
      treeOf('keys', state.keys),
      treeOf('orders', state.orders),
      { name: 'results', size: settlements.length, root: hex(texts.resultsRoot(settlements)) },
      treeOf('settlements', settlements),
    ],
  }
}

const productLeaves = (head: TreeHead) => hashes(head.products.map(texts.productText))
export const productsRootOf = (head: TreeHead) => hex(rootOf(productLeaves(head)))
const briefOf = (head: TreeHead): BriefHead => ({
  number: head.number,
  at: head.at,
  products: productsRootOf(head),
  logs: head.logs,
})
export const logsRootOf = (logs: readonly LogTree[]) => hex(rootOf(hashes(logs.map(texts.logText))))
export const headTextOf = (head: TreeHead) =>
  texts.headText({ ...head, products: productsRootOf(head), logs: logsRootOf(head.logs) })

const FIRST_HEAD = headOf(1, {
  at: START - 3_000,
  through: START - 3_050,
  ticks: [],
  orders: ['an order'],
  settlements: SETTLED,
  keys: [],
})
/** The log as the device had seen it when the order was placed: the first head. */
export const SEEN = { seenHead: 1, seenRoot: hex(rootOf(hashes([headTextOf(FIRST_HEAD)]))) }

type Unsigned = Omit<OrderTerms, 'deviceSignature'>
export const asked = (terms: Unsigned, device: Keys = DEVICE, origin = ORIGIN): OrderTerms => ({
  ...terms,
  deviceSignature: device.sign(texts.askText(origin, terms)),
})

export const UNSIGNED: Unsigned = {
  id: texts.idOf(START - 3_040),
  number: 'FT-01JD7Q4ZK8',
  symbol: SYMBOL,
  source: 'simulated',
  instrument: '-',
  direction: 'up',
  stake: '10001',
  currency: 'USD',
  scale: 2,
  payout: '17501',
  earningsRateBp: 7_500,
  durationSeconds: 8,
  acceptedAt: START - 1,
  entryTimeoutMs: 5_000,
  staleAfterMs: 5_000,
  sourceLagMs: 5_000,
  rule: 3,
  ...SEEN,
  deviceKey: DEVICE.publicKey,
}
export const TERMS: OrderTerms = asked(UNSIGNED)

/** An order as the rule ends it at these two ticks, asked for by the device in its terms. */
export function orderOf(
  entry: ReceiptTick | null,
  exit: ReceiptTick | null,
  status: ReceiptOrder['status'],
  changes: Partial<ReceiptOrder> = {},
): ReceiptOrder {
  const terms = asked({ ...UNSIGNED, ...changes })
  const expiresAt = entry && entry.at + terms.durationSeconds * 1_000
  const end = expiresAt ?? terms.acceptedAt + terms.entryTimeoutMs
  const profit = (BigInt(terms.stake) * BigInt(terms.earningsRateBp)) / 10_000n
  return {
    ...terms,
    entrySequence: entry?.sequence ?? null,
    entryAt: entry?.at ?? null,
    entryPrice: entry?.price ?? null,
    expiresAt,
    exitSequence: exit?.sequence ?? null,
    exitAt: exit?.at ?? null,
    exitPrice: exit?.price ?? null,
    status,
    voidReason: null,
    profitLoss: status === 'won' ? String(profit) : status === 'lost' ? `-${terms.stake}` : '0',
    closedAt: START + (TIMES.find((after) => START + after - 50 >= end) ?? 0) + 60,
    ...changes,
  }
}

/** The parts of a receipt; everything in it is proven and signed, true or not. */
export interface Plan {
  order: ReceiptOrder
  /** The price log in the end. */
  ticks?: readonly ReceiptTick[]
  times?: readonly number[]
  /** The first head that is made so long after START holds the order. */
  loggedAfter?: number
  /** False contents of the logs under the heads. */
  states?: (states: readonly State[]) => readonly State[]
  /** False statements of the heads themselves. */
  heads?: (heads: readonly TreeHead[]) => readonly TreeHead[]
  /** Numbers of the heads that the receipt shows, if they differ from those of the rule. */
  numbers?: { before?: number; accepted?: number; fixed?: number; head?: number }
  /** Sequences of the first and last tick of each range; all that the rule asks for otherwise. */
  spans?: readonly (readonly [number, number])[]
  keys?: { checkpoint?: Keys; acceptance?: Keys }
  origin?: string
  changes?: KeyChange[]
  /** False contents of the log of keys. */
  loggedChanges?: KeyChange[]
  /** Checkpoints that others have signed: numbers of heads, and the lines below the log's own. */
  witnessed?: readonly { number: number; lines: (checkpoint: string) => readonly string[] }[]
}

/** A receipt, and all that lies behind it. */
export interface House {
  receipt: Receipt
  states: readonly State[]
  heads: readonly TreeHead[]
  /** Leaves of the log of heads. */
  leaves: readonly Buffer[]
  /** The log of heads up to a number, signed. */
  checkpoint(size: number): Promise<string>
  /** From one number of heads to another. */
  goesOn(from: number, to: number): Promise<string[]>
}

function statesOf(
  { order, ticks = TICKS, times = TIMES, changes = [], loggedChanges = changes, loggedAfter = LOGGED_AFTER }: Plan,
  end: number,
) {
  const own = texts.acceptanceText(order)
  return times.map((after, index): State => {
    const at = START + after
    const isLast = index === times.length - 1
    return {
      at,
      through: at - 50,
      ticks: ticks.filter((each) => each.at <= at - 50),
      orders: [
        'an order',
        ...(after >= loggedAfter ? [own, 'another order'] : []),
        ...(at - 50 > end ? ['a later order'] : []),
      ],
      settlements: [...SETTLED, ...(isLast ? [texts.settledText(order), somebody('else')] : [])],
      keys: isLast ? loggedChanges.map(texts.keyText) : [],
    }
  })
}

export async function windowHeadOf(head: TreeHead, symbol: string): Promise<WindowHead> {
  const index = head.products.findIndex((each) => each.symbol === symbol)
  const { size = 0, through = 0, root = '' } = head.products[index] ?? {}
  return {
    number: head.number,
    at: head.at,
    logs: logsRootOf(head.logs),
    size,
    through,
    root,
    index,
    count: head.products.length,
    path: await inclusionIn(productLeaves(head), index),
  }
}

async function consistencyOf(states: readonly State[], older: TreeHead, newer: TreeHead) {
  const [from, to] = [states[older.number - 1], states[newer.number - 1]] as [State, State]
  const prices = (symbol: string, ticks: readonly ReceiptTick[]) =>
    hashes(ticks.map((each) => texts.tickText(symbol, each)))
  const quiet = prices('AAUSD', QUIET)
  return {
    products: [
      { symbol: 'AAUSD', path: await consistencyOfLeaves(quiet, Math.min(5, older.number), Math.min(5, newer.number)) },
      { symbol: SYMBOL, path: await consistencyOfLeaves(prices(SYMBOL, to.ticks), from.ticks.length, to.ticks.length) },
      { symbol: 'ETHUSDT', path: [] },
    ],
    logs: await Promise.all(
      (['keys', 'orders', 'settlements'] as const).map(async (name) => ({
        name,
        path: await consistencyOfLeaves(hashes(to[name]), from[name].length, to[name].length),
      })),
    ),
  }
}

/** The ticks from the last one up to the acceptance to the first one after the end. */
function wholeSpan({ acceptedAt }: ReceiptOrder, ticks: readonly ReceiptTick[], end: number) {
  if (ticks.length === 0) return []
  const before = ticks.filter((each) => each.at <= acceptedAt).length
  const beyond = ticks.findIndex((each) => each.at > end)
  return [[Math.max(1, before), beyond === -1 ? ticks.length : beyond + 1]] as const
}

async function rangesOf(plan: Plan, fixed: State, end: number) {
  const leaves = hashes(fixed.ticks.map((each) => texts.tickText(plan.order.symbol, each)))
  return Promise.all(
    (plan.spans ?? wholeSpan(plan.order, fixed.ticks, end)).map(async ([first, last]) => ({
      ticks: fixed.ticks.slice(first - 1, last),
      path: await rangeIn(leaves, first - 1, last),
    })),
  )
}

/** Where the order is in the logs; in the first place if it is in none. */
async function placesOf(order: ReceiptOrder, accepted: State, head: State) {
  const placeIn = async (entries: readonly string[], own: string) => {
    const leaf = Math.max(0, entries.indexOf(own))
    return { leaf, path: await inclusionIn(hashes(entries), leaf) }
  }
  const settled = texts.settledText(order)
  return {
    acceptance: await placeIn(accepted.orders, texts.acceptanceText(order)),
    settlement: await placeIn(head.settlements, settled),
    result: texts.resultPath(head.settlements, settled).map(hex),
  }
}

export async function houseOf(plan: Plan): Promise<House> {
  const { order, keys = {}, origin = ORIGIN, times = TIMES, loggedAfter = LOGGED_AFTER } = plan
  const end = order.expiresAt ?? order.acceptedAt + order.entryTimeoutMs
  const honest = statesOf(plan, end)
  const states = plan.states?.(honest) ?? honest
  const made = states.map((state, index) => headOf(index + 1, state))
  const heads = plan.heads?.(made) ?? made
  const leaves = hashes(heads.map(headTextOf))
  const numbers = {
    accepted: 1 + times.findIndex((after) => after >= loggedAfter),
    fixed: 1 + states.findIndex(({ through }) => through >= end),
    head: states.length,
    ...plan.numbers,
  }
  const nth = <T>(list: readonly T[], number: number) => list[number - 1] as T
  const [accepted, fixed, head] = [numbers.accepted, numbers.fixed, numbers.head].map((number) =>
    nth(heads, number),
  ) as [TreeHead, TreeHead, TreeHead]
  const isLate = accepted.at > order.acceptedAt
  const before = (isLate && heads[(numbers.before ?? accepted.number - 1) - 1]) || null
  const signing = keys.checkpoint ?? HOUSE
  const signer = {
    publicKey: Buffer.from(signing.publicKey, 'hex'),
    sign: async (text: string) => Buffer.from(signing.sign(text), 'hex'),
  }
  const checkpoint = (size: number) => checkpointNote({ origin, size, root: rootOf(leaves, 0, size) }, [signer])
  const goesOn = (from: number, to: number) => consistencyOfLeaves(leaves.slice(0, to), from, to)
  const size = head.number
  const ranges = await rangesOf(plan, nth(states, fixed.number), end)
  const [low, high] = [ranges[0]?.ticks[0]?.sequence ?? 1, ranges.at(-1)?.ticks.at(-1)?.sequence ?? 0]
  const shown = leaves.slice(0, size)
  const numbersShown = texts.windowNumbers(accepted.number, fixed.number, order.id, hex(rootOf(shown)))
  const receipt: Receipt = {
    format: 'fairtick-receipt-8',
    order,
    acceptance: acceptanceOf(order, keys.acceptance),
    accepted: briefOf(accepted),
    before: before && briefOf(before),
    tickCount: high - low + 1,
    ranges,
    fixed,
    head,
    consistency: await consistencyOf(states, fixed, head),
    window: await Promise.all(
      numbersShown.map(async (each) => ({
        heads: await Promise.all(each.map((number) => windowHeadOf(nth(heads, number), order.symbol))),
        path: await rangeIn(shown, (each[0] ?? 1) - 1, each.at(-1) ?? 0),
      })),
    ),
    witnessed: await Promise.all(
      (plan.witnessed ?? []).map(async ({ number, lines }) => {
        const note = await checkpoint(number)
        return { checkpoint: note + lines(note).join(''), path: await goesOn(number, size) }
      }),
    ),
    places: await placesOf(order, nth(states, accepted.number), nth(states, size)),
    heads: {
      before: before ? await inclusionIn(shown, before.number - 1) : [],
      accepted: await inclusionIn(shown, accepted.number - 1),
      fixed: await inclusionIn(shown, fixed.number - 1),
      head: await inclusionIn(shown, size - 1),
      seen: await goesOn(Math.min(order.seenHead, size), size),
    },
    checkpoint: await checkpoint(size),
    publicKey: signing.publicKey,
    keys: plan.changes ?? [],
  }
  return { receipt, states, heads, leaves, checkpoint, goesOn }
}

export const receiptOf = async (plan: Plan): Promise<Receipt> => (await houseOf(plan)).receipt
