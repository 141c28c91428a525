import type { Clock } from '../shared/clock'
import type { Log } from '../shared/log'
import { createLoop } from '../shared/loop'
import type { HeadMaker } from './headMaker'

/** A head is made at least this often, also while nothing is settled. */
const HEAD_EVERY_MS = 4_000

export interface HeadWorker {
  start(): void
  stop(): Promise<void>
}

/** Keeps the chain of tree heads going, so that entries of the logs are sealed soon after they happened. */
export function createHeadWorker(deps: { heads: HeadMaker; clock: Clock; log: Log }): HeadWorker {
  const { heads, clock, log } = deps
  return createLoop({
    clock,
    everyMs: HEAD_EVERY_MS,
    turn: () => heads.renew(HEAD_EVERY_MS),
    failed: (error) => log.warn({ err: error }, 'no tree head could be made and it is tried again'),
  })
}
