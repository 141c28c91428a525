import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { Database } from '../database/database'
import type { ObjectStore } from '../objectStore/objectStore'
import type { Clock } from '../shared/clock'
import type { Log } from '../shared/log'
import { DAY_MS } from '../shared/time'
import { readLeaves } from './leaves'
import { leafHash, rootOf } from './merkle'
import { ARCHIVE_LEVEL, ARCHIVE_WIDTH, archiveKey, openArchive } from './tickArchive'

export interface ArchiverDeps {
  config: { ticksKeptDays: number }
  database: Database
  objects: ObjectStore
  clock: Clock
  log: Log
}

/** In one turn; the next hour continues. */
const STRETCHES_MAX = 200

interface Candidate {
  productId: number
  first: number
  root: Buffer
}

const compress = promisify(gzip)

export type Archiver = ReturnType<typeof createArchiver>

/**
 * Moves old ticks from the database to the object store. A stretch is deleted only if its root is the one that the log
 * has kept, and if the copy read back from the store has the same root. Ticks that an open order may need, and the
 * newest stretch of each product, stay.
 */
export function createArchiver(deps: ArchiverDeps) {
  const { config, database, objects, clock, log } = deps

  async function next(): Promise<Candidate | undefined> {
    const row = await database.first<{ product_id: number; first: bigint; hash: Buffer }>(
      `select head.product_id, next.first, node.hash
         from tick_head head
         cross join lateral (
           select coalesce(max(last), 0) + 1 as first from tick_archive where product_id = head.product_id) next
         join tick on tick.product_id = head.product_id and tick.sequence = next.first + $1 - 1
         join log_node node on node.tree = head.product_id and node.level = $2 and node.position = (next.first - 1) / $1
        where tick.at_ms < $3 and head.sequence >= next.first + 2 * $1
          and not exists (select 1 from trade_order placed
                           where placed.product_id = head.product_id and placed.status <= order_open()
                             and placed.accepted_at_ms <= tick.at_ms)
        order by head.product_id limit 1`,
      [ARCHIVE_WIDTH, ARCHIVE_LEVEL, clock.now() - config.ticksKeptDays * DAY_MS],
    )
    return row && { productId: row.product_id, first: Number(row.first), root: row.hash }
  }

  async function move({ productId, first, root }: Candidate): Promise<void> {
    const last = first + ARCHIVE_WIDTH - 1
    const leaves = await readLeaves(database, productId, first - 1, last)
    if (leaves.length !== ARCHIVE_WIDTH || !rootOf(leaves.map(leafHash)).equals(root)) {
      throw new Error(`ticks ${first} to ${last} of product ${productId} are not those whose root the log has kept`)
    }
    const file = await compress(leaves.join('\n'))
    const key = archiveKey(productId, first)
    await objects.put(key, file)
    openArchive(await objects.get(key), root)
    await database.query('select drop_archived_ticks($1, $2, $3, $4)', [productId, first, root, file.length])
    log.info({ productId, first, last, bytes: file.length }, 'old ticks were moved to the archive')
  }

  return {
    /** Moves ticks that are old enough, and returns how many blocks of 16,384 these were. One process at a time. */
    async runOnce(signal?: AbortSignal): Promise<number> {
      if (config.ticksKeptDays === 0) return 0
      let moved = 0
      while (moved < STRETCHES_MAX && !signal?.aborted) {
        const candidate = await next()
        if (!candidate) break
        await move(candidate)
        moved += 1
      }
      return moved
    },
  }
}
