import { readFileSync } from 'node:fs'
import type { Database } from '../server/src/database/database'

export const quantile = (values: readonly number[], share: number): number => {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

/**
 * The cost of a piece of work. `cpuMs` is the time of this process and of its backends in the database, regardless of
 * other processes.
 */
export interface Cost {
  ms: number
  cpuMs: number
  /** The database's log output. */
  walKb: number
}

const NANOSECONDS = 1e6

/** How long a process has run on a processor, ms; 0 for one that is gone, and on systems that do not say. */
function cpuOf(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / NANOSECONDS
  } catch {
    return 0
  }
}

async function readCounters(database: Database) {
  const rows = await database.query<{ pid: number; wal: bigint }>(
    `select pid, pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::bigint as wal from pg_stat_activity
      where datname = current_database() and backend_type = 'client backend'`,
  )
  const { user, system } = process.cpuUsage()
  return {
    ms: performance.now(),
    own: (user + system) / 1_000,
    backends: new Map(rows.map(({ pid }) => [pid, cpuOf(pid)])),
    wal: Number(rows[0]?.wal ?? 0n),
  }
}

/** Runs `work`, on a database of this machine. Without `own`, processor time is that of the database only. */
export async function costOf(
  database: Database,
  work: () => Promise<unknown>,
  { own = true }: { own?: boolean } = {},
): Promise<Cost> {
  const before = await readCounters(database)
  await work()
  const after = await readCounters(database)
  const backends = [...after.backends].map(([pid, cpuMs]) => cpuMs - (before.backends.get(pid) ?? 0))
  return {
    ms: after.ms - before.ms,
    cpuMs: (own ? after.own - before.own : 0) + backends.reduce((sum, cpuMs) => sum + cpuMs, 0),
    walKb: (after.wal - before.wal) / 1_024,
  }
}

export const sumOf = (a: Cost, b: Cost): Cost => ({
  ms: a.ms + b.ms,
  cpuMs: a.cpuMs + b.cpuMs,
  walKb: a.walKb + b.walKb,
})

const KEYS = ['ms', 'cpuMs', 'walKb'] as const

/**
 * Compares two ways of doing the same, in turns; each comes first in half of the pairs, so that neither has the warmer
 * cache. Each pair gives a ratio; the result is the median, shown with the middle half of all. Processor time and
 * bytes say more than the clock, which shows other load on this machine as well.
 */
export async function compareWays(rounds: number, ways: { with(): Promise<Cost>; without(): Promise<Cost> }) {
  const costs = { with: [] as Cost[], without: [] as Cost[] }
  // The first round fills caches.
  for (let round = -1; round < rounds; round++) {
    for (const way of round % 2 === 0 ? (['with', 'without'] as const) : (['without', 'with'] as const)) {
      const cost = await ways[way]()
      if (round >= 0) costs[way].push(cost)
    }
  }
  const figures = KEYS.map((key) => {
    const shares = costs.with.map((cost, pair) => (cost[key] / (costs.without[pair]?.[key] || cost[key]) - 1) * 100)
    const percent = (share: number) => Number(quantile(shares, share).toFixed(1))
    const middle = (all: Cost[]) =>
      Number(
        quantile(
          all.map((cost) => cost[key]),
          0.5,
        ).toPrecision(3),
      )
    const figure = {
      with: middle(costs.with),
      without: middle(costs.without),
      percentMore: percent(0.5),
      middleHalfOfPairs: [percent(0.25), percent(0.75)],
    }
    return [key, figure] as const
  })
  return { pairs: rounds, ...Object.fromEntries(figures) }
}
