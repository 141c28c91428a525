import type { Database, Queryable, Tx } from '../../database/database'
import type { Clock } from '../../shared/clock'
import type { MessagesService } from '../messages/service'
import { createLevels, type Hit, type Level, type LevelTick } from './levels'
import { type AlertRow, lockForProgress } from './repository'
import { triggerAlerts } from './trigger'
import * as repository from './watchRepository'

export interface AlertWatchDeps {
  clock: Clock
  database: Database
  messages: Pick<MessagesService, 'sendAll'>
  /** Receives what was triggered, before its transaction is done. */
  onTriggered(rows: readonly AlertRow[]): void
}

const LOAD_BATCH = 5_000
const CLAIM_BATCH = 500

/** Where a product's alerts stood when they were looked at last: a log ahead of both is nobody's. */
interface Seen {
  evaluated: number
  progress: number
}

function batchesOf<T>(items: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, at) => items.slice(at * size, (at + 1) * size))
}

/**
 * Holds active alerts against the tick log. They wait in memory, by price; ticks come from the bus, and from the log where
 * the bus left some out. Nothing in memory decides: a hit is a tick of the log, and the database marks each alert once.
 * Calls must not overlap.
 */
export function createAlertWatch(deps: AlertWatchDeps) {
  const { clock, database } = deps
  const levels = createLevels()
  /** Up to which tick the alerts of a watched product were held against its log. */
  const evaluated = new Map<number, number>()
  const seen = new Map<number, Seen>()
  /** Every active alert up to this number is in `levels`. */
  let knownNumber = 0n

  async function trigger(hits: readonly Hit[], tx?: Tx) {
    for (const batch of batchesOf(hits, CLAIM_BATCH)) {
      const claim = async (within: Tx) =>
        deps.onTriggered(await triggerAlerts(deps.messages, within, batch, clock.now()))
      await (tx ? claim(tx) : database.withTransaction(claim))
      // What this process did not mark was marked by another, or is cancelled.
      levels.remove(batch.map(({ number }) => number))
    }
  }

  /** Holds these alerts against the log and keeps those that still wait. */
  async function takeIn(numbers: readonly bigint[], tx?: Tx) {
    for (const batch of batchesOf(numbers, LOAD_BATCH)) {
      const hits: Hit[] = []
      const waiting: Level[] = []
      for (const row of await repository.loadWatched(tx ?? database, batch)) {
        const { number, user_id: userId, product_id: productId, direction, price } = row
        const head = Number(row.head)
        if (row.hit_sequence !== null && row.hit_at_ms !== null && row.hit_price !== null) {
          const tick = { sequence: Number(row.hit_sequence), atMs: Number(row.hit_at_ms), price: row.hit_price }
          hits.push({ number, tick })
          continue
        }
        if (!levels.isWatched(productId)) evaluated.set(productId, head)
        waiting.push({ number, userId, productId, direction, price, after: head })
      }
      levels.put(waiting)
      await trigger(hits, tx)
    }
  }

  /** Where ticks did not come by the bus, the log says what they were. */
  async function catchUp(productId: number) {
    const [before] = await repository.readProgress(database, [productId])
    await takeIn(await repository.activeNumbersOfProducts(database, [productId]))
    evaluated.set(productId, Math.max(evaluated.get(productId) ?? 0, Number(before?.head ?? 0n)))
  }

  /** Alerts that are not known here yet; `tx` holds the lock under which none can be overlooked. */
  async function takeInUnknown(tx?: Tx): Promise<bigint> {
    const source: Queryable = tx ?? database
    const numbers = await repository.activeNumbers(source, knownNumber)
    await takeIn(
      numbers.filter((number) => !levels.has(number)),
      tx,
    )
    return numbers.at(-1) ?? knownNumber
  }

  /** Products whose log goes on while nobody holds alerts against it; with `all`, whose log is ahead at all. */
  function leftBehind(rows: readonly repository.Progress[], all: boolean): number[] {
    return rows.flatMap((row) => {
      const [productId, head, progress] = [row.product_id, Number(row.head), Number(row.progress)]
      const before = seen.get(productId)
      // Another process has come farther with the same alerts.
      if (progress > (evaluated.get(productId) ?? 0)) evaluated.set(productId, progress)
      const now = { evaluated: evaluated.get(productId) ?? 0, progress }
      seen.set(productId, now)
      const stands = before?.evaluated === now.evaluated && before.progress === progress
      return head > now.evaluated && (all || stands) ? [productId] : []
    })
  }

  return {
    isWatched: levels.isWatched,
    size: levels.size,
    /** Alerts of these users were made, cancelled or triggered, here or in another process. */
    async refreshUsers(userIds: readonly bigint[]) {
      const numbers = await repository.activeNumbersOfUsers(database, userIds)
      const active = new Set(numbers)
      levels.remove(userIds.flatMap(levels.ofUser).filter((number) => !active.has(number)))
      await takeIn(numbers.filter((number) => !levels.has(number)))
    },
    /** New ticks of a product, in the order of the log. Where this fails, the same ticks may be given again. */
    async apply(productId: number, ticks: readonly LevelTick[]) {
      if (!levels.isWatched(productId)) return
      const from = evaluated.get(productId) ?? 0
      const fresh = ticks.filter((tick) => tick.sequence > from)
      const last = fresh.at(-1)
      if (!last) return
      if (last.sequence - from !== fresh.length) return catchUp(productId)
      await trigger(levels.hits(productId, fresh))
      evaluated.set(productId, last.sequence)
    },
    /** Finds what the events left out, and stores how far all alerts are, which is where a restart goes on. */
    async reconcile(all: boolean) {
      await takeInUnknown()
      for (const productId of leftBehind(await repository.readProgress(database, levels.products()), all)) {
        await catchUp(productId)
      }
      knownNumber = await database.withTransaction(async (tx) => {
        await lockForProgress(tx)
        const number = await takeInUnknown(tx)
        const ahead = levels.products().flatMap((productId) => {
          const sequence = evaluated.get(productId) ?? 0
          return sequence > (seen.get(productId)?.progress ?? 0) ? [[productId, sequence] as const] : []
        })
        await repository.storeProgress(tx, ahead)
        return number
      })
    },
  }
}

export type AlertWatch = ReturnType<typeof createAlertWatch>
