import type { Endings } from '../../../../contract/proof'
import type { Queryable } from '../../database/database'
import type { Clock } from '../../shared/clock'
import { DAY_MS } from '../../shared/time'

/** Repeated questions within this time are answered from memory. */
const KEPT_MS = 60_000
/** How many different questions (days × products) are remembered; the oldest is dropped. */
const ANSWERS_KEPT = 200

const dayText = (day: number) => new Date(day * DAY_MS).toISOString().slice(0, 10)

interface Asked {
  /** "YYYY-MM-DD", the last day; today if it is missing. */
  until?: string
  days: number
  symbol?: string
}

async function read(database: Queryable, lastDay: number, { days, symbol }: Asked): Promise<Endings> {
  const firstDay = lastDay - days + 1
  const rows = await database.query<{
    day: number
    symbol: string
    orders: bigint
    no_entry_tick: bigint
    too_few_ticks: bigint
    stale_at_expiry: bigint
    logged_late: bigint
  }>(
    `select day_total.day, product.symbol, day_total.orders, day_total.no_entry_tick, day_total.too_few_ticks,
            day_total.stale_at_expiry, day_total.logged_late
       from settlement_day day_total join product on product.id = day_total.product_id
      where day_total.day between $1 and $2 and ($3::text is null or product.symbol = $3)
      order by day_total.day, product.symbol collate "C"`,
    [firstDay, lastDay, symbol ?? null],
  )
  const sum = await database.first<{ before: bigint | null; through: bigint | null }>(
    `select (sum(orders) filter (where day < $1))::bigint as before, sum(orders)::bigint as through
       from settlement_day where day <= $2`,
    [firstDay, lastDay],
  )
  return {
    from: dayText(firstDay),
    until: dayText(lastDay),
    settledBefore: Number(sum?.before ?? 0n),
    settledThrough: Number(sum?.through ?? 0n),
    items: rows.map((row) => ({
      day: dayText(row.day),
      symbol: row.symbol,
      orders: Number(row.orders),
      voids: {
        no_entry_tick: Number(row.no_entry_tick),
        too_few_ticks: Number(row.too_few_ticks),
        stale_at_expiry: Number(row.stale_at_expiry),
        logged_late: Number(row.logged_late),
      },
    })),
  }
}

/** How orders ended by day and product, read at most once a minute for each question. */
export function createEndingsReader(deps: { database: Queryable; clock: Clock }) {
  const known = new Map<string, { atMs: number; answer: Promise<Endings> }>()
  return (asked: Asked): Promise<Endings> => {
    const now = deps.clock.now()
    const today = Math.floor(now / DAY_MS)
    const lastDay = Math.min(today, asked.until === undefined ? today : Math.floor(Date.parse(asked.until) / DAY_MS))
    const key = [lastDay, asked.days, asked.symbol].join()
    const found = known.get(key)
    if (found && now - found.atMs < KEPT_MS) return found.answer
    const answer = read(deps.database, lastDay, asked)
    answer.catch(() => known.delete(key))
    known.delete(key)
    known.set(key, { atMs: now, answer })
    const oldest = known.size > ANSWERS_KEPT ? known.keys().next().value : undefined
    if (oldest !== undefined) known.delete(oldest)
    return answer
  }
}
