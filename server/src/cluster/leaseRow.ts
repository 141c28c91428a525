import { type Database, databaseErrorCode } from '../database/database'
import { within } from '../shared/within'

/** Rows of the table `lease`: who writes prices, and who does the work that needs only one node. */
export type LeaseName = 'feed' | 'upkeep'

/** True for a write that was refused because another node leads by now. */
export const isLeaseLost = (error: unknown) => databaseErrorCode(error) === 'FT001'

interface Seen {
  token: bigint
  beat: bigint
  takeable: boolean
}

/** How long the beat has not moved, by this process's own watch: clocks of machines may be wrong or jump. */
function createStallWatch(ttlMs: number) {
  let beat: bigint | undefined
  let sinceMs = 0
  return (seen: Seen): boolean => {
    const nowMs = performance.now()
    if (seen.beat !== beat) {
      beat = seen.beat
      sinceMs = nowMs
      return false
    }
    return nowMs - sinceMs >= ttlMs
  }
}

/** Operations of this node on one row of the table `lease`. Each call ends within the time to live. */
export function createLeaseRow(
  database: Database,
  { name, holder, ttlMs }: { name: LeaseName; holder: string; ttlMs: number },
) {
  const isStalled = createStallWatch(ttlMs)
  const inTime = <T>(work: () => Promise<T>) => within(ttlMs, 'the database', work)

  async function take(forced: boolean): Promise<bigint | null> {
    const seen = await database.first<Record<string, unknown> & Seen>(
      `select token, beat, holder is null or holder = $2 or expires_at <= clock_timestamp() as takeable
         from lease where name = $1`,
      [name, holder],
    )
    if (!seen) return null
    const stalled = isStalled(seen)
    if (!seen.takeable && !stalled && !forced) return null
    const row = await database.first<{ token: bigint | null }>('select take_lease($1, $2, $3, $4, $5) as token', [
      name,
      holder,
      ttlMs,
      stalled ? seen.beat : null,
      forced,
    ])
    return row?.token ?? null
  }

  return {
    /** The token under which this node leads from now on; null while another one does. */
    take: (forced: boolean): Promise<bigint | null> => inTime(() => take(forced)),
    /** False if another node has taken it. */
    renew: (token: bigint): Promise<boolean> =>
      inTime(() =>
        database.some(
          `update lease set beat = beat + 1, expires_at = clock_timestamp() + $3::int * interval '1 millisecond'
            where name = $1 and token = $2 and holder = $4 returning beat`,
          [name, token, ttlMs, holder],
        ),
      ),
    /** Lets another node take it at once. */
    async giveUp(token: bigint) {
      await inTime(() =>
        database.query('update lease set holder = null, beat = beat + 1 where name = $1 and token = $2', [name, token]),
      )
    },
  }
}
