import { DAY_MS } from '../shared/time'
import type { Progress } from './progress'
import type { Sweep } from './sweep'

/** Books that were not gone through from end to end within this time are unchecked. */
export const FULL_PASS_MAX_MS = 3 * DAY_MS
/** So are books whose new rows were not checked within this time. */
export const NEW_ROWS_MAX_MS = 10 * 60_000
/** For how long a sweep may fail before they are, if it does not say itself. */
export const PATIENCE_MS = 60_000

/**
 * `unchecked` until the first full pass is through, if the last one is too long ago, and if new rows cannot be
 * checked; `off` while anything is off.
 */
export type AuditState = 'ok' | 'off' | 'unchecked'

/** The basis of a verdict. Instants are epoch ms. */
export interface Evidence {
  progress: Progress | undefined
  sweeps: readonly Pick<Sweep, 'name' | 'patienceMs'>[]
  /** Since when a sweep fails. */
  failingSince: ReadonlyMap<string, number>
  /** When all that was new had been checked. */
  checkedAt: number | undefined
}

/** When the oldest of the newest full passes ended; undefined while there is a part without one. */
export function lastFullPass(progress: Progress | undefined, sweeps: Evidence['sweeps']): number | undefined {
  const ends = [progress?.total.endedAt, ...sweeps.map(({ name }) => progress?.walks.get(name)?.endedAt)]
  return ends.reduce((least, end) => (least === undefined || end === undefined ? undefined : Math.min(least, end)))
}

export function verdictOf({ progress, sweeps, failingSince, checkedAt }: Evidence, now: number): AuditState {
  if (progress?.total.isOff || (progress?.suspects.length ?? 0) > 0) return 'off'
  const hasFailed = sweeps.some(
    ({ name, patienceMs = PATIENCE_MS }) => now - (failingSince.get(name) ?? now) >= patienceMs,
  )
  const isWithin = (at: number | undefined, maxMs: number) => at !== undefined && now - at <= maxMs
  const isChecked = isWithin(lastFullPass(progress, sweeps), FULL_PASS_MAX_MS) && isWithin(checkedAt, NEW_ROWS_MAX_MS)
  return !hasFailed && isChecked ? 'ok' : 'unchecked'
}
