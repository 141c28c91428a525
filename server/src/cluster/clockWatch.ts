import { uptime } from 'node:os'
import { Gauge } from 'prom-client'
import type { Database } from '../database/database'
import { systemClock } from '../shared/clock'
import type { Log } from '../shared/log'
import { createLoop } from '../shared/loop'
import type { Metrics } from '../shared/metrics'
import { within } from '../shared/within'

/** More than clocks that are kept by NTP differ. */
const OFF_MS = 5_000
const COMPARE_EVERY_MS = 1_000
/** A clock that was set is believed no sooner, so that whoever leads notices and drops what it has stamped. */
const DOUBT_MS = 5_000

/** Two clocks of this machine in ms: the one that people set, and the one since its start, which nobody can set. */
export interface MachineTime {
  now(): number
  sinceStart(): number
}

const MACHINE: MachineTime = { now: () => Date.now(), sinceStart: () => uptime() * 1_000 }

const seconds = (ms: number) => `${Math.round(Math.abs(ms) / 1_000)} s`

/** Knows whether this machine's clock can be believed, by the database's clock and by its own steps. */
export type ClockWatch = ReturnType<typeof createClockWatch>

export function createClockWatch(
  { database, log, metrics }: { database: Pick<Database, 'first'>; log: Log; metrics: Metrics },
  time: MachineTime = MACHINE,
) {
  /** The instant of the machine's start, by the clock when the database last agreed with it. */
  let startedAt: number | undefined
  let wrongSince: number | undefined
  const off = new Gauge({
    name: 'fairtick_clock_off_seconds',
    help: "How far this machine's clock is ahead of the database's",
    registers: [metrics.registry],
  })

  function doubt(sentence: string) {
    if (wrongSince === undefined) log.error(`${sentence}, and this node writes no prices until the two agree`)
    wrongSince ??= time.sinceStart()
  }

  function isRight(): boolean {
    const stepMs = startedAt === undefined ? 0 : time.now() - time.sinceStart() - startedAt
    if (Math.abs(stepMs) > OFF_MS) {
      const way = stepMs > 0 ? 'forward' : 'back'
      doubt(`this machine's clock was set ${seconds(stepMs)} ${way}: it is compared with the database's`)
    }
    return wrongSince === undefined
  }

  /** Positive if this machine is ahead. What the question itself took counts for neither. */
  async function difference(): Promise<number> {
    const from = time.now()
    const sql = 'select (extract(epoch from clock_timestamp()) * 1000)::float8 as at'
    const row = await within(COMPARE_EVERY_MS, 'the database', () => database.first<{ at: number }>(sql))
    const at = row?.at ?? from
    return Math.max(from - at, 0) + Math.min(time.now() - at, 0)
  }

  async function compare() {
    const aheadMs = await difference()
    off.set(aheadMs / 1_000)
    if (Math.abs(aheadMs) > OFF_MS) {
      const side = aheadMs > 0 ? 'ahead of' : 'behind'
      doubt(`this machine's clock is ${seconds(aheadMs)} ${side} the database's: put the one that is wrong right (NTP)`)
      return
    }
    if (!isRight() && time.sinceStart() - (wrongSince ?? 0) < DOUBT_MS) return
    if (wrongSince !== undefined)
      log.warn("this machine's clock agrees with the database's, and this node may write prices")
    wrongSince = undefined
    startedAt = time.now() - time.sinceStart()
  }

  const comparing = createLoop({
    clock: systemClock,
    everyMs: COMPARE_EVERY_MS,
    restFirst: true,
    turn: compare,
    // A node that does not reach the database writes nothing either.
    failed: () => undefined,
  })
  return {
    /**
     * False from the moment the clock is set by more than 5 s until the database's clock agrees with it. Times
     * written in between would be in the log for good. A sleeping machine does not set its clock.
     */
    isRight,
    /** Resolves after the first comparison. */
    async start() {
      await compare().catch(() => undefined)
      comparing.start()
    },
    stop: comparing.stop,
  }
}
