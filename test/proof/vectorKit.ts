import type { Acceptance, Receipt, ReceiptOrder, ReceiptTick } from '../../contract/proof'
import { keptOf, keysOf, orderOf, type Plan, receiptOf, START, TERMS, TICKS, tick } from './forge'

/** A receipt, and the code under which every verifier refuses it; null where it holds. */
export interface Vector {
  name: string
  lie: string
  expect: string | null
  receipt: unknown
  /** What the user was given when the order was placed, where the lie shows only beside it. */
  acceptance?: Acceptance
  /** Keys of witnesses that the verifier is given, and how many of them it takes. */
  witnesses?: { keys: readonly string[]; needed: number }
  /** What the server answers today, by path below /api; to anything else it answers 404. */
  server?: Record<string, unknown>
}

export type Case = Omit<Vector, 'receipt' | 'server'> & {
  make: () => Promise<unknown>
  answers?: (receipt: Receipt) => Promise<Record<string, unknown>>
}

export const at = (sequence: number): ReceiptTick => TICKS[sequence - 1] as ReceiptTick
export const upTo = (sequence: number) => TICKS.slice(0, sequence)
export const THROUGH = START + 9_400
export const WON = orderOf(at(3), at(11), 'won')
export const SETTLED = ['one settlement', 'another settlement']
export const log = (ticks: readonly ReceiptTick[], through = THROUGH) => ({ ticks, through, settlements: SETTLED })
export const HONEST: Plan = { order: WON, fixed: log(upTo(13)), later: TICKS, spans: [[2, 12]] }
export const STRANGER = keysOf(9)
/** Keys of the house before this one. */
export const [OLDEST, OLD] = [keysOf(3), keysOf(5)]

export const holds = (name: string, lie: string, plan: Plan): Case => ({
  name,
  lie,
  expect: null,
  make: () => receiptOf(plan),
})
export const forged = (name: string, code: string, lie: string, plan: Partial<Plan>): Case => ({
  name,
  lie,
  expect: code,
  make: () => receiptOf({ ...HONEST, ...plan }),
})
/** The honest receipt, changed in the file. */
export const edited = (name: string, code: string, lie: string, edit: (receipt: Receipt) => unknown): Case => ({
  name,
  lie,
  expect: code,
  async make() {
    const receipt = structuredClone(await receiptOf(HONEST))
    return (await edit(receipt)) ?? receipt
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
