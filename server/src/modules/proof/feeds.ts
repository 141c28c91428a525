import type { BriefHead, FeedEventPage, SignedHead } from '../../../../contract/proof'
import { ok, type Result, refuse } from '../../shared/result'
import { FEED_TREE, HEAD_TREE } from '../../signedLogs/logs'
import { inclusionPath, rangePath } from '../../signedLogs/merkle'
import type { TreeReader } from '../../signedLogs/treeReader'

/** Entries in one answer. */
const PAGE = 500

/**
 * A page of the log of feed events with its proof under a head: the newest page, or the one from leaf `from` on, which
 * is empty at the end of the log. `invalid_request` beyond the end.
 */
export async function readFeedEvents(
  trees: TreeReader,
  { brief, signed }: { brief: BriefHead; signed: Pick<SignedHead, 'checkpoint' | 'publicKey'> },
  from?: number,
): Promise<Result<FeedEventPage, 'invalid_request'>> {
  const size = brief.logs.find(({ name }) => name === 'feeds')?.size ?? 0
  const first = from ?? Math.max(0, size - PAGE)
  if (first > size) return refuse('invalid_request')
  const end = Math.min(size, first + PAGE)
  const hex = (hashes: readonly Buffer[]) => hashes.map((hash) => hash.toString('hex'))
  const [headPath, entries, path] = await Promise.all([
    inclusionPath(trees.hashesOf(HEAD_TREE), brief.number - 1, brief.number),
    trees.leaves({ tree: FEED_TREE, from: first, to: end }),
    end > first ? rangePath(trees.hashesOf(FEED_TREE), first, end, size) : [],
  ])
  return ok({
    head: brief,
    headPath: hex(headPath),
    from: first,
    entries,
    path: hex(path),
    checkpoint: signed.checkpoint,
    publicKey: signed.publicKey,
  })
}
