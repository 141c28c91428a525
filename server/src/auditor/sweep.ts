import { databaseErrorCode, type Queryable } from '../database/database'

/** One thing that is off. Amounts are minor units. */
export type Finding =
  | { kind: 'transfer_unbalanced'; transferId: bigint; sum: bigint }
  /** `before` is what the account had by its posting before this one. */
  | { kind: 'posting_differs'; transferId: bigint; accountId: bigint; before: bigint; amount: bigint; after: bigint }
  | { kind: 'balance_differs'; accountId: bigint; balance: bigint; postings: bigint }
  | { kind: 'balance_negative'; accountId: bigint; balance: bigint }
  /** `rows` is what the open orders, open withdrawals or pending deposits into savings of the user add up to. */
  | { kind: 'held_differs'; accountId: bigint; balance: bigint; rows: bigint }
  | { kind: 'total_not_zero'; sum: bigint }
  | { kind: 'row_differs'; table: string; id: bigint }
  | { kind: 'file_differs'; file: string }

export const FINDINGS_MAX = 100

/** A walk over one table in bounded slices, in the order of an id that begins above 0. */
export interface Sweep {
  /** Progress is kept under this name. */
  name: string
  perSlice: number
  /** Whether ids rise with time, so that rows above the last id are new. */
  grows: boolean
  /** For how long it may fail before the books count as unchecked; a minute by default. */
  patienceMs?: number
  /** For how long it rests after a full pass; half a minute by default. */
  restMs?: number
  /**
   * For how long what it has looked at counts: until then, a pass looks at what came after it only. Else a pass looks
   * at all.
   */
  countsMs?: number
  last(database: Queryable): Promise<bigint>
  /** Where the slice of this many rows after `from` ends; undefined if nothing is left. */
  next(database: Queryable, from: bigint, rows: number): Promise<bigint | undefined>
  /** Problems in the id range (from, to]. */
  find(database: Queryable, from: bigint, to: bigint): Promise<Finding[]>
}

/** `last` and `next` over the ids of a table. */
export const byIdsOf = (table: string, id = 'id'): Pick<Sweep, 'last' | 'next'> => ({
  async last(database) {
    const row = await database.first<{ last: bigint | null }>(`select max(${id}) as last from ${table}`)
    return row?.last ?? 0n
  },
  async next(database, from, count) {
    const row = await database.first<{ last: bigint | null }>(
      `select max(id) as last from (select ${id} as id from ${table} where ${id} > $1 order by ${id} limit $2) slice`,
      [from, count],
    )
    return row?.last ?? undefined
  },
})

/** `last` and `next` over lines without a gap up to `last`: slices of `rows` lines. */
export const byLinesUpTo = (last: Sweep['last']): Pick<Sweep, 'last' | 'next'> => ({
  last,
  async next(database, from, rows) {
    const end = await last(database)
    const to = from + BigInt(rows)
    return from >= end ? undefined : to < end ? to : end
  },
})

export const byLinesOfSettlementLog = byLinesUpTo(
  async (database) => (await database.first<{ size: bigint }>('select size from settlement_log'))?.size ?? 0n,
)

const CANCELED = '57014'

export interface Slice {
  from: bigint
  to: bigint
  findings: Finding[]
}

/** The slice after `from`; a smaller one if the database takes too long for it. Undefined if nothing is left. */
export async function checkSlice(database: Queryable, sweep: Sweep, from: bigint): Promise<Slice | undefined> {
  for (let rows = sweep.perSlice; ; rows = Math.ceil(rows / 4)) {
    const to = await sweep.next(database, from, rows)
    if (to === undefined) return undefined
    try {
      return { from, to, findings: await sweep.find(database, from, to) }
    } catch (error) {
      if (rows === 1 || databaseErrorCode(error) !== CANCELED) throw error
    }
  }
}
