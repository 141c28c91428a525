import type { Queryable } from '../database/database'
import { HOUR_MS } from '../shared/time'
import { byLinesUpTo, FINDINGS_MAX, type Finding, type Sweep } from './sweep'

const rowDiffers = (table: string, id: bigint): Finding => ({ kind: 'row_differs', table, id })

/** The log of feed events: no entry is missing, each says its own place in time, and times do not fall. */
export const feedsSweep: Sweep = {
  name: 'feeds',
  perSlice: 5_000,
  grows: true,
  ...byLinesUpTo(async (database) => {
    const row = await database.first<{ size: bigint | null }>('select max(leaf) + 1 as size from feed_event')
    return row?.size ?? 0n
  }),
  async find(database, from, to) {
    const rows = await database.query<{ leaf: bigint }>(
      `select place.leaf from generate_series($1::bigint, $2::bigint - 1) place (leaf)
         left join feed_event event on event.leaf = place.leaf
         left join feed_event earlier on earlier.leaf = place.leaf - 1
        where event.leaf is null or event.at_ms < earlier.at_ms
           or not starts_with(event.entry, concat_ws('|', 'feed', 1, event.at_ms, event.kind, event.symbol))
        limit ${FINDINGS_MAX}`,
      [from, to],
    )
    return rows.map(({ leaf }) => rowDiffers('feed_event', leaf))
  },
}

const FIGURES = ['orders', 'no_entry_tick', 'too_few_ticks', 'stale_at_expiry', 'logged_late'] as const
type Figures = Record<(typeof FIGURES)[number], bigint>
/** Figures of one product, `symbol`. */
type CountedRow = Figures & { symbol: string }

/** Lines of the log that one statement counts: a day of any size stays below the limit of a statement. */
const LINES_AT_ONCE = 100_000n

/** The lines [first, last] of the log that are of this day, counted by symbol. */
async function countLines(database: Queryable, day: bigint, [first, last]: readonly [bigint, bigint], atOnce: bigint) {
  const counted = new Map<string, Figures>()
  const add = (rows: readonly CountedRow[]) => {
    for (const row of rows) {
      const known = counted.get(row.symbol)
      const sums = FIGURES.map((figure) => [figure, row[figure] + (known?.[figure] ?? 0n)] as const)
      counted.set(row.symbol, Object.fromEntries(sums) as Figures)
    }
  }
  for (let from = first; from <= last; from += atOnce) {
    const to = from + atOnce <= last ? from + atOnce - 1n : last
    const rows = await database.query<CountedRow>(
      `select line.symbol, count(*) as orders, count(*) filter (where line.void_reason = 'no_entry_tick') as no_entry_tick,
              count(*) filter (where line.void_reason = 'too_few_ticks') as too_few_ticks,
              count(*) filter (where line.void_reason = 'stale_at_expiry') as stale_at_expiry,
              count(*) filter (where line.void_reason = 'logged_late') as logged_late
         from (select settlement_field(entry, 'symbol') as symbol, settlement_field(entry, 'void_reason') as void_reason,
                      settlement_field(entry, 'closed_at')::bigint as closed_at_ms
                 from settlement where leaf between $2 and $3 and is_settlement(entry)) line
        where line.closed_at_ms / 86400000 = $1 group by line.symbol`,
      [day, from, to],
    )
    add(rows)
  }
  return counted
}

/** Days with a figure that contradicts the settlement log; day 0 if all days do not add up to its size. */
async function findWrongDays(database: Queryable, from: bigint, to: bigint, atOnce: bigint): Promise<Finding[]> {
  const rows = await database.query<CountedRow & { day: bigint; first: bigint; last: bigint }>(
    `select known.*, known.day::bigint as day, product.symbol, min(known.first_leaf) over (partition by known.day) as first,
            max(known.last_leaf) over (partition by known.day) as last
       from settlement_day known join product on product.id = known.product_id where known.day > $1 and known.day <= $2`,
    [from, to],
  )
  const wrong: bigint[] = []
  for (const [day, known] of Map.groupBy(rows, (row) => row.day)) {
    const [{ first, last } = { first: 0n, last: -1n }] = known
    const counted = await countLines(database, day, [first, last], atOnce)
    const isRight = (row: CountedRow) => FIGURES.every((figure) => counted.get(row.symbol)?.[figure] === row[figure])
    if (counted.size !== known.length || !known.every(isRight)) wrong.push(day)
  }
  const total = await database.first<{ differs: boolean }>(
    `select (select size from settlement_log) <> (select coalesce(sum(orders), 0) from settlement_day) as differs`,
  )
  return [...wrong, ...(total?.differs ? [0n] : [])].map((day) => rowDiffers('settlement_day', day))
}

/** The public figures of how orders ended: each day is what the settlement log says, and none is missing. */
export const createEndingsSweep = (linesAtOnce = LINES_AT_ONCE): Sweep => ({
  name: 'endings',
  perSlice: 1,
  grows: false,
  // A pass reads the whole log of settlements, which other sweeps go through as well.
  restMs: HOUR_MS,
  async last(database) {
    return (
      (await database.first<{ day: bigint | null }>('select max(day)::bigint as day from settlement_day'))?.day ?? 0n
    )
  },
  async next(database, from, count) {
    const row = await database.first<{ day: bigint | null }>(
      `select max(day)::bigint as day
         from (select distinct day from settlement_day where day > $1 order by day limit $2) days`,
      [from, count],
    )
    return row?.day ?? undefined
  },
  find: (database, from, to) => findWrongDays(database, from, to, linesAtOnce),
})
