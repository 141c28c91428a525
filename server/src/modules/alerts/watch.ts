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
  /** Receives the triggered alerts, before their transaction commits. */
  onTriggered(rows: readonly AlertRow[]): void
}

const LOAD_BATCH = 5_000
const CLAIM_BATCH = 500

/** How far a product's alerts were checked at the last look: if the log is ahead of both, nobody checks them. */
interface Seen {
  evaluated: number
  progress: number
}

function batchesOf<T>(items: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, at) => items.slice(at * size, (at + 1) * size))
}

/** The state in memory. */
interface Watching {
  deps: AlertWatchDeps
  levels: ReturnType<typeof createLevels>
  /** Up to which tick the alerts of a watched product were checked against its log. */
  evaluated: Map<number, number>
  seen: Map<number, Seen>
  /** Every active alert up to this number is in `levels`. */
  knownNumber: bigint
}

async function trigger({ deps, levels }: Watching, hits: readonly Hit[], tx?: Tx) {
  for (const batch of batchesOf(hits, CLAIM_BATCH)) {
    const claim = async (within: Tx) =>
      deps.onTriggered(await triggerAlerts(deps.messages, within, batch, deps.clock.now()))
    await (tx ? claim(tx) : deps.database.withTransaction(claim))
    // A hit that this process did not mark was marked by another one or is canceled.
    levels.remove(batch.map(({ number }) => number))
  }
}

/** Checks these alerts against the log and keeps those that still wait. */
async function addAlerts(watching: Watching, numbers: readonly bigint[], tx?: Tx) {
  const { deps, levels, evaluated } = watching
  for (const batch of batchesOf(numbers, LOAD_BATCH)) {
    const hits: Hit[] = []
    const waiting: Level[] = []
    for (const row of await repository.loadWatched(tx ?? deps.database, batch)) {
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
    await trigger(watching, hits, tx)
  }
}

/** Reads the ticks that the bus did not deliver from the log. */
async function catchUp(watching: Watching, productId: number) {
  const { deps, evaluated } = watching
  const [before] = await repository.readProgress(deps.database, [productId])
  await addAlerts(watching, await repository.activeNumbersOfProducts(deps.database, [productId]))
  evaluated.set(productId, Math.max(evaluated.get(productId) ?? 0, Number(before?.head ?? 0n)))
}

/**
 * Adds alerts that are unknown here; with `tx`, under the lock that makes sure none is missed. Returns the last number.
 */
async function addUnknown(watching: Watching, tx?: Tx): Promise<bigint> {
  const { deps, levels, knownNumber } = watching
  const source: Queryable = tx ?? deps.database
  const numbers = await repository.activeNumbers(source, knownNumber)
  const unknown = numbers.filter((number) => !levels.has(number))
  await addAlerts(watching, unknown, tx)
  return numbers.at(-1) ?? knownNumber
}

/** Products whose log grows while nobody checks alerts against it; with `all`, every product whose log is ahead. */
function leftBehind({ evaluated, seen }: Watching, rows: readonly repository.Progress[], all: boolean): number[] {
  return rows.flatMap((row) => {
    const [productId, head, progress] = [row.product_id, Number(row.head), Number(row.progress)]
    const before = seen.get(productId)
    // Another process has got further with the same alerts.
    if (progress > (evaluated.get(productId) ?? 0)) evaluated.set(productId, progress)
    const now = { evaluated: evaluated.get(productId) ?? 0, progress }
    seen.set(productId, now)
    const isUnchanged = before?.evaluated === now.evaluated && before.progress === progress
    return head > now.evaluated && (all || isUnchanged) ? [productId] : []
  })
}

/** Reloads the alerts of these users: some were created, canceled or triggered, here or in another process. */
async function refreshUsers(watching: Watching, userIds: readonly bigint[]) {
  const { deps, levels } = watching
  const numbers = await repository.activeNumbersOfUsers(deps.database, userIds)
  const active = new Set(numbers)
  levels.remove(userIds.flatMap(levels.ofUser).filter((number) => !active.has(number)))
  const unknown = numbers.filter((number) => !levels.has(number))
  await addAlerts(watching, unknown)
}

/** Applies new ticks of a product, in the order of the log. After a failure the same ticks may come again. */
async function apply(watching: Watching, productId: number, ticks: readonly LevelTick[]) {
  const { levels, evaluated } = watching
  if (!levels.isWatched(productId)) return
  const from = evaluated.get(productId) ?? 0
  const fresh = ticks.filter((tick) => tick.sequence > from)
  const last = fresh.at(-1)
  if (!last) return
  if (last.sequence - from !== fresh.length) return catchUp(watching, productId)
  await trigger(watching, levels.hits(productId, fresh))
  evaluated.set(productId, last.sequence)
}

/** Finds what the events left out and stores how far all alerts are checked, where a restart continues. */
async function reconcile(watching: Watching, all: boolean) {
  const { deps, levels, evaluated, seen } = watching
  await addUnknown(watching)
  const progress = await repository.readProgress(deps.database, levels.products())
  for (const productId of leftBehind(watching, progress, all)) await catchUp(watching, productId)
  watching.knownNumber = await deps.database.withTransaction(async (tx) => {
    await lockForProgress(tx)
    const number = await addUnknown(watching, tx)
    const ahead = levels.products().flatMap((productId) => {
      const sequence = evaluated.get(productId) ?? 0
      return sequence > (seen.get(productId)?.progress ?? 0) ? [[productId, sequence] as const] : []
    })
    await repository.storeProgress(tx, ahead)
    return number
  })
}

/**
 * Checks active alerts against the tick log. They wait in memory, by price; ticks come from the bus, and from the log
 * if the bus left some out. Nothing in memory decides: a hit is a tick of the log, and the database marks each alert
 * once. Calls must not overlap.
 */
export function createAlertWatch(deps: AlertWatchDeps) {
  const levels = createLevels()
  const watching: Watching = { deps, levels, evaluated: new Map(), seen: new Map(), knownNumber: 0n }
  return {
    isWatched: levels.isWatched,
    size: levels.size,
    refreshUsers: (userIds: readonly bigint[]) => refreshUsers(watching, userIds),
    apply: (productId: number, ticks: readonly LevelTick[]) => apply(watching, productId, ticks),
    reconcile: (all: boolean) => reconcile(watching, all),
  }
}

export type AlertWatch = ReturnType<typeof createAlertWatch>
