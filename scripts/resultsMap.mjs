// The map `results` of docs/PROOF_FORMAT.md, built again from the public settlements: one result for each order. Memory holds a root
// for each day; the results of a minute, and the roots of a day's minutes, are files.
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { EMPTY_ROOT, leafOf, nodeOf, storeFile, WrongLog } from './headChecks.mjs'

const DAY_MINUTES = 1_440
const [DAY_BITS, MINUTE_BITS, KEY_BITS] = [16, 11, 256]
/** Index of the settlement, key, hash of the leaf. */
const RECORD = 72
/** The kind of a subtree: none, one leaf or several, and its hash. */
const ROOT = 33
const LEAF = /^settled\|1\|(0|[1-9]\d{0,7})\|([0-9a-f]{64})\|[0-9a-f]{64}$/

/**
 * @typedef {{ isLeaf: boolean, hash: Buffer }} Subtree
 * @typedef {{ place: number, tree: Subtree | undefined }} Place
 * @typedef {{ index: number, key: Buffer, leaf: Buffer }} Result
 */

/**
 * Two neighboring subtrees as one; a subtree with one leaf is that leaf, one with none is undefined.
 * @param {Subtree | undefined} left @param {Subtree | undefined} right
 */
function join2(left, right) {
  if (!left || !right) {
    const only = left ?? right
    if (!only || only.isLeaf) return only
  }
  return { isLeaf: false, hash: nodeOf(left?.hash ?? EMPTY_ROOT, right?.hash ?? EMPTY_ROOT) }
}

/**
 * A subtree of `bits` levels over subtrees at places of it.
 * @param {Place[]} places @param {number} bits @returns {Subtree | undefined}
 */
function over(places, bits) {
  if (places.length === 0) return undefined
  if (bits === 0) return places[0].tree
  /** @param {Place} place */
  const isRight = ({ place }) => Math.floor(place / 2 ** (bits - 1)) % 2 === 1
  return join2(
    over(
      places.filter((each) => !isRight(each)),
      bits - 1,
    ),
    over(places.filter(isRight), bits - 1),
  )
}

/** The subtree of one minute. @param {Result[]} records @param {number} [bit] @returns {Subtree | undefined} */
function ofMinute(records, bit = 0) {
  if (records.length === 0) return undefined
  if (records.length === 1 || bit === KEY_BITS) return { isLeaf: true, hash: records[0].leaf }
  /** @param {Result} record */
  const isRight = ({ key }) => ((key[Math.floor(bit / 8)] >> (7 - (bit % 8))) & 1) === 1
  return join2(
    ofMinute(
      records.filter((each) => !isRight(each)),
      bit + 1,
    ),
    ofMinute(records.filter(isRight), bit + 1),
  )
}

/** @param {Buffer} bytes */
const readRoot = (bytes) =>
  bytes[0] === 0 ? undefined : { isLeaf: bytes[0] === 1, hash: Buffer.from(bytes.subarray(1, ROOT)) }
/** @param {Subtree | undefined} tree */
const writeRoot = (tree) => (tree ? Buffer.concat([Buffer.of(tree.isLeaf ? 1 : 2), tree.hash]) : Buffer.alloc(ROOT))

/** The subtree of a day, from the roots of its minutes. @param {Buffer} roots */
function ofDay(roots) {
  const places = Array.from({ length: DAY_MINUTES }, (_, place) => ({
    place,
    tree: readRoot(roots.subarray(place * ROOT, (place + 1) * ROOT)),
  }))
  return over(
    places.filter(({ tree }) => tree),
    MINUTE_BITS,
  )
}

export class ResultsMap {
  /**
   * @param {string} folder of its files, made if there is none
   * @param {{ size: number, days: Record<string, string> }} [state] as `toJSON` gave it; without, the map begins empty
   */
  constructor(folder, state) {
    const { size, days } = state ?? { size: 0, days: undefined }
    this.folder = folder
    this.size = size
    if (!days) rmSync(folder, { recursive: true, force: true })
    /** @type {Map<number, Subtree | undefined>} */
    this.days = new Map(
      Object.entries(days ?? {}).map(([day, root]) => [Number(day), readRoot(Buffer.from(root, 'hex'))]),
    )
    /** Minutes with results that are not in the files yet. @type {Map<number, Result[]>} */
    this.waiting = new Map()
  }

  toJSON() {
    const days = Object.fromEntries([...this.days].map(([day, tree]) => [day, writeRoot(tree).toString('hex')]))
    return { size: this.size, days }
  }

  /**
   * Takes settlement `index`; throws `WrongLog` if it is the second one of an order.
   * @param {number} index @param {string} text
   */
  add(index, text) {
    const [, minuteText, key] = LEAF.exec(text) ?? []
    const minute = Number(minuteText)
    if (!key || minute >= 2 ** DAY_BITS * DAY_MINUTES)
      throw new WrongLog(`settlement ${index + 1} is not in the form of a settlement`)
    const records = this.waiting.get(minute) ?? this.readMinute(minute, index)
    const record = { index, key: Buffer.from(key, 'hex'), leaf: leafOf(text) }
    const first = records.find((each) => each.key.equals(record.key))
    if (first)
      throw new WrongLog(
        `settlement ${index + 1} is a second result of the order that settlement ${first.index + 1} ended`,
      )
    records.push(record)
    this.waiting.set(minute, records)
    this.added = index + 1
  }

  /** The root over all that was added. */
  root() {
    /** @type {Map<number, Place[]>} */
    const touched = new Map()
    for (const [minute, records] of this.waiting) {
      const [day, place] = [Math.floor(minute / DAY_MINUTES), minute % DAY_MINUTES]
      this.writeMinute(minute, records)
      touched.set(day, [...(touched.get(day) ?? []), { place, tree: ofMinute(records) }])
    }
    this.waiting.clear()
    for (const [day, minutes] of touched) this.days.set(day, this.writeDay(day, minutes))
    this.size = this.added ?? this.size
    const days = [...this.days].map(([place, tree]) => ({ place, tree }))
    return over(days, DAY_BITS)?.hash ?? EMPTY_ROOT
  }

  /** @param {number} minute */
  fileOf(minute) {
    return join(this.folder, String(Math.floor(minute / DAY_MINUTES)), String(minute % DAY_MINUTES))
  }

  /**
   * The results of a minute before settlement `end`: after a crash the file may have some that were not kept as read.
   * @param {number} minute @param {number} end
   */
  readMinute(minute, end) {
    const file = this.fileOf(minute)
    const bytes = existsSync(file) ? readFileSync(file) : Buffer.alloc(0)
    return Array.from({ length: Math.floor(bytes.length / RECORD) }, (_, nth) => {
      const at = nth * RECORD
      return {
        index: Number(bytes.readBigUInt64BE(at)),
        key: bytes.subarray(at + 8, at + 40),
        leaf: bytes.subarray(at + 40, at + RECORD),
      }
    }).filter(({ index }) => index < end)
  }

  /** @param {number} minute @param {Result[]} records */
  writeMinute(minute, records) {
    const parts = records.flatMap(({ index, key, leaf }) => {
      const number = Buffer.alloc(8)
      number.writeBigUInt64BE(BigInt(index))
      return [number, key, leaf]
    })
    mkdirSync(join(this.folder, String(Math.floor(minute / DAY_MINUTES))), { recursive: true })
    storeFile(this.fileOf(minute), Buffer.concat(parts))
  }

  /**
   * The roots of a day's minutes as they were at the last root; after a crash the file may be ahead, and is made again.
   * @param {number} day
   */
  readDay(day) {
    const file = join(this.folder, String(day), 'roots')
    const found = existsSync(file) ? readFileSync(file) : Buffer.alloc(DAY_MINUTES * ROOT)
    if (writeRoot(ofDay(found)).equals(writeRoot(this.days.get(day)))) return found
    const minutes = Array.from({ length: DAY_MINUTES }, (_, place) =>
      writeRoot(ofMinute(this.readMinute(day * DAY_MINUTES + place, this.size))),
    )
    return Buffer.concat(minutes)
  }

  /** Takes minutes into the roots of their day; returns the day's. @param {number} day @param {Place[]} minutes */
  writeDay(day, minutes) {
    const roots = this.readDay(day)
    for (const { place, tree } of minutes) writeRoot(tree).copy(roots, place * ROOT)
    storeFile(join(this.folder, String(day), 'roots'), roots)
    return ofDay(roots)
  }
}
