import type { Clock } from '../../shared/clock'
import type { Log } from '../../shared/log'
import { createLoop } from '../../shared/loop'
import { DAY_MS } from '../../shared/time'
import type { FeedTick, SourceStatus } from '../feed'
import { type FeedEvent, noteSkipped } from '../feedEvents'
import type { FeedTally } from './metrics'
import { linesOf, readRecordedLine } from './recording'
import { createSequencer } from './sequencer'
import type { PriceSource } from './source'

/** Between the end of the file and its next beginning; also the wait after a file that gave nothing. */
const AGAIN_AFTER_MS = 1_000
const RETRY_AFTER_MS = 10_000
/** A process that was held up continues from here instead of replaying what nobody could have seen. */
const CATCH_UP_MAX_MS = 1_000
/** Longer pauses in a file are taken for a wrong time. */
const PAUSE_MAX_MS = DAY_MS
const STALE_MS = 5_000

export interface ReplayOptions {
  /** As written on ticks: `replay:day.csv`. */
  name: string
  file: string
  /** The file's names of products to our symbols. */
  symbols: ReadonlyMap<string, string>
  skewMs: number
  clock: Clock
  log: Log
  tally: FeedTally
  /** Takes what belongs into the public log of feeds. */
  note: (event: FeedEvent) => void
}

/** Waits for each line of a file as long as there was between it and the one before. */
function createPace(clock: Clock, signal: AbortSignal) {
  let lastAtMs: number | undefined
  let shiftMs: number | undefined
  return {
    lastAtMs: () => lastAtMs,
    /** From the times of the file to those of now. */
    shiftMs: () => shiftMs ?? 0,
    /** Resolves when a line of that time is due: with false at once if the time cannot be right. */
    async until(atMs: number): Promise<boolean> {
      if (lastAtMs !== undefined && atMs - lastAtMs > PAUSE_MAX_MS) return false
      // A line of an earlier time than the one before it is due at once.
      if (lastAtMs !== undefined && atMs < lastAtMs) return true
      lastAtMs = atMs
      const now = clock.now()
      if (now - (atMs + (shiftMs ?? 0)) > CATCH_UP_MAX_MS) shiftMs = undefined
      shiftMs ??= now - atMs
      const waitMs = atMs + shiftMs - now
      if (waitMs > 0) await clock.sleep(waitMs, signal)
      return true
    },
  }
}

/** A file of prices as if they came in now: with the pauses of the original, its times moved to the present, over and over. */
export function createReplaySource(options: ReplayOptions): PriceSource {
  const { name, clock, log, tally, symbols } = options
  const sequences = new Map<string, number>()
  let deliver: (tick: FeedTick) => void = () => undefined
  let lastTickAtMs: number | undefined
  let failed = false

  /** Plays the file once; returns how many ticks it gave. */
  async function play(signal: AbortSignal): Promise<number> {
    const sequencer = createSequencer({ source: name, symbols, skewMs: options.skewMs })
    const pace = createPace(clock, signal)
    let count = 0
    for await (const line of linesOf(options.file)) {
      const { atMs = pace.lastAtMs(), parsed } = readRecordedLine(line)
      if (atMs !== undefined && !(await pace.until(atMs))) {
        tally.count(name, 'ahead_of_clock')
        continue
      }
      if (signal.aborted) return count
      for (const row of parsed.rows) {
        const tick = typeof row === 'string' ? row : sequencer(row, atMs ?? row.sourceAtMs)
        if (typeof tick === 'string') {
          tally.count(name, tick)
          const symbol = typeof row === 'string' ? undefined : symbols.get(row.name)
          if (symbol !== undefined) noteSkipped(options.note, symbol, name, tick)
          continue
        }
        count++
        const sequence = (sequences.get(tick.symbol) ?? 0) + 1
        sequences.set(tick.symbol, sequence)
        lastTickAtMs = clock.now()
        deliver({ ...tick, sequence, receivedAtMs: lastTickAtMs, sourceAtMs: tick.sourceAtMs + pace.shiftMs() })
      }
    }
    return count
  }

  const playing = createLoop({
    clock,
    everyMs: () => (failed ? RETRY_AFTER_MS : AGAIN_AFTER_MS),
    async turn(signal) {
      failed = (await play(signal)) === 0
      if (failed && !signal.aborted) log.warn({ source: name }, 'the recording gave no price')
    },
    failed(error) {
      failed = true
      log.error({ err: error, source: name }, 'the recording could not be read and is tried again')
    },
  })

  function status(): SourceStatus {
    if (failed) return 'down'
    if (lastTickAtMs === undefined) return 'connecting'
    return clock.now() - lastTickAtMs <= STALE_MS ? 'connected' : 'stale'
  }

  return {
    name,
    symbols: [...new Set(symbols.values())],
    start(onTick) {
      deliver = onTick
      playing.start()
    },
    stop: playing.stop,
    state: () => ({ source: name, status: status(), lastTickAtMs, missing: [] }),
  }
}
