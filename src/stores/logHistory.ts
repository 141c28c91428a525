import type { AnyReceipt, FeedEventPage, LogRestore, ReceiptOrder, TreeHead } from '../../contract/proof'
import { type HistoryProblem, headLeaf, historyProblem, productsRoot, type RememberedHead } from '../../proof/heads'
import { parseCheckpoint } from '../../proof/notes'
import { isEntryOf, isKeptHead, provenBy, restoreOf, type SeenHead } from '../../proof/restores'
import { type SeenCheckpoint, type SignedLog, signedState } from '../../proof/time'
import { isConsistent, type TreeState } from '../../proof/trees'
import { isPinnedLog, type VerifierKey } from '../../proof/witnesses'
import type { ApiResult } from '../api/http'
import type { ProofCheckDeps } from './ProofStore'

/**
 * Differences between the log of a receipt and what this device has seen of it, and what of that the log continues.
 */
export interface LogHistory {
  problem: HistoryProblem | undefined
  /** Those of the device's checkpoints that the log of today continues. */
  continued: readonly SeenCheckpoint[]
}

/** Requests that may fail in a row without being a finding: a service that hides a fork does not answer either. */
const REFUSALS_MAX = 3
/** Entries in a page of feed events, and the pages that are read from where a statement has to be. */
const FEED_PAGE = 500
const FEED_PAGES_AFTER = 3

const noAnswer = { ok: false, error: { code: 'unavailable', details: {}, requestId: '' } } as const
const found = <T>(value: T) => ({ ok: true, value }) as const

/** The part of a receipt that is compared with the log of other times. */
interface LoggedOrder extends SignedLog {
  order: Pick<ReceiptOrder, 'id'>
  head: TreeHead
}

const stateOf = ({ head, checkpoint }: LoggedOrder): TreeState => ({
  size: head.number,
  root: parseCheckpoint(checkpoint)?.root ?? '',
})

/** Whether the service shows that the longer of two states of the log of heads continues the other. */
async function goesOn({ http }: ProofCheckDeps, one: TreeState, other: TreeState): Promise<ApiResult<boolean>> {
  const [older, newer] = one.size <= other.size ? [one, other] : [other, one]
  if (older.size === 0 || older.size === newer.size) return found(isConsistent(older, newer, []))
  const answer = await http.call('getConsistency', { query: { from: older.size, to: newer.size } })
  // A server that lacks these heads has another history.
  if (!answer.ok) return answer.error.code === 'not_found' ? found(false) : answer
  return found(isConsistent(older, newer, answer.value.heads))
}

const timeOf = (entry: string | undefined): number => Number(entry?.split('|')[2])

/** The page of the log of feed events that has a statement; undefined: none has it. Entries are in the order of their times. */
async function pageWith({ http }: ProofCheckDeps, restore: LogRestore): Promise<ApiResult<FeedEventPage | undefined>> {
  const has = ({ entries }: FeedEventPage) => entries.some((entry) => isEntryOf(restore, entry))
  let page = await http.call('getFeedEvents', { query: {} })
  if (!page.ok || has(page.value)) return page
  const newest = page.value.from
  let [low, high] = [0, newest]
  while (high - low > FEED_PAGE) {
    const middle = Math.floor((low + high) / 2)
    page = await http.call('getFeedEvents', { query: { from: middle } })
    if (!page.ok) return page
    if (timeOf(page.value.entries[0]) < restore.at) low = middle
    else high = middle
  }
  for (let pages = 0; pages < FEED_PAGES_AFTER && low < newest; pages++) {
    page = await http.call('getFeedEvents', { query: { from: low } })
    low += FEED_PAGE
    if (!page.ok || has(page.value)) return page
  }
  return found(undefined)
}

/** Whether the statement is in the public log, where everybody sees it, under a head of the log of today. */
async function isPublic(deps: ProofCheckDeps, restore: LogRestore, receipt: LoggedOrder): Promise<ApiResult<boolean>> {
  const page = await pageWith(deps, restore)
  if (!page.ok) return page
  const state = page.value && provenBy(page.value, receipt)
  return state ? goesOn(deps, state, stateOf(receipt)) : found(false)
}

/** Whether the log has the head that the statement calls the last one kept, at its time, and continues from it. */
async function isKept(deps: ProofCheckDeps, restore: LogRestore, receipt: LoggedOrder): Promise<ApiResult<boolean>> {
  const now = stateOf(receipt)
  if (restore.kept > now.size) return found(false)
  const answer = await deps.http.call('getHead', { params: { number: String(restore.kept) } })
  if (!answer.ok) return answer.error.code === 'not_found' ? found(false) : answer
  return isKeptHead(restore, answer.value, receipt)
    ? goesOn(deps, { size: restore.kept, root: restore.root }, now)
    : found(false)
}

/**
 * The statement with which the house accounts for a head that this device has seen and that the log does not continue: it is signed,
 * names the time of the head, is public, and the log continues the part that it states as kept.
 */
async function accountOf(
  deps: ProofCheckDeps,
  seen: SeenHead,
  receipt: LoggedOrder,
): Promise<ApiResult<LogRestore | undefined>> {
  const policy = await deps.http.call('getProofPolicy')
  if (!policy.ok) return policy
  const restore = restoreOf(policy.value.restores, receipt, seen, deps.now())
  if (!restore) return found(undefined)
  for (const holds of [isKept, isPublic]) {
    const answer = await holds(deps, restore, receipt)
    if (!answer.ok) return answer
    if (!answer.value) return found(undefined)
  }
  return found(restore)
}

const saidBy = ({ kept, keptAt, at, reason }: LogRestore) => ({ kept, keptAt, at, reason })

/** For a log that does not continue the newest head that this device remembers: a statement is taken once; without one it is the `problem`. */
async function withStatement(
  deps: ProofCheckDeps,
  problem: HistoryProblem,
  known: RememberedHead,
  receipt: LoggedOrder,
): Promise<ApiResult<HistoryProblem | undefined>> {
  const account = await accountOf(deps, known, receipt)
  if (!account.ok) return account
  if (!account.value) return found(problem)
  deps.remembered.write({
    head: receipt.head,
    root: stateOf(receipt).root,
    publicKey: receipt.publicKey,
    restored: saidBy(account.value),
    taken: [...(known.taken ?? []), account.value.signature],
  })
  return found(undefined)
}

/** A head is remembered only if it continues the one before; a broken history keeps showing. */
async function continues(
  { http, remembered }: ProofCheckDeps,
  now: RememberedHead,
  { keys }: LoggedOrder,
): Promise<ApiResult<HistoryProblem | undefined>> {
  const known = remembered.read()
  if (!known) {
    remembered.write(now)
    return found(undefined)
  }
  // An older head may have an unknown key: it is checked below to be a part of the log that this device knows.
  const isNewer = now.head.number > known.head.number
  if (isNewer && known.publicKey !== now.publicKey && !keys.some(({ from }) => from === known.publicKey))
    return found({ kind: 'key_changed' })
  if (known.head.number === now.head.number)
    return found(known.root === now.root ? undefined : { kind: 'heads_rewritten' })
  const [older, newer] = known.head.number <= now.head.number ? [known, now] : [now, known]
  const query = { from: older.head.number, to: newer.head.number }
  const answer = await http.call('getConsistency', { query })
  // A server that lacks these heads has another history.
  if (!answer.ok && answer.error.code !== 'not_found') return answer
  const problem = answer.ok ? historyProblem(older, newer, answer.value) : ({ kind: 'order' } as const)
  if (problem === undefined) remembered.write({ ...newer, restored: known.restored, taken: known.taken })
  return found(problem)
}

async function compareWithMemory(deps: ProofCheckDeps, receipt: LoggedOrder) {
  const { head, publicKey } = receipt
  const known = deps.remembered.read()
  const compared = await continues(deps, { head, root: stateOf(receipt).root, publicKey }, receipt)
  const mayBeRestored = compared.ok && (compared.value?.kind === 'heads_rewritten' || compared.value?.kind === 'order')
  return known && mayBeRestored && compared.value ? withStatement(deps, compared.value, known, receipt) : compared
}

/** The checkpoints that the device fetched while the order ran have to be a part of the log of today. */
async function compareWithCheckpoints(
  deps: ProofCheckDeps,
  receipt: LoggedOrder,
  seen: readonly SeenCheckpoint[],
): Promise<ApiResult<LogHistory>> {
  const continued: SeenCheckpoint[] = []
  for (const checkpoint of seen) {
    // A text that is no checkpoint at all came from somebody on the way, and proves nothing.
    if (!parseCheckpoint(checkpoint.text)) continue
    const state = signedState(checkpoint.text, receipt)
    if (!state) return found({ problem: { kind: 'key_changed' }, continued: [] })
    const answer = await goesOn(deps, state, stateOf(receipt))
    if (!answer.ok) return answer
    if (answer.value) {
      continued.push(checkpoint)
      continue
    }
    const head = { number: state.size, at: checkpoint.asked }
    const account = await accountOf(deps, { head, publicKey: receipt.publicKey }, receipt)
    if (!account.ok) return account
    if (!account.value) return found({ problem: { kind: 'heads_rewritten' }, continued: [] })
    const known = deps.remembered.read()
    if (known && !(known.restored && known.restored.at >= account.value.at))
      deps.remembered.write({ ...known, restored: saidBy(account.value) })
  }
  return found({ problem: undefined, continued })
}

/** The head of a receipt with its products: one under rule 4 has them as one hash. Undefined: the service has another head. */
async function wholeHeadOf({ http }: ProofCheckDeps, { head }: AnyReceipt): Promise<ApiResult<TreeHead | undefined>> {
  if (typeof head.products !== 'string') return found({ ...head, products: head.products })
  const answer = await http.call('getHead', { params: { number: String(head.number) } })
  if (!answer.ok) return answer.error.code === 'not_found' ? found(undefined) : answer
  const whole = answer.value.head
  return found(headLeaf(whole, productsRoot(whole)) === headLeaf(head, head.products) ? whole : undefined)
}

async function compare(
  deps: ProofCheckDeps,
  checked: AnyReceipt,
  seen: readonly SeenCheckpoint[],
): Promise<ApiResult<LogHistory>> {
  const head = await wholeHeadOf(deps, checked)
  if (!head.ok) return head
  if (!head.value) return found({ problem: { kind: 'heads_rewritten' }, continued: [] })
  const receipt = { ...checked, head: head.value }
  const memory = await compareWithMemory(deps, receipt)
  if (!memory.ok) return memory
  return memory.value ? found({ problem: memory.value, continued: [] }) : compareWithCheckpoints(deps, receipt, seen)
}

/**
 * The log of a receipt against all that this device has seen of it. A service that gives receipts but refuses again and again
 * to show that its log continues is told as such. `seen` are the checkpoints that the device fetched while the order ran.
 */
export async function historyOf(
  deps: ProofCheckDeps,
  receipt: AnyReceipt,
  pinned: VerifierKey | undefined,
  seen: readonly SeenCheckpoint[] = [],
): Promise<ApiResult<LogHistory>> {
  if (pinned && !isPinnedLog(pinned, receipt)) return found({ problem: { kind: 'key_changed' }, continued: [] })
  // An answer of another shape than the contract's is no answer.
  const history = await compare(deps, receipt, seen).catch(() => noAnswer)
  const refusals = history.ok ? 0 : Math.min(deps.refusals.read() + 1, REFUSALS_MAX)
  deps.refusals.write(refusals)
  return refusals < REFUSALS_MAX ? history : found({ problem: { kind: 'not_shown' }, continued: [] })
}
