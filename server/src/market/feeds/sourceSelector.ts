import type { Clock } from '../../shared/clock'
import type { Log } from '../../shared/log'
import { createLoop } from '../../shared/loop'
import type { Feed, FeedTick, MissingPrices } from '../feed'
import { type FeedEvent, heldEvent } from '../feedEvents'
import type { FeedTally } from './metrics'
import type { PriceSource } from './source'
import { createSpikeFilter, type SpikeFilter } from './spikeFilter'

export interface SourceSelectorOptions {
  /** Name of the whole feed, as users see it. */
  name: string
  /** The most wanted first. */
  sources: readonly PriceSource[]
  /** A source that gave nothing for a product for this long loses it to the next. */
  failoverMs: number
  /** A more wanted source takes a product back after it has ticked for this long without such a pause. */
  recoveryMs: number
  /** Basis points for a product of a source, 0 for no limit. */
  spikeLimitOf: (symbol: string, source: string) => number
  clock: Clock
  log: Log
  tally: FeedTally
  /** Takes what belongs into the public log of feeds. */
  note: (event: FeedEvent) => void
}

/** The current source of one product, and the state of its sources; by place in the product's list. */
interface Assignment {
  sources: string[]
  active: number
  heardAtMs: number[]
  /** Since when each has ticked without a pause. */
  steadySinceMs: number[]
}

/** Whether the source at `place` prices the product from now on, given that it has just ticked. */
function isChosen(assignment: Assignment, place: number, nowMs: number, options: SourceSelectorOptions): boolean {
  const { failoverMs, recoveryMs } = options
  const alive = (other: number) => nowMs - (assignment.heardAtMs[other] ?? 0) <= failoverMs
  if (nowMs - (assignment.heardAtMs[place] ?? 0) > failoverMs) assignment.steadySinceMs[place] = nowMs
  assignment.heardAtMs[place] = nowMs
  if (place === assignment.active) return true
  const wanted = place < assignment.active
  const steady = nowMs - (assignment.steadySinceMs[place] ?? nowMs) >= recoveryMs
  if (alive(assignment.active) && !(wanted && steady)) return false
  // Between two that could take over, the more wanted one does.
  for (let other = 0; other < place; other++) if (other !== assignment.active && alive(other)) return false
  assignment.active = place
  return true
}

const SAY_MISSING_EVERY_MS = 10_000

/** Logs which products a source has begun or ceased to miss. */
function createMissingLog({ sources, clock, log }: SourceSelectorOptions) {
  let before = new Map<string, MissingPrices & { source: string }>()
  function turn() {
    const missing = sources.flatMap((each) => each.state().missing.map((one) => ({ source: each.name, ...one })))
    const now = new Map(missing.map((each) => [`${each.source} ${each.symbol} ${each.why}`, each]))
    for (const [key, each] of now)
      if (!before.has(key)) log.warn(each, 'a price source has no prices of a product and is asked again')
    for (const [key, each] of before) if (!now.has(key)) log.info(each, 'a product is no longer missed like this')
    before = now
  }
  return createLoop({
    clock,
    everyMs: SAY_MISSING_EVERY_MS,
    restFirst: true,
    turn,
    failed: (error) => log.error({ err: error }, 'it could not be seen which products have no prices'),
  })
}

/**
 * Several sources as one feed: each product is priced by one source at a time, the others are on standby and confirm
 * its spikes. Every tick that leaves here is as its source gave it.
 */
export function createSourceSelector(options: SourceSelectorOptions): Feed {
  const { sources, clock, tally, note } = options
  const assignments = new Map<string, Assignment>()
  const saying = createMissingLog(options)
  const spikes: SpikeFilter = createSpikeFilter(options.spikeLimitOf)
  let deliver: (tick: FeedTick) => void = () => undefined

  function openAssignments() {
    const now = clock.now()
    for (const source of sources) {
      for (const symbol of source.symbols) {
        const assignment = assignments.get(symbol) ?? { sources: [], active: 0, heardAtMs: [], steadySinceMs: [] }
        assignment.sources.push(source.name)
        // The first source gets its chance to connect before another takes over.
        assignment.heardAtMs.push(assignment.sources.length === 1 ? now : Number.NEGATIVE_INFINITY)
        assignment.steadySinceMs.push(now)
        assignments.set(symbol, assignment)
      }
    }
  }

  /** A tick that was held and that nothing has confirmed. */
  function leaveOut(tick: FeedTick) {
    tally.count(tick.source, 'jump_unconfirmed')
    note(heldEvent('dropped', tick))
  }

  function onTick(tick: FeedTick) {
    const assignment = assignments.get(tick.symbol)
    const place = assignment?.sources.indexOf(tick.source) ?? -1
    if (!assignment || place < 0) return tally.count(tick.source, 'unknown_symbol')
    const before = assignment.sources[assignment.active] ?? '-'
    const chosen = isChosen(assignment, place, tick.receivedAtMs, options)
    if (chosen && before !== tick.source) note({ kind: 'source', symbol: tick.symbol, fields: [before, tick.source] })
    const { release, drop, held } = chosen ? spikes.offer(tick) : spikes.hear(tick)
    if (!chosen) tally.count(tick.source, 'standby')
    if (held) tally.held(tick.source, 1)
    for (const each of drop) leaveOut(each)
    if (held) note(heldEvent('held', tick))
    for (const each of release) {
      if (each !== tick) note(heldEvent('passed', each))
      tally.count(each.source, 'accepted')
      deliver(each)
    }
  }

  return {
    name: options.name,
    start(take) {
      deliver = take
      openAssignments()
      for (const source of sources) source.start(onTick)
      saying.start()
    },
    async stop() {
      await Promise.all([saying.stop(), ...sources.map((source) => source.stop())])
      for (const each of spikes.rest()) leaveOut(each)
    },
    states: () => sources.map((source) => source.state()),
  }
}
