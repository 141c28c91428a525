import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { EMPTY_ROOT } from '../../proof/hashing'
import {
  DAY_BITS,
  DAY_MINUTES,
  MINUTE_BITS,
  type Place,
  type Result,
  readResult,
  type Subtree,
  treeOfMinute,
  treeOver,
} from '../../proof/map'
import { WrongLog } from '../../proof/steps'
import { storeFile } from '../lib/files'

/** Index of the settlement, key, hash of the leaf. */
const RECORD = 72
/** The kind of a subtree: none, one leaf or several, and its hash. */
const ROOT = 33

const readRoot = (bytes: Buffer): Subtree | undefined =>
  bytes[0] === 0 ? undefined : { isLeaf: bytes[0] === 1, hash: bytes.subarray(1, ROOT).toString('hex') }
const writeRoot = (tree: Subtree | undefined): Buffer =>
  tree ? Buffer.from(`${tree.isLeaf ? '01' : '02'}${tree.hash}`, 'hex') : Buffer.alloc(ROOT)

/** The subtree of a day, from the roots of its minutes. */
function treeOfDay(roots: Buffer): Subtree | undefined {
  const places = Array.from({ length: DAY_MINUTES }, (_, place) => ({
    place,
    tree: readRoot(roots.subarray(place * ROOT, (place + 1) * ROOT)),
  }))
  return treeOver(
    places.filter(({ tree }) => tree),
    MINUTE_BITS,
  )
}

/** The state of a map, as JSON keeps it. */
export interface KeptMap {
  size: number
  days: Record<string, string>
}

/**
 * The map of results, built again from the public settlements: one result for each order. Memory holds a root for each day; the
 * results of a minute, and the roots of a day's minutes, are files.
 */
export class ResultsMap {
  private size: number
  private added: number
  private readonly days: Map<number, Subtree | undefined>
  /** Minutes with results that are not in the files yet. */
  private readonly waiting = new Map<number, Result[]>()

  /**
   * @param folder of its files, made if there is none
   * @param kept as `toJSON` gave it; without, the map begins empty
   */
  constructor(
    private readonly folder: string,
    kept?: KeptMap,
  ) {
    this.size = this.added = kept?.size ?? 0
    if (!kept) rmSync(folder, { recursive: true, force: true })
    const days = Object.entries(kept?.days ?? {})
    this.days = new Map(days.map(([day, root]) => [Number(day), readRoot(Buffer.from(root, 'hex'))]))
  }

  toJSON(): KeptMap {
    const days = Object.fromEntries([...this.days].map(([day, tree]) => [day, writeRoot(tree).toString('hex')]))
    return { size: this.size, days }
  }

  /** Takes settlement `index`; throws `WrongLog` if it is the second one of an order. */
  add(index: number, text: string): void {
    const { minute, ...result } = readResult(index, text)
    const results = this.waiting.get(minute) ?? this.readMinute(minute, index)
    const first = results.find(({ key }) => key === result.key)
    if (first)
      throw new WrongLog(
        `settlement ${index + 1} is a second result of the order that settlement ${first.index + 1} ended`,
      )
    results.push(result)
    this.waiting.set(minute, results)
    this.added = index + 1
  }

  /** The root over all that was added. */
  root(): string {
    const touched = new Map<number, Place[]>()
    for (const [minute, results] of this.waiting) {
      const [day, place] = [Math.floor(minute / DAY_MINUTES), minute % DAY_MINUTES]
      this.writeMinute(minute, results)
      touched.set(day, [...(touched.get(day) ?? []), { place, tree: treeOfMinute(results) }])
    }
    this.waiting.clear()
    for (const [day, minutes] of touched) this.days.set(day, this.writeDay(day, minutes))
    this.size = this.added
    const days = [...this.days].map(([place, tree]) => ({ place, tree }))
    return treeOver(days, DAY_BITS)?.hash ?? EMPTY_ROOT
  }

  private fileOf(minute: number): string {
    return join(this.folder, String(Math.floor(minute / DAY_MINUTES)), String(minute % DAY_MINUTES))
  }

  /** The results of a minute before settlement `end`: after a crash the file may have some that were not kept as read. */
  private readMinute(minute: number, end: number): Result[] {
    const file = this.fileOf(minute)
    const bytes = existsSync(file) ? readFileSync(file) : Buffer.alloc(0)
    return Array.from({ length: Math.floor(bytes.length / RECORD) }, (_, nth) => {
      const record = bytes.subarray(nth * RECORD, (nth + 1) * RECORD)
      return {
        index: Number(record.readBigUInt64BE()),
        key: record.toString('hex', 8, 40),
        leaf: record.toString('hex', 40),
      }
    }).filter(({ index }) => index < end)
  }

  private writeMinute(minute: number, results: readonly Result[]): void {
    const parts = results.flatMap(({ index, key, leaf }) => {
      const number = Buffer.alloc(8)
      number.writeBigUInt64BE(BigInt(index))
      return [number, Buffer.from(key + leaf, 'hex')]
    })
    mkdirSync(join(this.folder, String(Math.floor(minute / DAY_MINUTES))), { recursive: true })
    storeFile(this.fileOf(minute), Buffer.concat(parts))
  }

  /** The roots of a day's minutes as they were at the last root; after a crash the file may be ahead, and is made again. */
  private readDay(day: number): Buffer {
    const file = join(this.folder, String(day), 'roots')
    const found = existsSync(file) ? readFileSync(file) : Buffer.alloc(DAY_MINUTES * ROOT)
    if (writeRoot(treeOfDay(found)).equals(writeRoot(this.days.get(day)))) return found
    const minutes = Array.from({ length: DAY_MINUTES }, (_, place) =>
      writeRoot(treeOfMinute(this.readMinute(day * DAY_MINUTES + place, this.size))),
    )
    return Buffer.concat(minutes)
  }

  /** Takes minutes into the roots of their day; returns the day's. */
  private writeDay(day: number, minutes: readonly Place[]): Subtree | undefined {
    const roots = this.readDay(day)
    for (const { place, tree } of minutes) writeRoot(tree).copy(roots, place * ROOT)
    storeFile(join(this.folder, String(day), 'roots'), roots)
    return treeOfDay(roots)
  }
}
