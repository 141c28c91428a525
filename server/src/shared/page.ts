import { PAGE_SIZE_DEFAULT } from '../../../contract/common'
import { decodeCursor, encodeCursor, notACursor } from './cursor'
import { ok, type Result } from './result'

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
