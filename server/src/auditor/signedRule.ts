import type { SignerSet } from '../shared/signed/signerSet'
import { createUpdateOpener, decides, priceText, type SignedUpdate } from '../shared/signed/update'
import { DIRECTION, ORDER_STATUS, storedName, VOID_REASON } from '../shared/stored'
import type { SignedOrder } from './closedOrder'
import { comparePrices, SIGN } from './rule'

type Result = Pick<
  SignedOrder,
  'status' | 'void_reason' | 'entry_at_ms' | 'entry_price' | 'expires_at_ms' | 'exit_at_ms' | 'exit_price'
>

const NOTHING = { entry_at_ms: null, entry_price: null, expires_at_ms: null, exit_at_ms: null, exit_price: null }
const VOID = { status: ORDER_STATUS.void, exit_at_ms: null, exit_price: null }

const atOf = ({ publishAt }: SignedUpdate) => BigInt(publishAt) * 1_000n

/** The deciding update of a second among the updates of an order; undefined if it is none of them. */
function opened(order: SignedOrder, proof: Buffer | null, sets: readonly SignerSet[]): SignedUpdate | undefined {
  const [feed, id] = order.instrument.split(':')
  const set = sets.find((each) => each.id === id)
  if (!proof || !set) return undefined
  const { updates } = createUpdateOpener(set, (each) => each === feed).open(proof)
  const [update, ...others] = updates
  return update && others.length === 0 && update.proof.equals(proof) ? update : undefined
}

/** Rule 4 of docs/PROOF_FORMAT.md, written apart from the SQL that decides. Undefined if the updates decide nothing. */
function decideSigned(order: SignedOrder, sets: readonly SignerSet[]): Result | undefined {
  const first = order.accepted_at_ms / 1_000n + 1n
  const entry = opened(order, order.entry_update, sets)
  const exit = opened(order, order.exit_update, sets)
  if ((order.entry_update && !entry) || (order.exit_update && !exit)) return undefined
  if (order.logged_late)
    return entry || exit ? undefined : { ...NOTHING, ...VOID, void_reason: VOID_REASON.logged_late }
  if (!entry && order.silent) return { ...NOTHING, ...VOID, void_reason: VOID_REASON.no_entry_tick }
  if (!entry || !decides(entry, Number(first))) return undefined
  if ((BigInt(entry.publishAt) - first) * 1_000n > BigInt(order.entry_timeout_ms))
    return exit ? undefined : { ...NOTHING, ...VOID, void_reason: VOID_REASON.no_entry_tick }
  const expires = BigInt(entry.publishAt + order.duration_seconds)
  const entered = { entry_at_ms: atOf(entry), entry_price: priceText(entry), expires_at_ms: expires * 1_000n }
  if (!exit && order.silent) return { ...VOID, ...entered, void_reason: VOID_REASON.stale_at_expiry }
  if (!exit || !decides(exit, Number(expires))) return undefined
  if ((BigInt(exit.publishAt) - expires) * 1_000n > BigInt(order.stale_after_ms))
    return { ...VOID, ...entered, void_reason: VOID_REASON.stale_at_expiry }
  const move = comparePrices(priceText(exit), priceText(entry)) * SIGN[storedName(DIRECTION, order.direction)]
  const status = move > 0 ? ORDER_STATUS.won : move < 0 ? ORDER_STATUS.lost : ORDER_STATUS.tie
  return { ...entered, status, void_reason: null, exit_at_ms: atOf(exit), exit_price: priceText(exit) }
}

/** Whether the signatures decide an order differently, or decide nothing; each of them is checked again. */
export function differsFromSignatures(order: SignedOrder, sets: readonly SignerSet[]): boolean {
  const decided = decideSigned(order, sets)
  return !decided || (Object.keys(decided) as (keyof Result)[]).some((field) => decided[field] !== order[field])
}
