import type { Clock } from '../../shared/clock'
import type { Log } from '../../shared/log'
import { createLoop } from '../../shared/loop'
import { SIGNED } from '../../shared/signed/source'
import { createUpdateOpener } from '../../shared/signed/update'
import type { SignedSource } from '../feeds/settings'
import { fetchUpdates } from './hermes'

/** Time for the streams to open and to bring the first prices. */
const FIRST_AFTER_MS = 5_000
/** A stream that brings nothing of a feed for this long, although there are prices, has to be opened again. */
const QUIET_MS = 30_000

/**
 * Asks for the latest prices of feeds that the streams bring nothing of, at the start and then rarely: which of them does no
 * address know, and which have prices again, so that a new stream would bring them?
 */
export function createFeedCheck(options: {
  source: SignedSource
  clock: Clock
  log: Log
  everyMs: number
  /** Feeds whose market is open and of which nothing has come for so long. */
  silent: (ms: number) => string[]
  renewStreams: () => void
}) {
  const { source, clock, log } = options
  const firstAfterMs = Math.min(FIRST_AFTER_MS, options.everyMs)
  const quietMs = Math.min(QUIET_MS, options.everyMs)
  let unknown: ReadonlySet<string> = new Set()
  let first = true

  /** When the latest price of each feed was published, epoch seconds; undefined if nobody answers. */
  async function askFor(feeds: readonly string[], signal: AbortSignal) {
    const opener = createUpdateOpener(source.set, (feed) => feeds.includes(feed))
    const known = new Map<string, number>()
    let isAnswered = false
    for (const url of source.urls) {
      try {
        const found = await fetchUpdates({ url, apiKey: source.apiKey }, feeds, 'latest', signal)
        isAnswered = true
        for (const { feed, publishAt } of found.flatMap((bytes) => opener.open(bytes).updates))
          known.set(feed, Math.max(publishAt, known.get(feed) ?? 0))
      } catch (error) {
        log.debug({ err: error, source: SIGNED }, 'the latest signed prices could not be asked for')
      }
    }
    return isAnswered ? known : undefined
  }

  async function turn(signal: AbortSignal) {
    const feeds = options.silent(firstAfterMs)
    first = false
    const known = feeds.length > 0 ? await askFor(feeds, signal) : new Map<string, number>()
    if (!known) return
    unknown = new Set(feeds.filter((feed) => !known.has(feed)))
    const quiet = options.silent(quietMs)
    const hasPrices = ([feed, publishAt]: [string, number]) =>
      quiet.includes(feed) && clock.now() - publishAt * 1_000 <= QUIET_MS
    if ([...known].some(hasPrices)) options.renewStreams()
  }

  const loop = createLoop({
    clock,
    everyMs: () => (first ? firstAfterMs : options.everyMs),
    restFirst: true,
    turn,
    failed: (error) => log.error({ err: error, source: SIGNED }, 'the names of signed prices could not be checked'),
  })
  return { start: loop.start, stop: loop.stop, unknown: () => unknown }
}
