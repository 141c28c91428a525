import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { currentState } from '../market/calendar'
import type { Feed, FeedProduct } from '../market/feed'
import { createSimulatedFeed } from '../market/simulated/simulatedFeed'
import type { Clock } from '../shared/clock'
import { createLoop } from '../shared/loop'
import { signTestPrices, type TestMoment, type TestPrice } from './testUpdates'

/** How often it signs prices: twice a second, so that some share a second. */
const SIGN_EVERY_MS = 500
/** Moments that can be asked for later. */
const MOMENTS_KEPT = 4_000
const STREAMS_MAX = 20
const EXPO = -8

/** A server that speaks the API of signed prices with test signers, over prices of a simulated market. */
export interface DevHermes {
  url: string
  close(): Promise<void>
  /** For tests: no prices are signed, as if the oracle were silent; or no stream gets any, as if the line were cut. */
  silence: { oracle: boolean; streams: boolean }
  /** For tests: what streams get is followed by the same that too few have signed. */
  forgery: { on: boolean }
  /**
   * For tests: feeds that are no longer there. Streams that have them end. A request that has them is answered for the others
   * if it says so (`ignored`), or refused with or without their names.
   */
  withdrawn: { feeds: Set<string>; answer: 'ignored' | 'named' | 'unnamed' }
  withdraw(feed: string): void
  /** For tests: signs the updates that are due now. */
  sign(): void
}

interface Moment {
  prices: ReadonlyMap<string, TestPrice>
  signed: TestMoment
}

/**
 * Prices of feeds, and the signed ones. `isOpen`: whether the market of a feed trades now; no price of a closed one is
 * signed.
 */
function createOracle(clock: Clock, feeds: ReadonlyMap<string, string>, isOpen: (feed: string) => boolean) {
  /**
   * Newest price by feed since the last signing, in units of the exponent: a market that is silent gets nothing signed.
   */
  const unsigned = new Map<string, bigint>()
  const publishedAt = new Map<string, number>()
  const moments: Moment[] = []
  let sequence = 0
  return {
    take(symbol: string, price: string) {
      const feed = feeds.get(symbol)
      const [whole = '0', fraction = ''] = price.split('.')
      if (feed) unsigned.set(feed, BigInt(whole + fraction.padEnd(-EXPO, '0').slice(0, -EXPO)))
    },
    sign(): Moment | undefined {
      const publishAt = Math.floor(clock.now() / 1_000)
      const prices = new Map<string, TestPrice>()
      for (const [feed, price] of unsigned) {
        if (!isOpen(feed)) continue
        const previousAt = publishedAt.get(feed) ?? publishAt - 1
        prices.set(feed, { feed, price, expo: EXPO, publishAt, previousAt: Math.min(previousAt, publishAt) })
        publishedAt.set(feed, publishAt)
      }
      unsigned.clear()
      if (prices.size === 0) return undefined
      sequence += 1
      const moment = { prices, signed: signTestPrices([...prices.values()], { sequence }) }
      moments.push(moment)
      if (moments.length > MOMENTS_KEPT) moments.shift()
      return moment
    },
    newest: (feed: string) => moments.findLast(({ prices }) => prices.has(feed)),
    /** The first moment with an update of the feed at or after a second. */
    at: (feed: string, second: number) => moments.find(({ prices }) => (prices.get(feed)?.publishAt ?? 0) >= second),
  }
}

const textOf = (updates: readonly Buffer[]) =>
  JSON.stringify({ binary: { encoding: 'hex', data: updates.map((update) => update.toString('hex')) } })

/** Answers requests; streams are added to `streams`. */
function createAnswers(options: {
  key: string | undefined
  feeds: readonly string[]
  withdrawn: DevHermes['withdrawn']
  oracle: Pick<ReturnType<typeof createOracle>, 'newest' | 'at'>
  streams: Map<ServerResponse, readonly string[]>
}) {
  const { key, withdrawn, oracle, streams } = options
  const isKnown = (feed: string) => options.feeds.includes(feed) && !withdrawn.feeds.has(feed)

  return (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? '/', 'http://hermes')
    const end = (status: number, text: string) => response.writeHead(status).end(text)
    const asked = url.searchParams.getAll('ids[]').map((id) => id.replace(/^0x/, ''))
    const wanted = asked.filter(isKnown)
    const mayIgnore = url.searchParams.get('ignore_invalid_price_ids') === 'true' && withdrawn.answer === 'ignored'
    const [, what] = /^\/v2\/updates\/price\/(stream|latest|\d{1,10})$/.exec(url.pathname) ?? []
    if (key !== undefined && request.headers.authorization !== `Bearer ${key}`) return end(401, 'a key is needed')
    if (what === undefined || asked.length === 0) return end(404, 'there is no such path')
    if (wanted.length < asked.length && !mayIgnore) {
      const named = asked.filter((feed) => !isKnown(feed)).map((feed) => `0x${feed}`)
      return end(404, `Price ids not found${withdrawn.answer === 'unnamed' ? '' : `: ${named.join(', ')}`}`)
    }
    if (what === 'stream') {
      if (streams.size >= STREAMS_MAX) return end(429, 'too many streams')
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write(':\n\n')
      streams.set(response, wanted)
      return response.on('close', () => streams.delete(response))
    }
    const updates = wanted.flatMap((feed) => {
      const moment = what === 'latest' ? oracle.newest(feed) : oracle.at(feed, Number(what))
      return moment ? [moment.signed.update([feed])] : []
    })
    return updates.length > 0 && (mayIgnore || updates.length === wanted.length)
      ? end(200, textOf(updates))
      : end(404, 'no update yet')
  }
}

/** Starts it on a free port of this machine. `key`: what callers have to show. */
export async function startDevHermes(options: {
  clock: Clock
  products: FeedProduct[]
  /** Symbols to ids of feeds. */
  feeds: Readonly<Record<string, string>>
  seed: string
  key?: string
  wrapFeed?: (feed: Feed) => Feed
}): Promise<DevHermes> {
  const { clock, key } = options
  const feeds = new Map(Object.entries(options.feeds))
  const products = options.products.filter(({ symbol }) => feeds.has(symbol))
  const calendars = new Map(products.map(({ symbol, calendar }) => [feeds.get(symbol), calendar]))
  const oracle = createOracle(clock, feeds, (feed) => {
    const calendar = calendars.get(feed)
    return calendar !== undefined && currentState(calendar, clock.now()).status === 'open'
  })
  const silence = { oracle: false, streams: false }
  const forgery = { on: false }
  const withdrawn: DevHermes['withdrawn'] = { feeds: new Set(), answer: 'ignored' }
  const streams = new Map<ServerResponse, readonly string[]>()
  const simulated = createSimulatedFeed({ clock, products, seed: options.seed })
  const market = options.wrapFeed?.(simulated) ?? simulated

  function sign() {
    const moment = silence.oracle ? undefined : oracle.sign()
    if (!moment || silence.streams) return
    const moments = [moment.signed]
    if (forgery.on) moments.push(signTestPrices([...moment.prices.values()], { sequence: 0, signers: [0, 1] }))
    for (const [stream, wanted] of streams)
      for (const each of moments) stream.write(`data:${textOf([each.update(wanted)])}\n\n`)
  }

  const server = createServer(createAnswers({ key, feeds: [...feeds.values()], withdrawn, oracle, streams }))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const signing = createLoop({
    clock,
    everyMs: SIGN_EVERY_MS,
    restFirst: true,
    turn: sign,
    failed(error) {
      throw error
    },
  })
  market.start(({ symbol, price }) => oracle.take(symbol, price))
  signing.start()
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    silence,
    forgery,
    withdrawn,
    withdraw(feed) {
      withdrawn.feeds.add(feed)
      for (const [stream, wanted] of streams) if (wanted.includes(feed)) stream.end()
    },
    sign,
    async close() {
      await Promise.all([signing.stop(), market.stop()])
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
