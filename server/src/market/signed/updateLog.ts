import type { Database, Queryable } from '../../database/database'
import type { Clock } from '../../shared/clock'
import type { Log } from '../../shared/log'
import { createLoop } from '../../shared/loop'
import { SIGNED } from '../../shared/signed/source'
import { createUpdateOpener, decides, type SignedUpdate } from '../../shared/signed/update'
import type { UpdateProblem } from '../../shared/signed/wire'
import type { FeedTally } from '../feeds/metrics'
import type { SignedSource } from '../feeds/settings'
import { fetchUpdates } from './hermes'
import { createWrongUpdates } from './pythSource'

const FLUSH_EVERY_MS = 100
const QUEUE_MAX = 10_000
const BATCH_MAX = 1_000
const RETRY_MAX_MS = 2_000
/** An order whose second is over for this long, and has no update, has it asked for. */
const ASK_AFTER_S = 4
const ASK_EVERY_MS = 2_000
/** After a failure of all addresses. */
const ASK_RETRY_MAX_MS = 30_000
const ASKS_AT_ONCE = 20
/** What decided an order is copied to it within seconds; what one still waits for when it is deleted is asked for again. */
export const UPDATES_KEPT_S = 3_600
const PRUNE_MAX = 20_000

export interface UpdateLogDeps {
  database: Database
  clock: Clock
  log: Log
  tally: FeedTally
  source: SignedSource
  /** Symbols to the numbers of products. */
  products: ReadonlyMap<string, number>
}

interface Kept {
  productId: number
  proof: Buffer
}

const store = (database: Queryable, set: string, updates: readonly Kept[]) =>
  database.query('select store_updates($1, $2, $3)', [
    updates.map(({ productId }) => productId),
    set,
    updates.map(({ proof }) => proof),
  ])

/** Deletes updates that decide nothing any more; orders have theirs. */
export async function pruneUpdates(database: Queryable, nowMs: number): Promise<void> {
  await database.query(
    `delete from signed_update where ctid = any (array(
       select ctid from signed_update where publish_at < $1 limit ${PRUNE_MAX}))`,
    [Math.floor(nowMs / 1_000) - UPDATES_KEPT_S],
  )
}

/** The update that decides a second, of the first address that has it. */
async function ask(
  { source }: Pick<UpdateLogDeps, 'source'>,
  wrong: (problem: UpdateProblem) => void,
  feed: string,
  second: number,
  signal: AbortSignal,
): Promise<SignedUpdate | undefined> {
  const opener = createUpdateOpener(source.set, (each) => each === feed)
  let failure: unknown
  for (const url of source.urls) {
    try {
      for (const bytes of await fetchUpdates({ url, apiKey: source.apiKey }, [feed], second, signal)) {
        const { updates, problems } = opener.open(bytes)
        for (const problem of problems) wrong(problem)
        const found = updates.find((update) => update.feed === feed && decides(update, second))
        if (found) return found
      }
    } catch (error) {
      failure = error
    }
  }
  if (failure !== undefined) throw failure
  return undefined
}

/** Verified updates on their way into the database, and those that orders miss. */
export type UpdateLog = ReturnType<typeof createUpdateLog>

export function createUpdateLog(deps: UpdateLogDeps) {
  const { database, clock, log, source, products } = deps
  const wrong = createWrongUpdates(deps)
  let waiting: Kept[] = []

  async function flush() {
    while (waiting.length > 0) {
      const batch = waiting.splice(0, BATCH_MAX)
      await store(database, source.set.id, batch).catch((error) => {
        waiting = [...batch, ...waiting].slice(-QUEUE_MAX)
        throw error
      })
    }
  }

  async function fetchMissing(signal: AbortSignal = new AbortController().signal) {
    const until = Math.floor(clock.now() / 1_000) - ASK_AFTER_S
    const wanted = await database.query<{ product_id: number; feed: string; second: bigint }>(
      'select product_id, feed, second from wanted_updates($1, $2, $3)',
      [source.set.id, until, ASKS_AT_ONCE],
    )
    /** That of one feed must not keep the orders of others waiting. */
    let failure: unknown
    for (const { product_id: productId, feed, second } of wanted) {
      try {
        const found = await ask(deps, wrong, feed, Number(second), signal)
        deps.tally.count(SIGNED, found ? 'filled_in' : 'not_there')
        if (found) await store(database, source.set.id, [{ productId, proof: found.proof }])
      } catch (error) {
        failure ??= error
      }
    }
    if (failure !== undefined) throw failure
  }

  const writing = createLoop({
    clock,
    everyMs: FLUSH_EVERY_MS,
    restFirst: true,
    retry: { minMs: 2 * FLUSH_EVERY_MS, maxMs: RETRY_MAX_MS },
    turn: flush,
    failed: (error) => log.warn({ err: error, waiting: waiting.length }, 'signed prices could not be written and wait'),
  })
  const asking = createLoop({
    clock,
    everyMs: ASK_EVERY_MS,
    restFirst: true,
    retry: { minMs: ASK_EVERY_MS, maxMs: ASK_RETRY_MAX_MS },
    turn: fetchMissing,
    failed: (error) =>
      log.warn({ err: error }, 'signed prices that orders wait for could not be fetched and are tried again'),
  })

  return {
    keep(symbol: string, { proof }: SignedUpdate) {
      const productId = products.get(symbol)
      if (productId === undefined || waiting.length >= QUEUE_MAX) return
      waiting.push({ productId, proof })
    },
    start() {
      writing.start()
      asking.start()
    },
    /** Writes the waiting updates, then ends. */
    async stop() {
      await Promise.all([writing.stop(), asking.stop()])
      await flush().catch((error) => log.warn({ err: error }, 'the last signed prices could not be written'))
    },
    /** Writes the waiting updates. */
    flush,
    /** Asks for the updates that orders wait for. */
    fetchMissing,
  }
}
