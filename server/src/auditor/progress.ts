import type { Queryable } from '../database/database'
import type { Sweep } from './sweep'
import { NO_TOTAL, type TotalWalk } from './totalWalk'

/** How far a sweep is. Ids up to `seen` were looked at when they were new; `at` of `end` is the full pass under way. */
export interface Walk {
  seen: bigint
  /** New rows are checked once more the next time: a transaction may have been under way. */
  lag: bigint
  at: bigint
  end: bigint
  /** When its last full pass ended, epoch ms. */
  endedAt: number | undefined
  /** When the last pass over all of it began, epoch ms; undefined before the first. */
  wholeAt?: number
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
  const walks = sweeps.map(({ name }): [string, Walk] => {
    const walk = stored?.walks[name]
    if (!walk) return [name, { seen: 0n, lag: 0n, at: 0n, end: 0n, endedAt: undefined }]
    const { endedAt, wholeAt, ...ids } = walk
    const known = { seen: BigInt(ids.seen), lag: BigInt(ids.lag), at: BigInt(ids.at), end: BigInt(ids.end), endedAt }
    return [name, wholeAt === undefined ? known : { ...known, wholeAt }]
  })
  const known = new Set(sweeps.map(({ name }) => name))
  const suspects = (stored?.suspects ?? []).filter(({ sweep }) => known.has(sweep))
  return {
    walks: new Map(walks),
    suspects: suspects.map(({ sweep, from, to }) => ({ sweep, from: BigInt(from), to: BigInt(to) })),
    total: stored?.total ? totalOf(stored.total) : NO_TOTAL,
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
