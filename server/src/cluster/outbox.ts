import type { BusEvent } from '../shared/bus'
import { isForOthers, type NodeMessage } from './message'

/** Events of one message: a settlement of thousands of orders is a few dozen messages, not tens of thousands. */
const EVENTS_MAX = 500
/** A quiet node sends an empty message, so that the loss of its last events is noticed while they can still be repaired. */
const BEAT_EVERY_MS = 1_000

/** Gathers the events of one turn of the event loop, so that each message is written once for all nodes, and numbers them. */
export function createOutbox(from: string, send: (message: NodeMessage) => void) {
  let waiting: BusEvent[] = []
  let number = 0
  let quiet = true
  let beat: NodeJS.Timeout | undefined

  function sendNumbered(events: BusEvent[]) {
    quiet = false
    // Counted also if it is lost: the others notice the gap.
    send({ from, number: ++number, events })
  }

  function flush() {
    const events = waiting
    waiting = []
    for (let first = 0; first < events.length; first += EVENTS_MAX)
      sendNumbered(events.slice(first, first + EVENTS_MAX))
  }

  return {
    add(event: BusEvent) {
      if (!isForOthers(event)) return
      if (waiting.length === 0) setImmediate(flush)
      waiting.push(event)
    },
    /** Sends a beat now and then while nothing else is sent and the bus is ready. */
    start(isReady: () => boolean) {
      beat ??= setInterval(() => {
        if (quiet && isReady()) sendNumbered([])
        quiet = true
      }, BEAT_EVERY_MS)
    },
    stop() {
      clearInterval(beat)
    },
  }
}
