import { createHash } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { DEFAULT_LOCALE, LOCALES, type Locale } from '../../../contract/locales'
import type { ProductSummary } from '../../../contract/market'
import type { Receipt } from '../../../contract/proof'
import { type ShownResult, thinned } from '../../../contract/shownResult'
import type { App } from '../shared/http'
import { within } from '../shared/within'

/** Address of the server's own requests: nobody's, so that they count towards nobody's limit. */
const OWN_ADDRESS = '0.0.0.0'
/** How old the data in the page may be, and how long a page waits for newer ones before it goes without. */
const FRESH_MS = 1_000
const WAIT_MS = 40
/** Names of products change with a deployment or by an operator's hand. */
const NAMES_FRESH_MS = 60_000
/** There is a new example every minute. Its receipt is large, so a page has the one before rather than wait for it. */
const EXAMPLE_FRESH_MS = 1_000
const EXAMPLE_KEPT_MS = 60_000
const PLACE = '<!--first-data-->'
/** The place of the sparklines: they come last, as only lists have them and no first picture has a list. */
const SPARKS_PLACE = '<!--first-sparks-->'
/** Quick: the page is compressed again whenever its data change. */
const BROTLI_QUALITY = 5

interface Page {
  mtimeMs: number
  html: string
  /** For `script-src`, e.g. "'sha256-…'"; of the scripts in the page itself. */
  hashes: string[]
}

interface Body {
  at: number
  page: Page
  bytes: Record<'br' | 'gzip' | 'identity', Buffer>
}

export const hashesOf = (html: string): string[] =>
  [...html.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(
    ([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
  )

/**
 * The app's page with the newest products in it, so that the first screen waits for no answer of the API. Reads the
 * page of a build; a deployment in place is seen by the file's time.
 * @param file path of index.html
 */
export function createFirstScreen(app: App, file: string) {
  let page: Page | undefined
  let newest: Body | undefined
  let lasting: Body | undefined
  let running: Promise<Body> | undefined

  const current = (): Page => {
    const { mtimeMs } = statSync(file)
    if (page?.mtimeMs !== mtimeMs) {
      const html = readFileSync(file, 'utf8')
      page = { mtimeMs, html, hashes: hashesOf(html) }
    }
    return page
  }
  const names = createNames(app)
  const example = createExample(app)
  const refresh = () => {
    running ??= ask(app, example)
      .then((data) => {
        if (data) data.names = names.get()
        // Name, currency and notices hold as long as this process, and an ended order for ever; prices do not.
        if (data) lasting = encode(current(), { appInfo: data.appInfo, example: data.example })
        newest = encode(current(), data)
        return newest
      })
      .finally(() => {
        running = undefined
      })
    return running
  }
  const withoutPrices = () => (lasting?.page === current() ? lasting : encode(current(), undefined))
  app.addHook('onListen', () => refresh().then(ignore, ignore))
  return {
    /** `script-src` entries of the page as it is on the disk now. */
    scriptHashes: (): string[] => current().hashes,
    /** The page in the best encoding of an `accept-encoding` header. */
    async body(accepted: string): Promise<{ encoding: 'br' | 'gzip' | 'identity'; bytes: Buffer }> {
      const isFresh = newest !== undefined && newest.page === current() && Date.now() - newest.at < FRESH_MS
      const body = isFresh && newest ? newest : await within(WAIT_MS, 'the page', refresh).catch(withoutPrices)
      const encoding = /\bbr\b/.test(accepted) ? 'br' : /\bgzip\b/.test(accepted) ? 'gzip' : 'identity'
      return { encoding, bytes: body.bytes[encoding] }
    },
  }
}

const ignore = () => undefined

/** By language and symbol, the names that differ from those in the default language. */
type Names = Partial<Record<Locale, Record<string, string>>>

interface Data {
  appInfo: unknown
  locale?: Locale
  products?: ProductSummary[]
  names?: Names
  example?: ShownResult
}

const blockOf = (id: string, data: object) =>
  `<script type="application/json" id="${id}">${JSON.stringify(data).replace(/</g, '\\u003c')}</script>`

/** Asks this very server, so that what the page carries is what the API answers. */
async function answerOf<T>(app: App, url: string, locale: Locale): Promise<T | undefined> {
  const headers = { 'accept-language': locale }
  const answer = await app.inject({ method: 'GET', url, headers, remoteAddress: OWN_ADDRESS })
  return answer.statusCode === 200 ? (answer.json() as T) : undefined
}

const productsOf = async (app: App, locale: Locale) =>
  (await answerOf<{ items: ProductSummary[] }>(app, '/api/products', locale))?.items

async function ask(app: App, example: () => Promise<ShownResult | undefined>): Promise<Data | undefined> {
  const [appInfo, products, shown] = await Promise.all([
    answerOf<unknown>(app, '/api/app-info', DEFAULT_LOCALE),
    productsOf(app, DEFAULT_LOCALE),
    example(),
  ])
  return appInfo && products ? { appInfo, locale: DEFAULT_LOCALE, products, example: shown } : undefined
}

/** Answers with the newest example, or with one that is a minute old at most and renewed in the background. */
function createExample(app: App) {
  let known: { at: number; shown: ShownResult | undefined } | undefined
  let reading: Promise<ShownResult | undefined> | undefined

  async function read(): Promise<ShownResult | undefined> {
    const receipt = await answerOf<Receipt>(app, '/api/proof/example', DEFAULT_LOCALE)
    known = { at: Date.now(), shown: receipt && shownOf(receipt) }
    return known.shown
  }
  return async () => {
    const age = known ? Date.now() - known.at : EXAMPLE_KEPT_MS
    if (age > EXAMPLE_FRESH_MS) {
      reading ??= read().finally(() => {
        reading = undefined
      })
      if (age >= EXAMPLE_KEPT_MS) return reading
      reading.catch(ignore)
    }
    return known?.shown
  }
}

/** What a receipt says of an order that prices decided. */
export function shownOf({ order, head, ranges }: Receipt): ShownResult | undefined {
  const { id, symbol, direction, durationSeconds, acceptedAt, closedAt, status } = order
  const { entrySequence, entryPrice, exitSequence, exitPrice } = order
  if (entryPrice === null || exitPrice === null) return undefined
  const kept = thinned(
    ranges.flatMap(({ ticks }) => ticks),
    [entrySequence, exitSequence],
  )
  return {
    id,
    symbol,
    direction,
    durationSeconds,
    acceptedAt,
    closedAt,
    status,
    entry: { sequence: entrySequence, price: entryPrice },
    exit: { sequence: exitSequence, price: exitPrice },
    head: head.number,
    ticks: kept.map(({ sequence, at, price }) => ({ sequence, at, price })),
  }
}

/** The names of products in the other languages: one page is for readers of all. */
function createNames(app: App) {
  let known: { at: number; names: Names } | undefined
  let isAsking = false

  async function read(): Promise<void> {
    const usual = new Map((await productsOf(app, DEFAULT_LOCALE))?.map(({ symbol, name }) => [symbol, name]))
    const names: Names = {}
    for (const locale of LOCALES) {
      const products = await productsOf(app, locale)
      if (!products) return
      const others = products.filter(({ symbol, name }) => usual.get(symbol) !== name)
      names[locale] = Object.fromEntries(others.map(({ symbol, name }) => [symbol, name]))
    }
    known = { at: Date.now(), names }
  }
  return {
    /** The names that are known. Outdated ones are refreshed in the background. */
    get(): Names | undefined {
      if (!isAsking && (!known || Date.now() - known.at > NAMES_FRESH_MS)) {
        isAsking = true
        void read()
          .catch(ignore)
          .finally(() => {
            isAsking = false
          })
      }
      return known?.names
    },
  }
}

/** The data as two blocks: sparklines by symbol, and all else. */
function filled(html: string, { products, ...rest }: Data): string {
  const sparks = Object.fromEntries(products?.map(({ symbol, spark }) => [symbol, spark]) ?? [])
  const others = products?.map(({ spark, ...product }) => product)
  return html
    .replace(PLACE, () => blockOf('first-data', { ...rest, products: others }))
    .replace(SPARKS_PLACE, () => blockOf('first-sparks', sparks))
}

function encode(page: Page, data: Data | undefined): Body {
  const identity = Buffer.from(data ? filled(page.html, data) : page.html)
  const br = brotliCompressSync(identity, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } })
  return { at: Date.now(), page, bytes: { br, gzip: gzipSync(identity), identity } }
}
