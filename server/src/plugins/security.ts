import { type IncomingMessage, type OutgoingHttpHeaders, ServerResponse } from 'node:http'
import helmet from 'helmet'
import { BoundedMap } from '../shared/cache'
import type { App } from '../shared/http'

const SELF = "'self'"
/** The script with which a page in WeChat's browser gives a link its card (`src/platform/wechatCard.ts`), and no other of its host. */
const WECHAT_SCRIPT = 'https://res.wx.qq.com/open/js/jweixin-1.6.0.js'
/** Names under which this server is called; beyond it, headers are made again. */
const HOSTS_KEPT = 100
const YEAR_SECONDS = 31_536_000

/** The one inline script is allowed on the page that has it, by its hash (staticH5.ts). */
export const CSP_DIRECTIVES = {
  'default-src': [SELF],
  'script-src': [SELF],
  'style-src': [SELF, "'unsafe-inline'"],
  'img-src': [SELF, 'data:', 'blob:'],
  'font-src': [SELF, 'data:'],
  // Older Safari does not count a WebSocket of the same origin as 'self'; the scheme is added for each request below.
  'connect-src': [SELF],
  'worker-src': [SELF],
  'manifest-src': [SELF],
  'object-src': ["'none'"],
  'base-uri': ["'none'"],
  'frame-ancestors': ["'none'"],
  'form-action': [SELF],
}

/**
 * For answers of the API and files that a page loads, each of which a page's headers would make half a kilobyte longer.
 * Firefox applies a picture's policy to the styles within an SVG.
 */
const DATA_HEADERS = {
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
}

/** Headers of answers to an address or a head that cannot be read. These answers contain a code and no page. */
export const BARE_HEADERS = { ...DATA_HEADERS, 'cache-control': 'no-store' }

/** A service worker is not among them: its own policy says what it may request. */
const isData = (url: string) =>
  url.startsWith('/h5/static/') || (url.startsWith('/api/') && !url.startsWith('/api/docs'))

export interface SecurityOptions {
  /** The https origin that users open, if there is one: browsers then never come without TLS again. */
  publicOrigin?: string
  /** If pictures of content load from, where that is not this server. */
  mediaPublicUrl?: string
  /** Whether a user's browser may ask any other host with TLS: exchanges for trades, and the user's own witnesses. */
  asksOthers?: boolean
  /** If set, pages may load WeChat's script in WeChat's browser. */
  wechat?: object | undefined
}

const isWechat = ({ headers }: IncomingMessage) => /\bMicroMessenger\//.test(headers['user-agent'] ?? '')

/** Security headers on every answer. A page's depend on the host alone, and making them takes longer than reading a request. */
export function registerSecurity(
  app: App,
  { publicOrigin, mediaPublicUrl, asksOthers = false, wechat }: SecurityOptions = {},
) {
  const imageOrigins = mediaPublicUrl === undefined ? [] : [new URL(mediaPublicUrl).origin]
  const protect = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        ...CSP_DIRECTIVES,
        'script-src': [(request) => (wechat !== undefined && isWechat(request) ? `${SELF} ${WECHAT_SCRIPT}` : SELF)],
        'img-src': [...CSP_DIRECTIVES['img-src'], ...imageOrigins],
        'connect-src': [
          SELF,
          (request) => webSocketOrigins(request.headers.host, publicOrigin).join(' '),
          ...(asksOthers ? ['https:'] : []),
        ],
      },
    },
    crossOriginEmbedderPolicy: false,
    frameguard: { action: 'deny' },
    // Below, for pages and data.
    hsts: false,
    referrerPolicy: { policy: 'no-referrer' },
  })
  const byHost = new BoundedMap<string, OutgoingHttpHeaders>(HOSTS_KEPT)
  // TLS ends in front of this server, and only the deployment knows whether it does.
  const insistOnTls = isPublic(publicOrigin) ? { 'strict-transport-security': `max-age=${YEAR_SECONDS}` } : {}
  const ofData = { ...DATA_HEADERS, ...insistOnTls }

  function headersOfPage(request: IncomingMessage): OutgoingHttpHeaders {
    const host = `${request.headers.host ?? ''}${wechat !== undefined && isWechat(request) ? ' in WeChat' : ''}`
    const known = byHost.get(host)
    if (known) return known
    const answer = new ServerResponse(request)
    protect(request, answer, (error) => {
      if (error) throw error
    })
    const headers = { ...answer.getHeaders(), ...insistOnTls }
    byHost.set(host, headers)
    return headers
  }

  app.addHook('onRequest', (request, reply, next) => {
    reply.headers(isData(request.url) ? ofData : headersOfPage(request.raw))
    next()
  })
}

/** A browser once told to insist on TLS would refuse every other service on localhost without it. */
const isPublic = (origin: string | undefined) => origin !== undefined && new URL(origin).hostname !== 'localhost'

/**
 * The WebSockets of this very host: over TLS alone if users come by a public origin, else also the plain one. A Host
 * header we do not understand adds nothing.
 */
function webSocketOrigins(host: string | undefined, publicOrigin: string | undefined): string[] {
  const known = host !== undefined && /^[A-Za-z0-9.-]{1,253}(:\d{1,5})?$/.test(host)
  if (publicOrigin === undefined) return known ? [`wss://${host}`, `ws://${host}`] : [SELF]
  return [...new Set([new URL(publicOrigin).host, ...(known ? [host] : [])])].map((each) => `wss://${each}`)
}
