import type { AnyReceipt, ProofPolicy } from '../../contract/proof'
import { SEEN_MAX } from '../../proof/evidence'
import { isSignedReceipt } from '../../proof/file'
import { readPlainJson } from '../../proof/json'
import { keysOf } from '../../proof/keys'
import { checkpointOfLink } from '../../proof/linkedCheckpoint'
import { parseCheckpoint, withoutWitnesses } from '../../proof/notes'
import { checkReceiptInTasks, type ReceiptCheck, termsProblems } from '../../proof/receipt'
import { signerOf } from '../../proof/signing'
import {
  decidingOf,
  isTiedByDevice,
  isTiedByWitnesses,
  type SeenCheckpoint,
  seenProblems,
  signedState,
  withoutTime,
} from '../../proof/time'
import { unfixedMs } from '../../proof/window'
import { parsePin, type WitnessPolicy, witnessesOf } from '../../proof/witnesses'
import type { ApiResult } from '../api/http'
import { otherPrices } from '../domain/proof/otherPrices'
import { askedProblems, orderProblems, resultOf, resultProblems } from '../domain/proof/sameOrder'
import { lastSeenBy } from './asking/witnessAsk'
import { historyOf } from './logHistory'
import {
  type CheckedReceipt,
  isFixedInTime,
  isSound,
  isWitnessed,
  type ProofCheckDeps,
  type WitnessCheck,
} from './ProofStore'

/** The parts loaded when a ticket or a closed order is opened. */
export { tlogProof } from '../../proof/tlogProof'
export * from './asking/orderChecks'

/** The witnesses that must have seen the log, and who says so. */
type NamedPolicy = WitnessPolicy & Pick<WitnessCheck, 'namedBy'>
const NO_WITNESSES: NamedPolicy = { witnesses: [], needed: 0, namedBy: undefined }

/**
 * The receipt by itself. What checks signed prices is its own chunk, and needs integers of any size: an engine without
 * them can check nothing of such a receipt.
 */
async function checkAlone({ signers, pause }: ProofCheckDeps, receipt: AnyReceipt): Promise<ReceiptCheck> {
  if (!isSignedReceipt(receipt)) return checkReceiptInTasks(receipt, pause)
  if (typeof BigInt !== 'function')
    return { problems: [], verdict: null, end: 0, ticks: [], whole: false, unable: true }
  const { checkSignedReceipt, knownSigners } = await import('../../proof/signed/check')
  return checkSignedReceipt(receipt, knownSigners(signers), pause)
}

/** The same against what this device knows of the order: what it shows, accepted, and verified before. */
async function checkOf(deps: ProofCheckDeps, orderId: string, receipt: AnyReceipt): Promise<ReceiptCheck> {
  const { acceptances, keptResults, orderOf, seenPrices, pause } = deps
  const check = await checkAlone(deps, receipt)
  await pause()
  if (check.verdict === null) return check
  const kept = acceptances.read(orderId)
  return {
    ...check,
    problems: [
      ...orderProblems(orderId, orderOf(orderId), receipt),
      ...(kept?.asked ? askedProblems(kept.asked, receipt) : []),
      ...(kept ? termsProblems(kept, receipt) : []),
      ...otherPrices(seenPrices.read(receipt.order.symbol), check.ticks),
      ...resultProblems(keptResults.read(orderId), receipt),
      ...check.problems,
    ],
  }
}

/** Asks the server until it names witnesses, and never again, so that it cannot replace them. */
async function firstPolicy({ http, keptPolicy }: ProofCheckDeps): Promise<ApiResult<WitnessPolicy>> {
  const kept = keptPolicy.read()
  if (kept) return { ok: true, value: kept }
  const answer = await http.call('getProofPolicy')
  if (!answer.ok) return answer
  const { witnesses, needed }: ProofPolicy = answer.value
  if (witnesses.length > 0) keptPolicy.write({ witnesses, needed })
  return { ok: true, value: { witnesses, needed } }
}

/**
 * The user's own witnesses count, more than half of them; without any, those built into the app, then those that the server first named
 * to this device.
 */
async function policyOf(deps: ProofCheckDeps, pinned: WitnessPolicy | undefined): Promise<ApiResult<NamedPolicy>> {
  const own = deps.ownWitnesses.read().map(({ key }) => key)
  const majority = Math.floor(own.length / 2) + 1
  if (own.length > 0) return { ok: true, value: { witnesses: own, needed: majority, namedBy: 'user' } }
  const isPinned = pinned !== undefined && pinned.witnesses.length > 0
  const policy = isPinned ? ({ ok: true, value: pinned } as const) : await firstPolicy(deps)
  if (!policy.ok) return policy
  const { witnesses, needed } = policy.value
  const value = witnesses.length === 0 ? NO_WITNESSES : { witnesses, needed, namedBy: isPinned ? 'app' : 'server' }
  return { ok: true, value: value as NamedPolicy }
}

/** What a witness of the user's has signed of the log of a receipt. */
interface Told {
  key: string
  size: number
  seen: SeenCheckpoint
}

/** Asks those of the user's witnesses that have not signed the receipt itself: the service need not know them. */
async function askOwn({ ownWitnesses }: ProofCheckDeps, receipt: AnyReceipt): Promise<Told[]> {
  const origin = parseCheckpoint(receipt.checkpoint)?.origin ?? ''
  const log = { origin, keys: keysOf(receipt).reverse() }
  const missing = ownWitnesses.read().filter(({ key }) => witnessesOf(receipt, [key]).length === 0)
  const asked = await Promise.all(
    missing.map(async (witness) => {
      const seen = await lastSeenBy(ownWitnesses, witness, log)
      return seen ? [{ key: witness.key, size: seen.size, seen: seen.checkpoint }] : []
    }),
  )
  return asked.flat()
}

/** The last of the heads that decide a result. */
const decidedBy = (receipt: AnyReceipt): number => ('fixed' in receipt ? receipt.fixed : receipt.accepted).number

/** Names of the witnesses that have signed a receipt, or that have told this device that they have seen the log up to the result. */
function seenByOf(receipt: AnyReceipt, { witnesses }: WitnessPolicy, told: readonly Told[]): string[] {
  const direct = told.filter(({ size }) => size >= decidedBy(receipt))
  return [...witnessesOf(receipt, witnesses), ...direct.map(({ key }) => key.split('+')[0] ?? '')]
}

/** The record of a verified result on the device: it reveals another result of the same order, or another log. */
function keep({ acceptances, keptResults }: ProofCheckDeps, orderId: string, checked: CheckedReceipt): void {
  const { order, checkpoint } = checked.receipt
  const late = isFixedInTime(checked) ? {} : { late: true }
  keptResults.write(orderId, { ...resultOf(order), checkpoint: withoutWitnesses(checkpoint), ...late })
  acceptances.forget(orderId)
}

/** The key that has signed the order, unless it is this device's: an order that no device of its user asked for has such a key. */
function otherDeviceOf({ deviceSeed }: ProofCheckDeps, { order }: AnyReceipt): string | undefined {
  if (!deviceSeed) return undefined
  const seed = deviceSeed()
  return seed && signerOf(seed).publicKey === order.deviceKey ? undefined : order.deviceKey
}

/** Checks a receipt on this device: by itself, and against all that the device knows of the order and of the log. */
export async function checkOrder(
  deps: ProofCheckDeps,
  orderId: string,
  text: string,
): Promise<ApiResult<CheckedReceipt>> {
  const receipt = (readPlainJson(text) ?? {}) as AnyReceipt
  const check = await checkOf(deps, orderId, receipt)
  const unread = {
    receipt,
    text,
    check,
    code: '',
    history: undefined,
    restored: undefined,
    tied: undefined,
    unfixedMs: 0,
  }
  if (check.verdict === null) return { ok: true, value: { ...unread, witnesses: { seenBy: [], ...NO_WITNESSES } } }
  const pin = parsePin(deps.pin)
  const seen = deps.checkpoints.read(orderId)
  const told = await askOwn(deps, receipt)
  const compared = [...decidingOf(receipt, check.end, seen), ...told.map((each) => each.seen)]
  const history = await historyOf(deps, receipt, pin?.log, compared)
  if (!history.ok) return history
  const policy = await policyOf(deps, pin?.policy)
  if (!policy.ok) return policy
  const { problem, continued } = history.value
  const { needed, namedBy } = policy.value
  const joined = told.filter((each) => continued.includes(each.seen))
  const seenBy = seenByOf(receipt, policy.value, joined)
  await deps.pause()
  const isTied = {
    witnesses: isTiedByWitnesses(receipt, check.end, policy.value),
    device: isTiedByDevice(receipt, check.end, continued),
  }
  await deps.pause()
  const otherDevice = otherDeviceOf(deps, receipt)
  const value: CheckedReceipt = {
    receipt,
    text,
    check: { ...check, problems: [...check.problems, ...seenProblems(receipt, seen, continued)] },
    code: resultOf(receipt.order).code,
    history: problem,
    restored: deps.remembered.read()?.restored,
    witnesses: { seenBy, needed, namedBy },
    tied: isTied.witnesses ? 'witnesses' : isTied.device ? 'device' : undefined,
    unfixedMs: 'window' in receipt ? unfixedMs(receipt) : 0,
    ...(otherDevice ? { otherDevice } : {}),
  }
  if (isSound(value) && isWitnessed(value)) keep(deps, orderId, value)
  return { ok: true, value }
}

const EVIDENCE = 'fairtick-evidence-2'

interface HandedFile {
  receipt: string
  /** Texts of checkpoints that came with it. */
  handed: readonly string[]
}

/** The receipt in a file of evidence, with the checkpoints in it; any other text as it is. */
function partsOf(text: string): HandedFile {
  const { format, receipt, checkpoints } = (readPlainJson(text) ?? {}) as Record<string, unknown>
  if (format !== EVIDENCE || !receipt) return { receipt: text, handed: [] }
  const all = Array.isArray(checkpoints) ? checkpoints.slice(0, SEEN_MAX) : []
  const handed = all.flatMap((each: Partial<SeenCheckpoint> | null) =>
    typeof each?.text === 'string' ? [each.text] : [],
  )
  return { receipt: JSON.stringify(receipt), handed }
}

/**
 * Those of the handed checkpoints that the log of the receipt has signed. When somebody else saw them is only that person's word,
 * so they count for which log it is and for no time; one that nobody has signed proves nothing.
 */
const signedHanded = (handed: readonly string[], receipt: AnyReceipt): SeenCheckpoint[] =>
  handed.filter((text) => signedState(text, receipt)).map(withoutTime)

/**
 * Checks a receipt that somebody hands over, against the same keys, witnesses and log as an own one, and against the
 * checkpoints in the file and in the link. It is no result of this device, so nothing about the order is kept.
 * @param linked the checkpoint of a link, or ''
 */
export async function checkFile(deps: ProofCheckDeps, text: string, linked = ''): Promise<ApiResult<CheckedReceipt>> {
  const { receipt, handed } = partsOf(text)
  const read = (readPlainJson(receipt) ?? {}) as Partial<AnyReceipt>
  const { acceptances, checkpoints, keptResults, deviceSeed: _, ...rest } = deps
  const readHanded = () => {
    const whole = read as AnyReceipt
    const inLink = checkpointOfLink(parseCheckpoint(whole.checkpoint)?.origin ?? '', linked)
    return signedHanded([...handed, ...(inLink ? [inLink] : [])], whole)
  }
  const forgetful = {
    orderOf: () => undefined,
    acceptances: { read: (id: string) => acceptances.read(id), forget: () => undefined },
    checkpoints: { read: (id: string) => [...checkpoints.read(id), ...readHanded()] },
    keptResults: { read: (id: string) => keptResults.read(id), write: () => undefined },
  }
  return checkOrder({ ...rest, ...forgetful }, read.order?.id ?? '', receipt)
}
