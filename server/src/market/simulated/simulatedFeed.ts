import { isLeaseLost } from '../../cluster/leaseRow'
import type { Clock } from '../../shared/clock'
import type { Log } from '../../shared/log'
import { createLoop } from '../../shared/loop'
import { currentState } from '../calendar'
import type { Feed, FeedProduct, FeedTick } from '../feed'
import { type FeedEvent, noteSkipped } from '../feedEvents'
import type { SimulatedHours } from './hours'
import { type PathTick, pricePath } from './path'

const SIMULATED = 'simulated'
const POLL_MS = 50
const TEND_EVERY_MS = 1_000
const TEND_RETRY_MAX_MS = 5_000
/** A tick older than this is not published any more: after a pause of the process the present counts. */
const CATCH_UP_MAX_MS = 1_000

interface Walk {
  product: FeedProduct
  /** The rest of its hour; undefined before the first one, and between two. */
  path: Iterator<PathTick, void> | undefined
  next: PathTick | undefined
  untilMs: number
  lastAtMs: number | undefined
  sequence: number
}

function tickOf(walk: Walk, { atMs, price, size }: PathTick, now: number): FeedTick {
  walk.sequence += 1
  walk.lastAtMs = atMs
  const { symbol } = walk.product
  return { symbol, price, size, source: SIMULATED, sourceAtMs: atMs, receivedAtMs: now, sequence: walk.sequence }
}

const goOn = (walk: Walk) => {
  walk.next = walk.path?.next().value ?? undefined
}

export interface SimulatedFeedDeps {
  clock: Clock
  log: Log
  products: readonly FeedProduct[]
  hours: SimulatedHours
  /** Takes what belongs into the public log of feeds. */
  note: (event: FeedEvent) => void
}

/** A market of its own making, whose prices are fixed beforehand hour by hour. */
export function createSimulatedFeed({ clock, log, products, hours, note }: SimulatedFeedDeps): Feed {
  const walks = products.map((product): Walk => {
    return { product, path: undefined, next: undefined, untilMs: 0, lastAtMs: undefined, sequence: 0 }
  })
  let startedMs = 0
  let deliver: (tick: FeedTick) => void = () => undefined

  function tell(walk: Walk, tick: PathTick, now: number) {
    const { symbol, calendar } = walk.product
    if (tick.atMs < startedMs || currentState(calendar, tick.atMs).status !== 'open') return
    if (tick.atMs < now - CATCH_UP_MAX_MS) noteSkipped(note, symbol, SIMULATED, 'paused')
    else deliver(tickOf(walk, tick, now))
  }

  /** Tells everything that was due up to `now`. */
  function advance(walk: Walk, now: number) {
    for (;;) {
      for (; walk.next && walk.next.atMs <= now; goOn(walk)) tell(walk, walk.next, now)
      if (walk.next || now < walk.untilMs) return
      const { symbol } = walk.product
      const hour = hours.at(symbol, now)
      const start = hour?.plan.find((each) => each.symbol === symbol)
      if (!hour || !start) return
      walk.path = pricePath(hour, start)
      walk.untilMs = hour.untilMs
      goOn(walk)
    }
  }

  const walking = createLoop({
    clock,
    everyMs: POLL_MS,
    restFirst: true,
    turn() {
      const now = clock.now()
      for (const walk of walks) advance(walk, now)
    },
    // Arithmetic does not fail; a mistake in it must not pass unseen.
    failed(error) {
      throw error
    },
  })
  const tending = createLoop({
    clock,
    everyMs: TEND_EVERY_MS,
    restFirst: true,
    retry: { minMs: TEND_EVERY_MS, maxMs: TEND_RETRY_MAX_MS },
    turn: hours.tend,
    failed(error) {
      if (isLeaseLost(error)) return 'stop'
      return log.warn({ err: error }, 'the next prices of the simulated market could not be fixed and are tried again')
    },
  })
  const newestMs = () => {
    const ticked = walks.flatMap(({ lastAtMs }) => lastAtMs ?? [])
    return ticked.length > 0 ? Math.max(...ticked) : undefined
  }
  return {
    name: SIMULATED,
    start(onTick) {
      deliver = onTick
      startedMs = clock.now()
      walking.start()
      tending.start()
    },
    stop: async () => void (await Promise.all([walking.stop(), tending.stop()])),
    // It has no connection to lose; before its first tick it is as good as after it.
    states: () => [{ source: SIMULATED, status: 'connected', lastTickAtMs: newestMs(), missing: [] }],
  }
}
