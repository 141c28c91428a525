import type { Queryable } from '../database/database'
import type { Clock } from '../shared/clock'
import type { Progress, Suspect, Walk } from './progress'
import { isFullPassOver } from './schedule'
import { checkSlice, FINDINGS_MAX, type Finding, type Slice, type Sweep } from './sweep'

/** Slices in which something was off that a batch looks at again, and that are remembered. */
const SUSPECTS_PER_BATCH = 5
const SUSPECTS_MAX = 1_000
/** Slices of new rows, at most in one batch. */
const NEW_SLICES_PER_BATCH = 20

export interface TurnDeps {
  database: Queryable
  clock: Clock
  /** Slices of the full pass that each sweep looks at in a batch, for tests; otherwise a batch ends by time. */
  slices?: number
}

interface Turn {
  findings: Finding[]
  /** Whether all that is new was looked at. */
  caughtUp: boolean
  /** Why the full pass could not continue. */
  failure: unknown
}

/** A batch of one sweep: earlier suspects, new rows, and the next slices of its full pass. `progress` moves with it. */
export function createTurn({ database, clock, slices }: TurnDeps, sweep: Sweep) {
  async function recheckSuspects(progress: Progress): Promise<Finding[]> {
    const own = progress.suspects.filter((suspect) => suspect.sweep === sweep.name).slice(0, SUSPECTS_PER_BATCH)
    const findings: Finding[] = []
    for (const suspect of own) {
      const found = await sweep.find(database, suspect.from, suspect.to)
      progress.suspects = progress.suspects.filter((other) => other !== suspect)
      if (found.length > 0) progress.suspects.push(suspect)
      findings.push(...found)
    }
    return findings
  }

  /** A slice in which something is off is a suspect from now on. */
  function rememberSuspect({ suspects }: Progress, { from, to, findings }: Slice): void {
    const covers = (known: Suspect) => known.sweep === sweep.name && known.from <= from && known.to >= to
    if (findings.length > 0 && suspects.length < SUSPECTS_MAX && !suspects.some(covers)) {
      suspects.push({ sweep: sweep.name, from, to })
    }
  }

  /** The slice after `from`, and the findings in it. Returns where it ends; undefined if nothing is left. */
  async function checkNext(progress: Progress, from: bigint, findings: Finding[]): Promise<bigint | undefined> {
    const slice = await checkSlice(database, sweep, from)
    if (!slice) return undefined
    rememberSuspect(progress, slice)
    findings.push(...slice.findings)
    return slice.to
  }

  /** Returns whether everything that is new was looked at. */
  async function checkNewRows(progress: Progress, walk: Walk, findings: Finding[]): Promise<boolean> {
    const last = sweep.grows ? await sweep.last(database) : 0n
    let at = walk.newRowsCheckedTo
    for (let count = 0; at < last && count < NEW_SLICES_PER_BATCH; count++) {
      at = (await checkNext(progress, at, findings)) ?? last
    }
    const isThrough = at >= last
    walk.newRowsCheckedTo = isThrough ? walk.previousCheckedTo : at
    walk.previousCheckedTo = at
    return isThrough
  }

  async function startFullPass(walk: Walk): Promise<void> {
    const now = clock.now()
    const counts = walk.wholeBeganAt !== undefined && now - walk.wholeBeganAt < (sweep.countsMs ?? 0)
    const last = await sweep.last(database)
    walk.fullPassAt = counts ? walk.fullPassEnd : 0n
    walk.fullPassEnd = last
    if (!counts) walk.wholeBeganAt = now
    // The first one looks at all that is there.
    if (walk.endedAt === undefined) walk.newRowsCheckedTo = walk.previousCheckedTo = last
  }

  /** Slices until the time is used up, one at least. */
  async function continueFullPass(progress: Progress, walk: Walk, findings: Finding[], workMs: number) {
    const until = performance.now() + workMs
    let done = 0
    const hasTime = () => (slices === undefined ? performance.now() < until : done < slices)
    do {
      const to = isFullPassOver(walk) ? undefined : await checkNext(progress, walk.fullPassAt, findings)
      walk.fullPassAt = to ?? walk.fullPassEnd
      done += 1
    } while (!isFullPassOver(walk) && findings.length < FINDINGS_MAX && hasTime())
    if (isFullPassOver(walk)) walk.endedAt = clock.now()
  }

  return async (progress: Progress, walk: Walk, starts: boolean, workMs: number): Promise<Turn> => {
    const findings = await recheckSuspects(progress)
    if (starts) await startFullPass(walk)
    const caughtUp = await checkNewRows(progress, walk, findings)
    let failure: unknown
    if (starts || !isFullPassOver(walk)) {
      await continueFullPass(progress, walk, findings, workMs).catch((error) => {
        failure = error
      })
    }
    return { findings, caughtUp, failure }
  }
}
