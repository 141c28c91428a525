import type { AcceptanceProblem } from '../../../proof/acceptance'
import type { AskedOrder } from '../../../proof/ask'
import type { SeenCheckpoint } from '../../../proof/time'
import type { KeptAcceptance } from '../../domain/proof/sameOrder'
import { readJson, writeJson } from '../../platform/storage'

const KEY = 'acceptances'
const VERSION = 3
/** Most orders to keep, some 2 kB each, and up to 7 kB of checkpoints. */
const MAX = 100

/** This device's evidence about an order (docs/PROOF_DESIGN.md, "Acceptance"). */
export interface KeptOrder extends KeptAcceptance {
  /** The id under which it was asked for, regardless of the acceptance. */
  orderId: string
  /** This device's request, if it placed the order itself. */
  asked?: AskedOrder
  /** Whose it is: another user of this device must not see it. */
  account: string
  /** The problem with the acceptance when it came; undefined if that was not checked. */
  problems?: readonly AcceptanceProblem[]
  /** Those that this device fetched itself while the order ran, in their order. */
  checkpoints: readonly SeenCheckpoint[]
  /** How long after the press it was heard of, if by then the order's entry was known for long, ms. */
  lateMs?: number
  /** What witnesses had signed of the log when the order ran. */
  witnessed?: readonly SeenCheckpoint[]
  /** Its result has been checked on this device and holds. */
  checked?: true
  /** How often in a row the service, asked for it, said neither what became of it nor that there is no such order. */
  unanswered?: number
  /** The user has read the faults. */
  dismissed?: true
}

/** Signed acceptances of orders and what goes with them, for as long as there is room. */
export interface Acceptances {
  readAll(): KeptOrder[]
  read(orderId: string): KeptOrder | undefined
  /** Keeps the first acceptance of an order, so that a later, different one shows. */
  keep(order: KeptOrder): void
  /** Adds to the evidence kept of an order; does nothing if there is none. */
  change(orderId: string, change: Partial<KeptOrder>): void
  /** Its result is checked and holds: it makes room for others first. */
  forget(orderId: string): void
}

function isKept(value: unknown): value is KeptOrder {
  const { orderId, account, terms, signature, publicKey, checkpoints } = (value ?? {}) as Partial<KeptOrder>
  return (
    [orderId, account, terms?.id, signature, publicKey].every((text) => typeof text === 'string') &&
    Array.isArray(checkpoints)
  )
}

const readAll = () => readJson(KEY, VERSION, (value) => (Array.isArray(value) ? value.filter(isKept) : undefined)) ?? []

/** An order that this device did not ask for is only the service's word: it never takes the place of one that it did. */
const worth = ({ asked, checked }: KeptOrder) => (asked ? 2 : 0) + (checked ? 0 : 1)

/** Without `count` of them: first those that others placed, then those that were checked, then the oldest. */
function without(count: number, all: readonly KeptOrder[]): readonly KeptOrder[] {
  const first = [...all].sort((one, other) => worth(one) - worth(other))
  const dropped = new Set(first.slice(0, Math.max(0, count)))
  return all.filter((order) => !dropped.has(order))
}

function write(all: readonly KeptOrder[]): void {
  let kept = without(all.length - MAX, all)
  // A device that is short of room keeps what fits.
  while (!writeJson(KEY, VERSION, kept) && kept.length > 1) kept = without(Math.ceil(kept.length / 2), kept)
}

function change(orderId: string, changes: Partial<KeptOrder>): void {
  const all = readAll()
  if (!all.some((order) => order.orderId === orderId)) return
  write(all.map((order) => (order.orderId === orderId ? { ...order, ...changes } : order)))
}

export const deviceAcceptances: Acceptances = {
  readAll,
  read: (orderId) => readAll().find((order) => order.orderId === orderId),
  keep(order) {
    const all = readAll()
    if (!all.some(({ orderId }) => orderId === order.orderId)) write([...all, order])
  },
  change,
  forget: (orderId) => change(orderId, { checked: true }),
}
