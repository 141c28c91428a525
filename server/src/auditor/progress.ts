import type { Queryable } from '../database/database'
import type { Sweep } from './sweep'
import { NO_TOTAL, type TotalWalk } from './totalWalk'

/** How far a sweep is. Ids rise from 0. */
export interface Walk {
  /** What came after this counts as new. */
  newRowsCheckedTo: bigint
  /** As far as the last look at new rows went; the next one begins here again: a transaction may have been under way. */
  previousCheckedTo: bigint
  /** The full pass under way: how far it is, and where it ends. */
  fullPassAt: bigint
  fullPassEnd: bigint
  /** When its last full pass ended, epoch ms. */
  endedAt: number | undefined
  /** When the last pass over all of it began, epoch ms; undefined before the first. */
  wholeBeganAt: number | undefined
}

/** A slice in which something is off: it is looked at again until nothing is. */
export interface Suspect {
  sweep: string
  from: bigint
  to: bigint
}

/** The auditor's state in the database, so that a new process continues where the last one was. */
export interface Progress {
  walks: Map<string, Walk>
  suspects: Suspect[]
  total: TotalWalk
}

const SETTING = 'audit_walk'

type Stored<T> = { [K in keyof T]: T[K] extends bigint ? string : T[K] }

export async function loadProgress(database: Queryable, sweeps: readonly Sweep[]): Promise<Progress> {
  const row = await database.first<{
    value: { walks: Record<string, Stored<Walk>>; suspects: Stored<Suspect>[]; total?: Stored<TotalWalk> }
  }>('select value from setting where key = $1', [SETTING])
  const stored = row?.value
  const walks = sweeps.map(({ name }) => [name, walkOf(stored?.walks[name])] as const)
  const known = new Set(sweeps.map(({ name }) => name))
  const suspects = (stored?.suspects ?? []).filter(({ sweep }) => known.has(sweep))
  return {
    walks: new Map(walks),
    suspects: suspects.map(({ sweep, from, to }) => ({ sweep, from: BigInt(from), to: BigInt(to) })),
    total: stored?.total ? totalOf(stored.total) : NO_TOTAL,
  }
}

/** A sweep that is new, or was stored under other names, begins at 0. */
function walkOf(stored: Stored<Walk> | undefined): Walk {
  const { newRowsCheckedTo = '0', previousCheckedTo = '0', fullPassAt = '0', fullPassEnd = '0' } = stored ?? {}
  return {
    newRowsCheckedTo: BigInt(newRowsCheckedTo),
    previousCheckedTo: BigInt(previousCheckedTo),
    fullPassAt: BigInt(fullPassAt),
    fullPassEnd: BigInt(fullPassEnd),
    endedAt: stored?.newRowsCheckedTo === undefined ? undefined : stored.endedAt,
    wholeBeganAt: stored?.wholeBeganAt,
  }
}

function totalOf({ through, horizon, at, sum, ...rest }: Stored<TotalWalk>): TotalWalk {
  const ids = { through: BigInt(through), horizon: BigInt(horizon), at: BigInt(at), sum: BigInt(sum) }
  return { ...rest, ...ids }
}

export async function saveProgress(database: Queryable, { walks, suspects, total }: Progress): Promise<void> {
  const value = JSON.stringify({ walks: Object.fromEntries(walks), suspects, total }, (_key, item) =>
    typeof item === 'bigint' ? String(item) : item,
  )
  await database.query(
    `insert into setting (key, value) values ($1, $2::jsonb) on conflict (key) do update set value = excluded.value`,
    [SETTING, value],
  )
}
