import type {
  AnyReceipt,
  Consistency,
  FeedEventPage,
  LoggedHead,
  LogRestore,
  ProofPolicy,
  SignedHead,
} from '../../contract/proof'
import { headLeaf, logsProblems, productsRoot } from '../../proof/heads'
import { readPlainJson } from '../../proof/json'
import { areLogged, isChain, keysOf } from '../../proof/keys'
import { type Checkpoint, isSignedByLog, parseCheckpoint } from '../../proof/notes'
import { isEntryOf, isKeptHead, provenBy, restoreOf, type SeenHead } from '../../proof/restores'
import { hasWholeMap, isTheResult, logOf, placeInMap, RESULTS, settledText } from '../../proof/results'
import { timeOf } from '../../proof/steps'
import { type SeenCheckpoint, type SignedLog, seenProblems } from '../../proof/time'
import { isConsistent, isIncluded, type TreeState } from '../../proof/trees'
import { isConsistencyAnswer, isFeedPage, isLatest, isLoggedHead, isPolicy, isResultAnswer } from './answers'
import { type Finding, findingOf } from './sentences'

/** The server's responses to a path below /api, which has to have a shape; undefined if it has no such thing. */
export type Ask = <T>(path: string, isThat: (value: unknown) => value is T) => Promise<T | undefined>

export const askerOf =
  (server: string): Ask =>
  async (path, isThat) => {
    const answer = await fetch(new URL(`/api${path}`, server), { signal: AbortSignal.timeout(30_000) })
    if (answer.status === 404) return undefined
    if (!answer.ok) throw new Error(`${server} answers ${answer.status} for ${path}: try again later.`)
    const value = readPlainJson(await answer.text())
    if (!isThat(value)) throw new Error(`${server} answers ${path} with something else: is it the host of the service?`)
    return value
  }

/** Whether the server shows that one of two states of the log of heads continues the other. */
export async function areOfOneLog(one: TreeState, other: TreeState, ask: Ask): Promise<boolean> {
  const [older, newer] = one.size <= other.size ? [one, other] : [other, one]
  if (older.size === 0 || older.size === newer.size) return isConsistent(older, newer, [])
  const proof = await ask(`/proof/consistency?from=${older.size}&to=${newer.size}`, isConsistencyAnswer)
  return proof !== undefined && isConsistent(older, newer, proof.heads)
}

/** The log of today: its newest head, the checkpoint over it, and the keys that have signed it. */
interface Today {
  latest: SignedHead
  now: Checkpoint
  /** None if the server does not show how each handed over. */
  keys: readonly string[]
  policy: ProofPolicy
  ask: Ask
}

const leafOf = ({ head }: Pick<SignedHead, 'head'>) => headLeaf(head, productsRoot(head))

/** Whether a head is the last one of a checkpoint, by the path that the server shows. */
async function isLastOf(signed: Pick<SignedHead, 'head'>, { size, root }: Checkpoint, ask: Ask): Promise<boolean> {
  const { number } = signed.head
  const shown = await ask(`/proof/heads/${number}`, isLoggedHead)
  return shown !== undefined && isIncluded(leafOf(signed), number - 1, size, shown.path, root)
}

/** The log of today as the receipt of a log: what is proven of it is proven by its keys. */
const logOfToday = ({ latest, policy }: Today): SignedLog => ({
  checkpoint: latest.checkpoint,
  keys: policy.keys,
  publicKey: latest.publicKey,
})

/** How many pages of the log of feeds are read for a statement: 200,000 entries. */
const FEED_PAGES_MAX = 400
const FEED_PAGE = 500

/** Whether a statement is in the public log of feeds, under the log of today. */
async function isInFeeds(said: LogRestore, today: Today): Promise<boolean> {
  let from = ''
  for (let pages = 0; pages < FEED_PAGES_MAX; pages++) {
    const page: FeedEventPage | undefined = await today.ask(`/proof/feeds${from}`, isFeedPage)
    const [first] = page?.entries ?? []
    if (!page || first === undefined) return false
    const state = provenBy(page, logOfToday(today))
    if (!state || !(await areOfOneLog(state, today.now, today.ask))) return false
    if (page.entries.some((entry) => isEntryOf(said, entry))) return true
    if (page.from === 0 || Number(first.split('|')[2]) < said.at) return false
    from = `?from=${Math.max(0, page.from - FEED_PAGE)}`
  }
  return false
}

/** The statement of a restored log that makes a head void, if a key of the log signed it and today's log bears it out. */
async function statementOn(seen: SeenHead['head'], today: Today): Promise<LogRestore | undefined> {
  const { latest, policy, now, ask, keys } = today
  if (keys.length === 0) return undefined
  const log = logOfToday(today)
  const said = restoreOf(policy.restores, log, { head: seen, publicKey: latest.publicKey }, Date.now())
  if (!said || said.kept > now.size) return undefined
  const shown: LoggedHead | undefined = await ask(`/proof/heads/${said.kept}`, isLoggedHead)
  const isKept =
    shown && isKeptHead(said, shown, log) && (await areOfOneLog({ size: said.kept, root: said.root }, now, ask))
  return isKept && (await isInFeeds(said, today)) ? said : undefined
}

/** Where the log of today does not continue from the receipt's. */
async function logFindings(receipt: AnyReceipt, { latest, now, ask }: Today): Promise<Finding[]> {
  const { number } = receipt.head
  const { head } = latest
  const proof: Consistency | undefined =
    number > head.number
      ? undefined
      : await ask(`/proof/consistency?from=${number}&to=${head.number}`, isConsistencyAnswer)
  if (!proof) return [['order', `the log of today has no head ${number}`]]
  // A receipt under rule 4 has the products of its head as one hash: the server shows them.
  const own = headLeaf(
    receipt.head,
    typeof receipt.head.products === 'string'
      ? receipt.head.products
      : productsRoot({ ...receipt.head, products: receipt.head.products }),
  )
  const findings: Finding[] = []
  const isThat = leafOf({ head: proof.from }) === own && leafOf({ head: proof.to }) === leafOf(latest)
  if (!isThat) findings.push(['heads_rewritten', 'the paths of the server are those of other heads'])
  const problems = isThat ? logsProblems(proof.from, head, proof) : []
  findings.push(...problems.map((problem) => findingOf({ kind: 'history', problem }, receipt)))
  const before = parseCheckpoint(receipt.checkpoint)
  if (!before || !isConsistent(before, now, proof.heads))
    findings.push(['heads_rewritten', 'the log of today does not go on from the one that the receipt is in'])
  return findings
}

/** Whether the map of results has this result today, and no other. */
async function resultFindings({ order }: AnyReceipt, { latest, now, ask }: Today): Promise<Finding[]> {
  const answer = await ask(`/proof/results/${placeInMap(order.id)}`, isResultAnswer)
  const checkpoint = parseCheckpoint(answer?.checkpoint ?? '')
  if (!answer || checkpoint?.size !== answer.head.number || !isSignedByLog(checkpoint, latest.publicKey))
    return [['checkpoint', 'the map of results of today is not signed']]
  if (!(await areOfOneLog(checkpoint, now, ask)))
    return [['heads_rewritten', 'the map of results of today is of another log']]
  if (!(await isLastOf(answer, checkpoint, ask)))
    return [['heads', 'the head of the map of results is not in the log of today']]
  if (answer.leaf !== settledText(order))
    return [['second_result', 'today the house has another result for this order, or none']]
  return isTheResult(order, answer.path, logOf(answer.head, RESULTS).root) && hasWholeMap(answer.head)
    ? []
    : [['result_place', 'the map of results of today has not this result at the place of the order']]
}

function restoredFinding({ kept, keptAt, at, reason }: LogRestore, what: string): Finding {
  return [
    'restored',
    `the house signed that its log is void from ${timeOf(keptAt)} to ${timeOf(at)}, after head ${kept} (${reason}): ` +
      `${what} is of that time, and the log of today continues without it`,
  ]
}

/** Where the log of today does not continue from what the device has fetched, or the result of today is another one. */
async function findingsToday(
  receipt: AnyReceipt,
  checkpoints: readonly SeenCheckpoint[],
  today: Today,
): Promise<Finding[]> {
  const findings: Finding[] = []
  const continued: SeenCheckpoint[] = []
  for (const checkpoint of checkpoints) {
    const { asked, text } = checkpoint
    const state = parseCheckpoint(text)
    if (state && (await areOfOneLog(state, today.now, today.ask))) {
      continued.push(checkpoint)
      continue
    }
    const size = state?.size ?? 0
    const said = await statementOn({ number: size, at: asked }, today)
    if (said) return [restoredFinding(said, `head ${size}, which the device saw,`)]
    findings.push(['heads_rewritten', `the log of today does not go on from head ${size}, which the device saw`])
  }
  findings.push(...seenProblems(receipt, [], continued).map((problem) => findingOf(problem, receipt)))
  return [...findings, ...(await resultFindings(receipt, today))]
}

/** Whether the server's history of today continues from the receipt's, and from what the device has fetched. */
export async function serverFindings(
  receipt: AnyReceipt,
  checkpoints: readonly SeenCheckpoint[],
  ask: Ask,
): Promise<Finding[]> {
  const latest = await ask('/proof/heads/latest', isLatest)
  const policy = await ask('/proof/policy', isPolicy)
  if (!latest || !policy) throw new Error('The server has no log: is it the host of the service?')
  const now = parseCheckpoint(latest.checkpoint)
  if (now?.size !== latest.head.number || !isSignedByLog(now, latest.publicKey))
    return [['checkpoint', 'the log of today is not signed']]
  if (!(await isLastOf(latest, now, ask))) return [['heads', 'the newest head is not in the log of today']]
  const { publicKey } = latest
  const log = latest.head.logs.find(({ name }) => name === 'keys')
  const areShown = isChain(policy.keys, publicKey) && areLogged(policy.keys, log)
  const keys = areShown ? keysOf({ keys: policy.keys, publicKey }) : []
  if (publicKey !== receipt.publicKey && !keys.includes(receipt.publicKey))
    return [['keys', 'the key of the receipt did not hand over to the one that signs the log of today']]
  const today = { latest, now, keys, policy, ask }
  const findings = await logFindings(receipt, today)
  if (!findings.some(([code]) => code === 'heads_rewritten' || code === 'order'))
    return [...findings, ...(await findingsToday(receipt, checkpoints, today))]
  const said = keys.includes(receipt.publicKey) ? await statementOn(receipt.head, today) : undefined
  return said ? [restoredFinding(said, `head ${receipt.head.number} of this receipt`)] : findings
}
