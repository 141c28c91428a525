import { PAGE_SIZE_DEFAULT } from '../../../contract/common'
import { ok, type Result, refuse } from './result'

/** As it comes from a query string. */
export interface PageQuery {
  cursor?: string | undefined
  limit?: string | number | undefined
}

export interface Page<T> {
  items: T[]
  nextCursor: string | null
}

export interface PagedList<Row, Item> {
  /** How many keys a cursor of this list holds. */
  keys: number
  /**
   * Rows after the one with these keys (null: from the start), in list order; undefined if they are not its keys.
   */
  read(after: readonly bigint[] | null, limit: number): Promise<readonly Row[] | undefined>
  keysOf(row: Row): readonly bigint[]
  toItem(row: Row): Item
}

/** Where a page ended, opaque to clients: the keys of its last row. */
const encodeCursor = (...keys: bigint[]): string => Buffer.from(keys.join('.')).toString('base64url')

/** The keys again; undefined for a text that is not a cursor of a list with this many keys. */
function decodeCursor(text: string, length: number): bigint[] | undefined {
  const keys = Buffer.from(text, 'base64url').toString('latin1').split('.')
  return keys.length === length && keys.every((key) => /^\d{1,18}$/.test(key)) ? keys.map(BigInt) : undefined
}

const notACursor = () =>
  refuse('invalid_request', { fields: [{ field: 'cursor', problem: 'not a cursor of this list' }] })

/** One page of a list, and where the next one begins. */
export async function readPage<Row, Item>(
  query: PageQuery,
  list: PagedList<Row, Item>,
): Promise<Result<Page<Item>, 'invalid_request'>> {
  const limit = Number(query.limit ?? PAGE_SIZE_DEFAULT)
  const after = query.cursor === undefined ? null : decodeCursor(query.cursor, list.keys)
  if (after === undefined) return notACursor()
  // One more than asked for tells whether there is another page.
  const rows = await list.read(after, limit + 1)
  if (rows === undefined) return notACursor()
  const last = rows.length > limit ? rows[limit - 1] : undefined
  return ok({
    items: rows.slice(0, limit).map((row) => list.toItem(row)),
    nextCursor: last === undefined ? null : encodeCursor(...list.keysOf(last)),
  })
}

/** Rows have a running number, or an id that is one. */
type Numbered = { number: bigint } | { id: bigint }

/** A page of a list that goes by the numbers of its rows: `read` returns those after this number (null: from the start). */
export const readNumbered = <Row extends Numbered, Item>(
  query: PageQuery,
  read: (after: bigint | null, limit: number) => Promise<readonly Row[]>,
  toItem: (row: Row) => Item,
) =>
  readPage(query, {
    keys: 1,
    read: (after, limit) => read(after?.[0] ?? null, limit),
    keysOf: (row: Row) => ['number' in row ? row.number : row.id],
    toItem,
  })
