import { createHash } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { DEFAULT_LOCALE } from '../../../contract/locales'
import type { App } from '../shared/http'
import { within } from '../shared/within'

/** Of the server's own requests: nobody's, so that nobody's limit counts them. */
const OWN_ADDRESS = '0.0.0.0'
/** How old the data in the page may be, and how long a page waits for newer ones before it goes without. */
const FRESH_MS = 1_000
const WAIT_MS = 40
const PLACE = '<!--first-data-->'
/** Quick: the page is compressed again each time that its data change. */
const BROTLI_QUALITY = 4

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

/** The app's page with the newest products in it, so that the first screen waits for no answer of the API. */
export interface FirstScreen {
  /** `script-src` entries of the page as it is on the disk now. */
  scriptHashes(): string[]
  /** The page in the best encoding of an `accept-encoding` header. */
  body(accepted: string): Promise<{ encoding: 'br' | 'gzip' | 'identity'; bytes: Buffer }>
}

export const hashesOf = (html: string): string[] =>
  [...html.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(
    ([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
  )

/**
 * Reads the page of a build; a deployment in place is seen by the file's time.
 * @param file path of index.html
 */
export function createFirstScreen(app: App, file: string): FirstScreen {
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
  const refresh = () => {
    running ??= ask(app)
      .then((data) => {
        // Name, currency and notices hold as long as this process; prices do not.
        if (data) lasting = encode(current(), blockOf({ appInfo: data.appInfo }))
        newest = encode(current(), data ? blockOf(data) : '')
        return newest
      })
      .finally(() => {
        running = undefined
      })
    return running
  }
  const withoutPrices = () => (lasting?.page === current() ? lasting : encode(current(), ''))
  app.addHook('onListen', () => refresh().then(ignore, ignore))
  return {
    scriptHashes: () => current().hashes,
    async body(accepted) {
      const isFresh = newest !== undefined && newest.page === current() && Date.now() - newest.at < FRESH_MS
      const body = isFresh && newest ? newest : await within(WAIT_MS, 'the page', refresh).catch(withoutPrices)
      const encoding = /\bbr\b/.test(accepted) ? 'br' : /\bgzip\b/.test(accepted) ? 'gzip' : 'identity'
      return { encoding, bytes: body.bytes[encoding] }
    },
  }
}

const ignore = () => undefined

interface Data {
  appInfo: unknown
  locale?: string
  products?: unknown
}

const blockOf = (data: Data) =>
  `<script type="application/json" id="first-data">${JSON.stringify(data).replace(/</g, '\\u003c')}</script>`

/** Asks this very server, so that what the page carries is what the API answers. */
async function ask(app: App): Promise<Data | undefined> {
  const headers = { 'accept-language': DEFAULT_LOCALE }
  const [info, list] = await Promise.all(
    ['/api/app-info', '/api/products'].map((url) =>
      app.inject({ method: 'GET', url, headers, remoteAddress: OWN_ADDRESS }),
    ),
  )
  if (info?.statusCode !== 200 || list?.statusCode !== 200) return undefined
  return { appInfo: info.json(), locale: DEFAULT_LOCALE, products: list.json().items }
}

function encode(page: Page, data: string): Body {
  const identity = Buffer.from(page.html.replace(PLACE, () => data))
  const br = brotliCompressSync(identity, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } })
  return { at: Date.now(), page, bytes: { br, gzip: gzipSync(identity), identity } }
}
