import type { Queryable } from '../database/database'
import type { Clock } from '../shared/clock'
import { inLanes } from '../shared/lanes'
import type { Log } from '../shared/log'
import { createLoop, type Loop } from '../shared/loop'
import { DAY_MS } from '../shared/time'
import { findWrongTotal, LEDGER_SWEEPS } from './bookSweeps'
import { loadProgress, type Progress, type Suspect, saveProgress, type Walk } from './progress'
import { checkSlice, FINDINGS_MAX, type Finding, type Sweep } from './sweep'
import { stepTotal, totalFindings } from './totalWalk'

/** Books that were not gone through from end to end within this time are unchecked. */
export const FULL_PASS_MAX_MS = 3 * DAY_MS
/** So are books whose new rows were not checked within this time. */
const ROUND_MAX_MS = 10 * 60_000
const PATIENCE_MS = 60_000
/**
 * A batch's time for the full pass, and the pause after it: a fifth of one connection. Books that were never gone
 * through are unchecked, and money waits for them, so that the first pass takes nearly all of three.
 */
const BATCH = { workMs: 500, pauseMs: 2_000, lanes: 1 }
const FIRST_PASS_BATCH = { workMs: 2_000, pauseMs: 50, lanes: 3 }
/** A small ledger takes one batch; going through it again at once would be a waste. */
const ROUND_PAUSE_MS = 30_000
/** Slices in which something was off that a batch looks at again, and that are remembered. */
const SUSPECTS_PER_BATCH = 5
const SUSPECTS_MAX = 1_000
/** Slices of new rows, at most in one batch. */
const FRESH_PER_BATCH = 20
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

/**
 * `unchecked` until the first full pass is through, if the last one is too long ago, and if new rows cannot be
 * checked; `off` while anything is off.
 */
export type AuditState = 'ok' | 'off' | 'unchecked'

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

export interface Auditor {
  start(): void
  stop(): Promise<void>
  state(): AuditState
  facts(): AuditFacts
  /** One bounded batch; for tests, which call it until `state()` settles. */
  runBatch(): Promise<Finding[]>
}

interface AuditorDeps {
  database: Queryable
  clock: Clock
  log: Log
  /** Sweeps in addition to the ledger. */
  more?: readonly Sweep[]
  /** Sweeps instead of the ledger and `more`, for measurements. */
  only?: readonly Sweep[]
  /** Slices of the full pass that each sweep looks at in a batch, for tests; otherwise a batch ends by time. */
  slices?: number
}

/** A batch of one sweep: earlier suspects, new rows, and the next slice of its full pass. */
function createTurn({ database, clock, slices }: AuditorDeps, sweep: Sweep) {
  async function again(progress: Progress): Promise<Finding[]> {
    const mine = progress.suspects.filter((suspect) => suspect.sweep === sweep.name).slice(0, SUSPECTS_PER_BATCH)
    const findings: Finding[] = []
    for (const suspect of mine) {
      const found = await sweep.find(database, suspect.from, suspect.to)
      progress.suspects = progress.suspects.filter((other) => other !== suspect)
      if (found.length > 0) progress.suspects.push(suspect)
      findings.push(...found)
    }
    return findings
  }

  function note(progress: Progress, from: bigint, to: bigint, findings: Finding[]): Finding[] {
    const covered = ({ sweep: name, from: start, to: end }: Suspect) =>
      name === sweep.name && start <= from && end >= to
    if (findings.length > 0 && progress.suspects.length < SUSPECTS_MAX && !progress.suspects.some(covered)) {
      progress.suspects.push({ sweep: sweep.name, from, to })
    }
    return findings
  }

  /** Returns whether everything that is new was looked at. */
  async function fresh(progress: Progress, walk: Walk, findings: Finding[]): Promise<boolean> {
    const last = sweep.grows ? await sweep.last(database) : 0n
    let at = walk.seen
    for (let slices = 0; at < last && slices < FRESH_PER_BATCH; slices++) {
      const slice = await checkSlice(database, sweep, at)
      if (slice) findings.push(...note(progress, slice.from, slice.to, slice.findings))
      at = slice?.to ?? last
    }
    walk.seen = at < last ? at : walk.lag
    walk.lag = at
    return at >= last
  }

  /** Slices until the time is used up, one at least. */
  async function full(progress: Progress, walk: Walk, findings: Finding[], workMs: number) {
    const until = performance.now() + workMs
    let done = 0
    const hasTime = () => (slices === undefined ? performance.now() < until : done < slices)
    do {
      const slice = walk.at < walk.end ? await checkSlice(database, sweep, walk.at) : undefined
      if (slice) findings.push(...note(progress, slice.from, slice.to, slice.findings))
      walk.at = slice?.to ?? walk.end
      done += 1
    } while (walk.at < walk.end && findings.length < FINDINGS_MAX && hasTime())
    if (walk.at >= walk.end) walk.endedAt = clock.now()
  }

  return async (progress: Progress, walk: Walk, begin: boolean, workMs: number) => {
    const findings = await again(progress)
    if (walk.at >= walk.end && begin) {
      const now = clock.now()
      const counts = walk.wholeAt !== undefined && now - walk.wholeAt < (sweep.countsMs ?? 0)
      const last = await sweep.last(database)
      walk.at = counts ? walk.end : 0n
      walk.end = last
      if (!counts) walk.wholeAt = now
      // The first full pass looks at all that is there.
      if (walk.endedAt === undefined) walk.seen = walk.lag = walk.end
    }
    const caughtUp = await fresh(progress, walk, findings)
    let failure: unknown
    if (walk.at < walk.end || begin) {
      await full(progress, walk, findings, workMs).catch((error) => {
        failure = error
      })
    }
    return { findings, caughtUp, failure }
  }
}

interface Memory {
  progress: Progress | undefined
  sweeps: readonly Sweep[]
  /** Since when a sweep fails. */
  failingSince: ReadonlyMap<string, number>
  checkedAt: number | undefined
}

function fullPassOf(progress: Progress | undefined, sweeps: readonly Sweep[]): number | undefined {
  const ends = [progress?.total.endedAt, ...sweeps.map(({ name }) => progress?.walks.get(name)?.endedAt)]
  return ends.reduce((least, end) => (least === undefined || end === undefined ? undefined : Math.min(least, end)))
}

const paceOf = (progress: Progress | undefined, sweeps: readonly Sweep[]) =>
  fullPassOf(progress, sweeps) === undefined ? FIRST_PASS_BATCH : BATCH

function judge({ progress, sweeps, failingSince, checkedAt }: Memory, now: number): AuditState {
  if (progress?.total.isOff || (progress?.suspects.length ?? 0) > 0) return 'off'
  const full = fullPassOf(progress, sweeps)
  const fails = sweeps.some(({ name, patienceMs = PATIENCE_MS }) => now - (failingSince.get(name) ?? now) >= patienceMs)
  if (fails || full === undefined || now - full > FULL_PASS_MAX_MS) return 'unchecked'
  return checkedAt === undefined || now - checkedAt > ROUND_MAX_MS ? 'unchecked' : 'ok'
}

const over = (walk: Walk | undefined) => walk !== undefined && walk.at >= walk.end

/**
 * Whether a sweep begins again: after its rest, or once all are through unless it has its own rest. In the first pass
 * what grows waits for the others: what is new of it is looked at anyway.
 */
function begins(known: Progress, { name, restMs, grows }: Sweep, isFirstPass: boolean, now: number): boolean {
  const walk = walkOf(known, name)
  if (!over(walk) || (isFirstPass && grows && walk.endedAt !== undefined)) return false
  const rested = now - (walk.endedAt ?? 0) >= (restMs ?? ROUND_PAUSE_MS)
  return rested || (restMs === undefined && [...known.walks.values()].every(over))
}

/** Walks over all books again and again in small batches, so that the check never competes with trading. */
export function createAuditor(deps: AuditorDeps): Auditor {
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
  const isThrough = () => [...(progress?.walks.values() ?? [])].every(over) && !progress?.total.going

  async function runBatch(): Promise<Finding[]> {
    const known = progress ?? (await loadProgress(database, sweeps))
    progress = known
    const findings: Finding[] = []
    const isFirstPass = fullPassOf(known, sweeps) === undefined
    const beginning = new Set(sweeps.filter((sweep) => begins(known, sweep, isFirstPass, clock.now())))
    const walking = sweeps.filter((sweep) => beginning.has(sweep) || !over(known.walks.get(sweep.name)))
    const { lanes, workMs } = paceOf(known, sweeps)
    const share = Math.min(workMs, (workMs * lanes) / Math.max(1, walking.length))
    let caughtUp = true
    isBehind = false
    await inLanes(lanes, turns, async ({ sweep, turn }) => {
      let isFresh = !sweep.grows
      try {
        const result = await turn(known, walkOf(known, sweep.name), beginning.has(sweep), share)
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
    const state = judge({ progress, sweeps, failingSince, checkedAt }, clock.now())
    return { state, checkedAt, fullPassAt: fullPassOf(progress, sweeps), findings: state === 'off' ? named : [] }
  }

  return {
    runBatch,
    facts,
    state: () => facts().state,
    start() {
      // Another process may have walked in the meantime.
      progress = undefined
      loop = createLoop({
        clock,
        everyMs: () => (isThrough() && !isBehind ? ROUND_PAUSE_MS : paceOf(progress, sweeps).pauseMs),
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
