import type { BriefHead, FeedEventPage, SignedHead } from '../../../../contract/proof'
import type { Database } from '../../database/database'
import { createSubtreeHash, FEED_TREE, HEAD_TREE, readLeaves } from '../../proof/logs'
import { inclusionPath, rangePath } from '../../proof/merkle'
import { type AppError, fail, ok, type Result } from '../../shared/result'

/** Entries of one answer. */
const PAGE = 500

/**
 * A page of the log of feed events with what proves it under a head: the newest one, or the one from leaf `from` on, which is
 * empty at the end of the log. `invalid_request` beyond the end.
 */
export async function readFeedEvents(
  database: Database,
  { brief, signed }: { brief: BriefHead; signed: Pick<SignedHead, 'checkpoint' | 'publicKey'> },
  from?: number,
): Promise<Result<FeedEventPage, AppError<'invalid_request'>>> {
  const size = brief.logs.find(({ name }) => name === 'feeds')?.size ?? 0
  const first = from ?? Math.max(0, size - PAGE)
  if (first > size) return fail('invalid_request')
  const end = Math.min(size, first + PAGE)
  const hex = (hashes: readonly Buffer[]) => hashes.map((hash) => hash.toString('hex'))
  const hashOf = createSubtreeHash(database, FEED_TREE)
  return ok({
    head: brief,
    headPath: hex(await inclusionPath(createSubtreeHash(database, HEAD_TREE), brief.number - 1, brief.number)),
    from: first,
    entries: await readLeaves(database, FEED_TREE, first, end),
    path: end > first ? hex(await rangePath(hashOf, first, end, size)) : [],
    ...{ checkpoint: signed.checkpoint, publicKey: signed.publicKey },
  })
}
