import type { SignedReceipt } from '../../contract/proof'
import { askProblems } from '../asked'
import { haveGrown, headLeaf, isInOrder } from '../heads'
import type { Checkpoint } from '../notes'
import type { ReceiptProblem } from '../problems'
import { logProblems, type ReceiptCheck, signedCheckpoint, verdictProblems } from '../receipt'
import { earlierProblems } from '../time'
import { isIncluded } from '../trees'
import { decideSigned, endWithoutEntry, entrySecondOf } from './rule'
import { isRetired, type SignerSet, TEST_SET_ID } from './signers'
import { isSilentFrom } from './silence'
import { readUpdate, type SignedPrice } from './update'

/** The clocks of an oracle may be ahead of the house's by this much. */
const ORACLE_AHEAD_MAX_MS = 2_000

/** Both heads are in the log of heads, in their order, and the logs of the later one continue from the earlier one. */
function headProblems(receipt: SignedReceipt, checkpoint: Checkpoint | undefined): ReceiptProblem[] {
  const { accepted, head, heads, consistency } = receipt
  if (!checkpoint) return [{ kind: 'checkpoint' }]
  const { size, root } = checkpoint
  const areIn = [
    { each: accepted, path: heads.accepted },
    { each: head, path: heads.head },
  ].every(
    ({ each, path }) =>
      isIncluded(headLeaf(each, each.products), each.number - 1, size, path, root) &&
      isInOrder({ products: [], logs: each.logs }),
  )
  const inOrder = accepted.number <= head.number && accepted.at <= head.at
  const goOn = haveGrown(accepted, head, consistency.logs)
  return [
    ...(areIn ? [] : [{ kind: 'heads' as const }]),
    ...(inOrder ? [] : [{ kind: 'history' as const, problem: { kind: 'order' as const } }]),
    ...(goOn ? [] : [{ kind: 'history' as const, problem: { kind: 'logs_rewritten' as const } }]),
    ...earlierProblems(receipt, checkpoint),
  ]
}

type Found = Pick<ReceiptCheck, 'problems' | 'verdict' | 'signed'>

/** The decision of the updates, once each is signed and is the one for its second. */
function decided(
  receipt: SignedReceipt,
  checkpoint: Checkpoint | undefined,
  updates: readonly SignedPrice[],
): Omit<Found, 'signed'> {
  const { order, accepted, head, silence } = receipt
  const isSilent = silence ? (second: number) => isSilentFrom(receipt, checkpoint, second) : undefined
  const verdict = decideSigned(receipt, updates, isSilent)
  if (typeof verdict === 'string') return { problems: [{ kind: verdict }], verdict: null }
  const published = Math.max(0, ...updates.map(({ publishedAt }) => publishedAt * 1000))
  const { closedAt } = order
  const isClosedInOrder = closedAt >= Math.max(accepted.at, published - ORACLE_AHEAD_MAX_MS) && closedAt <= head.at
  return {
    problems: [...(isClosedInOrder ? [] : [{ kind: 'closed_order' as const }]), ...verdictProblems(order, verdict)],
    verdict,
  }
}

/** The prices: signed by enough of the signers that the terms name, of the feed that they name, and of the right seconds. */
async function priceFindings(
  receipt: SignedReceipt,
  checkpoint: Checkpoint | undefined,
  known: ReadonlyMap<string, SignerSet>,
  pause: () => Promise<void>,
): Promise<Found> {
  const [feed = '', id = ''] = receipt.order.instrument.split(':')
  const set = known.get(id)
  if (!set || isRetired(id, entrySecondOf(receipt.order))) return { problems: [{ kind: 'signers' }], verdict: null }
  const updates: SignedPrice[] = []
  for (const hex of receipt.updates) {
    const update = await readUpdate(hex, set, pause)
    if (update) updates.push(update)
  }
  const signed = { needed: set.quorum, all: set.addresses.length, byTest: id === TEST_SET_ID }
  if (updates.length < receipt.updates.length) return { problems: [{ kind: 'update' }], verdict: null }
  if (updates.some((update) => update.feed !== feed)) return { problems: [{ kind: 'feed' }], verdict: null }
  return { ...decided(receipt, checkpoint, updates), signed }
}

/**
 * Checks everything that a receipt under rule 4 claims, on this device and believing nobody (PRODUCT.md 1.1).
 * @param known sets of signers by id
 * @param pause lets others work; awaited before each step and every few signatures
 */
export async function checkSignedReceipt(
  receipt: SignedReceipt,
  known: ReadonlyMap<string, SignerSet>,
  pause: () => Promise<void>,
): Promise<ReceiptCheck> {
  const { order } = receipt
  const checkpoint = signedCheckpoint(receipt)
  const prices = await priceFindings(receipt, checkpoint, known, pause)
  const problems: ReceiptProblem[] = []
  // Each takes tens of ms on a slow phone.
  for (const step of [
    () => headProblems(receipt, checkpoint),
    () => askProblems(receipt, checkpoint),
    () => logProblems(receipt),
  ]) {
    await pause()
    problems.push(...step())
  }
  return {
    ...prices,
    problems: [...problems, ...prices.problems],
    end: order.expiresAt ?? endWithoutEntry(order),
    ticks: [],
    whole: true,
  }
}
