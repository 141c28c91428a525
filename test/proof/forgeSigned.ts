import type { ReceiptOrder, SignedReceipt } from '../../contract/proof'
import { signersId, signersText, TEST_SET, type TestSet } from '../oracle/signers'
import { type UpdatePlan, updateOf } from '../oracle/updates'
import {
  consistencyOfLeaves,
  type House,
  hashes,
  houseOf,
  inclusionIn,
  orderOf,
  type Plan,
  productsRootOf,
  START,
  type State,
  SYMBOL,
  windowHeadOf,
} from './forge'
import { idOf, tickText } from './forgeTexts'

/** Receipts of orders on signed prices, made by the house that may lie and by an oracle that may be another. */
export const FEED = 'e62df6c8b4a85fe1a67db44dc12de5db330f7ac66b72dc658afedf0f4a415b43'
/** Sets that a verifier of the vectors is told of. */
export const SIGNERS = signersText(TEST_SET)
export const instrumentOf = (set: TestSet, feed = FEED) => `${feed}:${signersId(set)}`

/** The ask fixes the second after START, which is a whole one. */
const SECOND = START / 1_000
export const price = (
  afterSeconds: number,
  value: number,
  changes: Partial<UpdatePlan> & { backSeconds?: number } = {},
): UpdatePlan => {
  const { backSeconds = 1, ...rest } = changes
  const publishedAt = SECOND + afterSeconds
  return {
    feed: FEED,
    price: BigInt(value),
    exponent: -2,
    publishedAt,
    previousAt: publishedAt - backSeconds,
    ...rest,
  }
}

const written = ({ price: value, exponent }: UpdatePlan): string => {
  const digits = String(value).padStart(1 - exponent, '0')
  return exponent === 0 ? digits : `${digits.slice(0, exponent)}.${digits.slice(exponent)}`
}

/** An order as rule 4 ends it at these two updates. */
export function signedOrder(
  entry: UpdatePlan | null,
  exit: UpdatePlan | null,
  status: ReceiptOrder['status'],
  changes: Partial<ReceiptOrder> = {},
): ReceiptOrder {
  const { durationSeconds = 8, entryTimeoutMs = 5_000, closedAt } = changes
  const expiresAt = entry && (entry.publishedAt + durationSeconds) * 1_000
  const end = expiresAt ?? START + 1_000 + entryTimeoutMs
  return orderOf(null, null, status, {
    id: idOf(START - 2_040),
    acceptedAt: START + 999,
    source: 'pyth',
    instrument: instrumentOf(TEST_SET),
    rule: 4,
    entryAt: entry && entry.publishedAt * 1_000,
    entryPrice: entry && written(entry),
    expiresAt,
    exitAt: exit && exit.publishedAt * 1_000,
    exitPrice: exit && written(exit),
    ...changes,
    closedAt: closedAt ?? (exit ? exit.publishedAt * 1_000 : end) + 510,
  })
}

export interface SignedPlan extends Partial<Plan> {
  order: ReceiptOrder
  updates: readonly UpdatePlan[]
  /** The number of the head that shows a day without prices. */
  silentAt?: number
}

/** A head, and the last tick that it has. */
async function silenceOf({ heads, states, leaves }: Omit<House, 'receipt'>, number: number) {
  const [head, state] = [heads[number - 1], states[number - 1]]
  const tick = state?.ticks.at(-1)
  if (!head || !state || !tick) throw new Error(`head ${number} has no ticks`)
  const texts = hashes(state.ticks.map((each) => tickText(SYMBOL, each)))
  return {
    head: await windowHeadOf(head, SYMBOL),
    path: await inclusionIn(leaves, number - 1),
    tick,
    tickPath: await inclusionIn(texts, texts.length - 1),
  }
}

export interface SignedHouse extends Omit<House, 'receipt'> {
  receipt: SignedReceipt
}

export async function signedHouseOf({ updates, silentAt, ...plan }: SignedPlan): Promise<SignedHouse> {
  const last = plan.times?.length ?? 10
  const { receipt, ...house } = await houseOf({ ticks: [], ...plan, numbers: { fixed: last, ...plan.numbers } })
  const { order, acceptance, accepted, head, places, heads } = receipt
  const [from, to] = [house.states[accepted.number - 1], house.states[head.number - 1]] as [State, State]
  const logs = await Promise.all(
    (['keys', 'orders', 'settlements'] as const).map(async (name) => ({
      name,
      path: await consistencyOfLeaves(hashes(to[name]), from[name].length, to[name].length),
    })),
  )
  return {
    ...house,
    receipt: {
      format: 'fairtick-receipt-9',
      order,
      acceptance,
      accepted,
      before: receipt.before,
      head: { number: head.number, at: head.at, products: productsRootOf(head), logs: head.logs },
      consistency: { logs },
      witnessed: receipt.witnessed,
      places,
      heads: { before: heads.before, accepted: heads.accepted, head: heads.head, seen: heads.seen },
      updates: updates.map(updateOf),
      silence: silentAt ? await silenceOf(house, silentAt) : null,
      checkpoint: receipt.checkpoint,
      publicKey: receipt.publicKey,
      keys: receipt.keys,
    },
  }
}
