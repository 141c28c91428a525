import type { OrderRefusal } from '../../contract/errors'
import type { Acceptance, Receipt, ReceiptOrder, ReceiptTick, TreeHead } from '../../contract/proof'
import { type House, houseOf, orderOf, type Plan, receiptOf, type State, TERMS, TICKS, tick } from './forge'
import { keptOf, keysOf } from './forgeKeys'

/** A checkpoint that the device has fetched, and when it asked for it and had it. */
export interface Fetched {
  asked: number
  at: number
  text: string
}

/** A receipt, and the code under which every verifier refuses it; null if it holds. */
export interface Vector {
  name: string
  lie: string
  expect: string | null
  receipt: unknown
  /** The file's text instead of JSON.stringify's for the receipt. */
  written?: readonly [string, string]
  /** The acceptance that the user was given when the order was placed, if only comparing with it shows the lie. */
  acceptance?: Acceptance
  /**
   * For an evidence file, in addition to receipt and acceptance: checkpoints fetched while the order ran.
   */
  checkpoints?: readonly Fetched[]
  /** For an evidence file: the refusal that the device was given for the same ask. */
  refusal?: OrderRefusal
  /** Keys of witnesses that the verifier is given, and how many of them it takes. */
  witnesses?: { keys: readonly string[]; needed: number }
  /** The server's responses today, by path below /api; to anything else it answers 404. */
  server?: Record<string, unknown>
  /** For a receipt on signed prices: the text of the set of signers that the verifier is given. */
  signers?: string
  /** For a valid one: whether somebody outside saw the log at the time. */
  tied?: boolean
  /** For a valid one: whether no head had prices for more than ten seconds. */
  slow?: boolean
}

export type Case = Omit<Vector, 'receipt' | 'server' | 'checkpoints'> & {
  make: () => Promise<unknown>
  answers?: (receipt: Receipt) => Promise<Record<string, unknown>>
  fetched?: () => Promise<readonly Fetched[]>
}

export const at = (sequence: number): ReceiptTick => TICKS[sequence - 1] as ReceiptTick
export const upTo = (sequence: number) => TICKS.slice(0, sequence)
export const WON = orderOf(at(3), at(11), 'won')
export const HONEST: Plan = { order: WON }
export const STRANGER = keysOf(9)
/** Keys of the house before this one. */
export const [OLDEST, OLD] = [keysOf(3), keysOf(5)]

export const holds = (name: string, lie: string, plan: Plan, changes: Partial<Case> = {}): Case => ({
  name,
  lie,
  expect: null,
  make: () => receiptOf(plan),
  ...changes,
})
export const forged = (name: string, code: string, lie: string, plan: Partial<Plan>): Case => ({
  name,
  lie,
  expect: code,
  make: () => receiptOf({ ...HONEST, ...plan }),
})
/** The honest receipt, or that of a plan, changed in the file. */
export const edited = (
  name: string,
  code: string,
  lie: string,
  edit: (receipt: Receipt, house: House) => unknown,
  plan: Plan = HONEST,
): Case => ({
  name,
  lie,
  expect: code,
  async make() {
    const house = await houseOf(plan)
    const receipt = structuredClone(house.receipt)
    return (await edit(receipt, house)) ?? receipt
  },
})
/** The whole house lies, and only what the user kept contradicts it. */
export const broken = (name: string, lie: string, order: ReceiptOrder): Case => ({
  name,
  lie,
  expect: 'terms_changed',
  acceptance: keptOf(TERMS),
  make: () => receiptOf({ ...HONEST, order }),
})
export const isVoid = (reason: ReceiptOrder['voidReason'], changes: Partial<ReceiptOrder> = {}) =>
  ({ status: 'void', voidReason: reason, ...changes }) as const
export const changed = (sequence: number, changes: Partial<ReceiptTick>) =>
  TICKS.map((each) => (each.sequence === sequence ? { ...each, ...changes } : each))
export const STALE_TICKS = [...upTo(4), tick(5, 9_300, '100.9')]

/** Lies in what the logs hold under one head, and in what that head says of them. */
export const stateAt =
  (number: number, change: (state: State) => Partial<State>) =>
  (states: readonly State[]): readonly State[] =>
    states.map((each, index) => (index === number - 1 ? { ...each, ...change(each) } : each))
export const headAt =
  (number: number, change: (head: TreeHead) => Partial<TreeHead>) =>
  (heads: readonly TreeHead[]): readonly TreeHead[] =>
    heads.map((each, index) => (index === number - 1 ? { ...each, ...change(each) } : each))
/** The honest log: its head with the acceptance, the one that fixes the prices, and the last one. */
export const [ACCEPTED, FIXED, LAST] = [3, 8, 10] as const

/** A checkpoint of exactly this many characters: the line of a key that nobody knows fills it. */
export function filled(checkpoint: string, length: number): string {
  const signature = 'A'.repeat(Math.floor((length - checkpoint.length - 20) / 4) * 4)
  const name = 'o'.repeat(length - checkpoint.length - signature.length - 4)
  return `${checkpoint}— ${name} ${signature}\n`
}
