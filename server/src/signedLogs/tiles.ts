import type { Queryable } from '../database/database'
import type { LeafRange } from './leaves'
import { KEPT_LEVEL, readNodes } from './logs'
import { leafHash } from './merkle'

/** Logs in the static files of c2sp.org/tlog-tiles: that of heads, and those that heads hold. */

const WIDTH = 2 ** KEPT_LEVEL
const PATH = /^(entries|[0-9]|[1-5][0-9]|6[0-3])\/((?:x\d{3}\/){0,5}\d{3})(?:\.p\/([1-9]\d{0,2}))?$/

interface Tile {
  /** Undefined for a bundle of entries. */
  level: number | undefined
  index: number
  width: number
}

/** `0/x001/234.p/56`; undefined for anything else. */
function parseTile(path: string): Tile | undefined {
  const [, kind = '', places = '', part] = PATH.exec(path) ?? []
  const width = part === undefined ? WIDTH : Number(part)
  // 1234 has one spelling: x001/234, and not x000/x001/234.
  if (kind === '' || places.startsWith('x000') || (part !== undefined && width >= WIDTH)) return undefined
  const index = Number(places.replace(/[x/]/g, ''))
  return { level: kind === 'entries' ? undefined : Number(kind), index, width }
}

function bundleOf(entries: readonly string[]): Buffer {
  const parts = entries.flatMap((entry) => {
    const bytes = Buffer.from(entry, 'ascii')
    const length = Buffer.alloc(2)
    length.writeUInt16BE(bytes.length)
    return [length, bytes]
  })
  return Buffer.concat(parts)
}

/**
 * A tile or a bundle of entries of the first `size` leaves, which never changes; undefined if the log has not grown so
 * far.
 */
export async function readTile(
  database: Queryable,
  { tree, size }: { tree: number; size: number },
  path: string,
  readRanges: (ranges: readonly LeafRange[]) => Promise<string[][]>,
): Promise<Buffer | undefined> {
  const tile = parseTile(path)
  if (!tile) return undefined
  const { level = 0, index, width } = tile
  const from = index * WIDTH
  if (from + width > Math.floor(size / WIDTH ** level)) return undefined
  if (level > 0) {
    const places = Array.from({ length: width }, (_, at) => ({ level: level * KEPT_LEVEL, position: from + at }))
    return Buffer.concat(await readNodes(database, tree, places))
  }
  const [entries = []] = await readRanges([{ tree, from, to: from + width }])
  return tile.level === undefined ? bundleOf(entries) : Buffer.concat(entries.map(leafHash))
}
