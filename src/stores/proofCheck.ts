import type { ProofPolicy, Receipt } from '../../contract/proof'
import type { ApiResult } from '../api/http'
import { parseCheckpoint } from '../domain/proof/checkpoint'
import { type HistoryProblem, historyProblem, type RememberedHead } from '../domain/proof/heads'
import { isConsistent } from '../domain/proof/merkle'
import { otherPrices } from '../domain/proof/otherPrices'
import { proofCode } from '../domain/proof/proofCode'
import { checkReceipt, type ReceiptCheck, termsProblems } from '../domain/proof/receipt'
import { restoreOf } from '../domain/proof/restores'
import { askedProblems, orderProblems } from '../domain/proof/sameOrder'
import { isPinnedLog, parsePin, type VerifierKey, type WitnessPolicy, witnessesOf } from '../domain/proof/witnesses'
import { type CheckedReceipt, isSound, isWitnessed, type ProofCheckDeps, type WitnessCheck } from './ProofStore'

/** What the app loads when a ticket or a closed order is opened. */
export { tlogProof } from '../domain/proof/tlogProof'
export * from './asking/orderChecks'

const NO_WITNESSES: WitnessCheck = { seenBy: [], needed: 0, namedBy: undefined }

/** The receipt by itself, and against what this device knows of the order: what it shows, and what was accepted. */
function checkOf(
  { acceptances, orderOf, seenPrices }: ProofCheckDeps,
  orderId: string,
  receipt: Receipt,
): ReceiptCheck {
  const check = checkReceipt(receipt)
  if (check.verdict === null) return check
  const kept = acceptances.read(orderId)
  return {
    ...check,
    problems: [
      ...orderProblems(orderId, orderOf(orderId), receipt),
      ...(kept?.asked ? askedProblems(kept.asked, receipt) : []),
      ...(kept ? termsProblems(kept, receipt) : []),
      ...otherPrices(seenPrices.read(receipt.order.symbol), check.ticks),
      ...check.problems,
    ],
  }
}

/**
 * For a log that does not continue what this device has seen. A statement signed by the house explains that if it names
 * the time of the device's head and the log continues the part that it states as kept; otherwise `problem` stands.
 */
async function withStatement(
  { api, remembered }: ProofCheckDeps,
  problem: HistoryProblem,
  known: RememberedHead,
  receipt: Receipt,
): Promise<ApiResult<HistoryProblem | undefined>> {
  const policy = await api.policy()
  if (!policy.ok) return policy
  const restore = restoreOf(policy.value.restores, receipt, known)
  const root = parseCheckpoint(receipt.checkpoint)?.root ?? ''
  const { head, publicKey } = receipt
  if (!restore || restore.kept > head.number) return { ok: true, value: problem }
  const answer = await api.consistency(restore.kept, head.number)
  if (!answer.ok && answer.error.code !== 'not_found') return answer
  const kept = { size: restore.kept, root: restore.root }
  if (!answer.ok || !isConsistent(kept, { size: head.number, root }, answer.value.heads))
    return { ok: true, value: problem }
  const { keptAt, at, reason } = restore
  remembered.write({ head, root, publicKey, restored: { keptAt, at, reason } })
  return { ok: true, value: undefined }
}

async function compareWithMemory(deps: ProofCheckDeps, now: RememberedHead, receipt: Receipt) {
  const known = deps.remembered.read()
  const found = await continues(deps, now, receipt)
  const mayBeRestored = found.ok && (found.value?.kind === 'heads_rewritten' || found.value?.kind === 'order')
  return known && mayBeRestored && found.value ? withStatement(deps, found.value, known, receipt) : found
}

/** A head is remembered only where it continues the one before; a broken history keeps showing. */
async function continues(
  { api, remembered }: ProofCheckDeps,
  now: RememberedHead,
  { keys }: Receipt,
): Promise<ApiResult<HistoryProblem | undefined>> {
  const known = remembered.read()
  if (!known) {
    remembered.write(now)
    return { ok: true, value: undefined }
  }
  // An older head may have an unknown key: it is checked below to be a part of the log that this device knows.
  const isNewer = now.head.number > known.head.number
  if (isNewer && known.publicKey !== now.publicKey && !keys.some(({ from }) => from === known.publicKey))
    return { ok: true, value: { kind: 'key_changed' } }
  if (known.head.number === now.head.number)
    return { ok: true, value: known.root === now.root ? undefined : { kind: 'heads_rewritten' } }
  const [older, newer] = known.head.number <= now.head.number ? [known, now] : [now, known]
  const answer = await api.consistency(older.head.number, newer.head.number)
  // A server that lacks these heads has another history.
  if (!answer.ok && answer.error.code !== 'not_found') return answer
  const problem = answer.ok ? historyProblem(older, newer, answer.value) : ({ kind: 'order' } as const)
  if (problem === undefined) remembered.write(known.restored ? { ...newer, restored: known.restored } : newer)
  return { ok: true, value: problem }
}

async function historyOf(
  deps: ProofCheckDeps,
  receipt: Receipt,
  pinned: VerifierKey | undefined,
): Promise<ApiResult<HistoryProblem | undefined>> {
  if (pinned && !isPinnedLog(pinned, receipt)) return { ok: true, value: { kind: 'key_changed' } }
  const { head, publicKey } = receipt
  const root = parseCheckpoint(receipt.checkpoint)?.root ?? ''
  return compareWithMemory(deps, { head, root, publicKey }, receipt)
}

/** Asks the server until it names witnesses, and never again, so that it cannot replace them. */
async function firstPolicy({ api, keptPolicy }: ProofCheckDeps): Promise<ApiResult<WitnessPolicy>> {
  const kept = keptPolicy.read()
  if (kept) return { ok: true, value: kept }
  const answer = await api.policy()
  if (!answer.ok) return answer
  const { witnesses, needed }: ProofPolicy = answer.value
  if (witnesses.length > 0) keptPolicy.write({ witnesses, needed })
  return { ok: true, value: { witnesses, needed } }
}

/** The witnesses built into the app count; without any, those that the server first named to this device. */
async function checkWitnesses(
  deps: ProofCheckDeps,
  receipt: Receipt,
  pinned: WitnessPolicy | undefined,
): Promise<ApiResult<WitnessCheck>> {
  const isPinned = pinned !== undefined && pinned.witnesses.length > 0
  const policy = isPinned ? ({ ok: true, value: pinned } as const) : await firstPolicy(deps)
  if (!policy.ok) return policy
  const { witnesses, needed } = policy.value
  if (witnesses.length === 0) return { ok: true, value: NO_WITNESSES }
  const seenBy = witnessesOf(receipt, witnesses)
  return { ok: true, value: { seenBy, needed, namedBy: isPinned ? 'app' : 'server' } }
}

/** Checks a receipt on this device: by itself, and against all that the device knows of the order and of the log. */
export async function checkOrder(
  deps: ProofCheckDeps,
  orderId: string,
  receipt: Receipt,
): Promise<ApiResult<CheckedReceipt>> {
  const check = checkOf(deps, orderId, receipt)
  const unread = { receipt, check, code: '', history: undefined, restored: undefined, witnesses: NO_WITNESSES }
  if (check.verdict === null) return { ok: true, value: unread }
  const pin = parsePin(deps.pin)
  const history = await historyOf(deps, receipt, pin?.log)
  if (!history.ok) return history
  const witnesses = await checkWitnesses(deps, receipt, pin?.policy)
  if (!witnesses.ok) return witnesses
  const code = proofCode(receipt.order)
  const { restored } = deps.remembered.read() ?? {}
  const value = { receipt, check, code, history: history.value, restored, witnesses: witnesses.value }
  if (isSound(value) && isWitnessed(value)) deps.acceptances.forget(orderId)
  return { ok: true, value }
}
