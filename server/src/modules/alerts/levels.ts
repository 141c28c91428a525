import { ALERT_DIRECTION } from '../../shared/stored'
import { priceUnits } from './price'
import type { Direction } from './repository'

/** An active alert as it waits in memory. */
export interface Level {
  number: bigint
  userId: bigint
  productId: number
  direction: Direction
  /** Decimal string. */
  price: string
  /** Sequence of the newest tick that it was checked against. */
  after: number
}

export interface LevelTick {
  sequence: number
  atMs: number
  /** Decimal string. */
  price: string
}

export interface Hit {
  number: bigint
  tick: LevelTick
}

interface Entry extends Level {
  units: bigint
}

/** Up to this many levels are inserted one by one; more are sorted at once. */
const FEW = 32

/** Levels of one product and direction, the one that the price reaches first at the front. */
class Side {
  entries: Entry[] = []

  constructor(private readonly direction: Direction) {}

  add(added: readonly Entry[]): void {
    if (added.length > FEW) {
      const nearer = this.direction === ALERT_DIRECTION.above ? -1 : 1
      this.entries = [...this.entries, ...added].sort((a, b) =>
        a.units === b.units ? 0 : a.units < b.units ? nearer : -nearer,
      )
      return
    }
    for (const entry of added) this.entries.splice(this.placeOf(entry.units), 0, entry)
  }

  remove(gone: ReadonlySet<Entry>): void {
    if (gone.size > FEW) {
      this.entries = this.entries.filter((entry) => !gone.has(entry))
      return
    }
    for (const entry of gone) {
      const at = this.entries.indexOf(entry, this.placeOf(entry.units))
      if (at >= 0) this.entries.splice(at, 1)
    }
  }

  /** The entries that `units` has reached. */
  reached(units: bigint): Entry[] {
    const end = this.entries.findIndex((entry) => !this.isReached(entry.units, units))
    return end < 0 ? this.entries : this.entries.slice(0, end)
  }

  private isReached(level: bigint, units: bigint): boolean {
    return this.direction === ALERT_DIRECTION.above ? units >= level : units <= level
  }

  /** Index of the first entry that is at least as far away. */
  private placeOf(units: bigint): number {
    let low = 0
    let high = this.entries.length
    while (low < high) {
      const middle = (low + high) >> 1
      const other = this.entries[middle]?.units ?? units
      const isNearer = this.direction === ALERT_DIRECTION.above ? other < units : other > units
      if (isNearer) low = middle + 1
      else high = middle
    }
    return low
  }
}

/** Active alerts by product and price: a tick that reaches none of them costs two comparisons. */
export function createLevels() {
  const byNumber = new Map<bigint, Entry>()
  const byUser = new Map<bigint, Set<bigint>>()
  const sides = new Map<number, Record<Direction, Side>>()

  function sideOf(productId: number, direction: Direction): Side {
    const both = sides.get(productId) ?? { 1: new Side(1), [-1]: new Side(-1) }
    sides.set(productId, both)
    return both[direction]
  }

  function remove(numbers: readonly bigint[]) {
    const gone = numbers.flatMap((number) => byNumber.get(number) ?? [])
    for (const { number, userId } of gone) {
      byNumber.delete(number)
      const own = byUser.get(userId)
      own?.delete(number)
      if (own?.size === 0) byUser.delete(userId)
    }
    for (const [side, entries] of Map.groupBy(gone, ({ productId, direction }) => sideOf(productId, direction)))
      side.remove(new Set(entries))
    for (const { productId } of gone) {
      const both = sides.get(productId)
      if (both && both[1].entries.length + both[-1].entries.length === 0) sides.delete(productId)
    }
  }

  return {
    /** Adds alerts, or replaces their earlier state. */
    put(levels: readonly Level[]) {
      remove(levels.map(({ number }) => number))
      const entries = levels.map((level): Entry => ({ ...level, units: priceUnits(level.price) }))
      for (const entry of entries) {
        byNumber.set(entry.number, entry)
        byUser.set(entry.userId, (byUser.get(entry.userId) ?? new Set()).add(entry.number))
      }
      for (const [side, added] of Map.groupBy(entries, ({ productId, direction }) => sideOf(productId, direction)))
        side.add(added)
    },
    remove,
    has: (number: bigint) => byNumber.has(number),
    ofUser: (userId: bigint): bigint[] => [...(byUser.get(userId) ?? [])],
    isWatched: (productId: number) => sides.has(productId),
    products: (): number[] => [...sides.keys()],
    size: () => byNumber.size,
    /** For each alert that one of the ticks reaches, the first such tick; ticks come in the order of the log. */
    hits(productId: number, ticks: readonly LevelTick[]): Hit[] {
      const both = sides.get(productId)
      if (!both) return []
      const found = new Map<bigint, Hit>()
      for (const tick of ticks) {
        const units = priceUnits(tick.price)
        for (const side of [both[1], both[-1]]) {
          for (const { number, after } of side.reached(units)) {
            if (after < tick.sequence && !found.has(number)) found.set(number, { number, tick })
          }
        }
      }
      return [...found.values()]
    },
  }
}

export type Levels = ReturnType<typeof createLevels>
