import type { Queryable } from '../database/database'
import { inLanes } from '../shared/lanes'
import type { Log } from '../shared/log'
import { createLoop, type Loop } from '../shared/loop'
import { findWrongTotal, LEDGER_SWEEPS } from './bookSweeps'
import { loadProgress, type Progress, saveProgress, type Walk } from './progress'
import { batchBudget, isFullPassOver, ROUND_PAUSE_MS, shouldStartFullPass } from './schedule'
import { checkSlice, type Finding, type Sweep } from './sweep'
import { createTurn, type TurnDeps } from './sweepTurn'
import { stepTotal, totalFindings } from './totalWalk'
import { type AuditState, lastFullPass, verdictOf } from './verdict'

const NAMED_MAX = 10

/** Everything, slice after slice: for tests and for the operator. */
export async function auditAll(database: Queryable, more: readonly Sweep[] = []): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const sweep of [...LEDGER_SWEEPS, ...more]) {
    const last = await sweep.last(database)
    for (let at = 0n; at < last; ) {
      const slice = await checkSlice(database, sweep, at)
      if (!slice) break
      findings.push(...slice.findings)
      at = slice.to
    }
  }
  return [...findings, ...(await findWrongTotal(database))]
}

/** The auditor's knowledge. Instants are epoch ms. */
export interface AuditFacts {
  state: AuditState
  /** When it last had looked at all that was new. */
  checkedAt: number | undefined
  /** When it last had looked at everything. */
  fullPassAt: number | undefined
  /** The first differences, as text. */
  findings: Record<string, string>[]
}

interface AuditorDeps extends TurnDeps {
  log: Log
  /** Sweeps in addition to the ledger. */
  more?: readonly Sweep[]
  /** Sweeps instead of the ledger and `more`, for measurements. */
  only?: readonly Sweep[]
}

export type Auditor = ReturnType<typeof createAuditor>

/** Walks over all books again and again in small batches, so that the check never competes with trading. */
export function createAuditor(deps: AuditorDeps) {
  const { database, clock, log } = deps
  const sweeps = deps.only ?? [...LEDGER_SWEEPS, ...(deps.more ?? [])]
  const turns = sweeps.map((sweep) => ({ sweep, turn: createTurn(deps, sweep) }))
  let progress: Progress | undefined
  let checkedAt: number | undefined
  let named: AuditFacts['findings'] = []
  /** Whether more is new than the last batch has looked at. */
  let isBehind = false
  const failingSince = new Map<string, number>()
  let loop: Loop | undefined

  /** Nothing is under way: neither a sweep nor the total, which may have to wait for transactions. */
  const isThrough = () => [...(progress?.walks.values() ?? [])].every(isFullPassOver) && !progress?.total.going

  async function runBatch(): Promise<Finding[]> {
    const known = progress ?? (await loadProgress(database, sweeps))
    progress = known
    const findings: Finding[] = []
    const isFirstPass = lastFullPass(known, sweeps) === undefined
    const starting = new Set(sweeps.filter((sweep) => shouldStartFullPass(known, sweep, isFirstPass, clock.now())))
    const walking = sweeps.filter((sweep) => starting.has(sweep) || !isFullPassOver(known.walks.get(sweep.name)))
    const { lanes, workMs } = batchBudget(known, sweeps)
    const share = Math.min(workMs, (workMs * lanes) / Math.max(1, walking.length))
    let caughtUp = true
    isBehind = false
    await inLanes(lanes, turns, async ({ sweep, turn }) => {
      let isFresh = !sweep.grows
      try {
        const result = await turn(known, walkOf(known, sweep.name), starting.has(sweep), share)
        findings.push(...result.findings)
        isFresh = result.caughtUp
        isBehind ||= !result.caughtUp
        // If old rows could not be checked, that says nothing about new ones.
        if (result.failure !== undefined) throw result.failure
        failingSince.delete(sweep.name)
      } catch (error) {
        if (!failingSince.has(sweep.name)) failingSince.set(sweep.name, clock.now())
        log.warn({ err: error, sweep: sweep.name }, 'a part of the books could not be checked')
      }
      caughtUp &&= isFresh
    })
    const rests = !known.total.going && clock.now() - (known.total.endedAt ?? 0) < ROUND_PAUSE_MS
    if (!rests || known.total.isOff) known.total = await stepTotal(database, known.total, clock.now())
    if (caughtUp) checkedAt = clock.now()
    const different = distinct([...findings, ...totalFindings(known.total)])
    if (different.length > 0) {
      named = different.slice(0, NAMED_MAX).map(describeFinding)
      log.error({ findings: named }, 'the books do not add up')
    }
    await saveProgress(database, known)
    return different
  }

  const facts = (): AuditFacts => {
    const state = verdictOf({ progress, sweeps, failingSince, checkedAt }, clock.now())
    return { state, checkedAt, fullPassAt: lastFullPass(progress, sweeps), findings: state === 'off' ? named : [] }
  }

  return {
    /** One bounded batch; for tests, which call it until `state()` settles. */
    runBatch,
    facts,
    state: (): AuditState => facts().state,
    start() {
      // Another process may have walked in the meantime.
      progress = undefined
      loop = createLoop({
        clock,
        everyMs: () => (isThrough() && !isBehind ? ROUND_PAUSE_MS : batchBudget(progress, sweeps).pauseMs),
        turn: runBatch,
        failed(error) {
          for (const { name } of sweeps) if (!failingSince.has(name)) failingSince.set(name, clock.now())
          log.warn({ err: error }, 'the ledger could not be checked')
        },
      })
      loop.start()
    },
    async stop() {
      await loop?.stop()
    },
  }
}

function walkOf({ walks }: Progress, name: string): Walk {
  const walk = walks.get(name)
  if (!walk) throw new Error(`the sweep ${name} has no progress`)
  return walk
}

/** A row that was looked at twice in one batch is named once. */
const distinct = (findings: Finding[]): Finding[] => [
  ...new Map(findings.map((finding) => [Object.entries(finding).join(), finding])).values(),
]

/** JSON has no bigint. */
const describeFinding = (finding: Finding): Record<string, string> =>
  Object.fromEntries(Object.entries(finding).map(([key, value]) => [key, String(value)]))
