import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { App } from '../shared/http'
import { projectRoot } from '../shared/paths'
import { createFirstScreen } from './firstScreen'

const POLICY = 'content-security-policy'
const YEAR_SECONDS = 31_536_000
/** webpack puts a content hash into these names, so what one holds never changes. */
const HASHED = /[./-][0-9a-f]{7,}[./]/

/** Cache rule of a file of the build: HTML is never stored (WeChat keeps it for ever otherwise), hashed files always. */
export function cacheControlOf(path: string): string {
  if (path.endsWith('.html')) return 'no-store'
  // A cached copy of one of these would delay the next version.
  if (/(service-worker\.js|version\.txt)$/.test(path)) return 'no-cache'
  return HASHED.test(path) ? `public, max-age=${YEAR_SECONDS}, immutable` : 'public, max-age=3600'
}

/** Serves the built app below /h5/, in the compressed forms that the build made, and leads there from `/`. */
export async function registerStaticH5(app: App, folder = join(projectRoot(), 'dist', 'h5')) {
  app.get('/', { schema: { hide: true } }, (_request, reply) => reply.redirect('/h5/'))
  app.get('/h5', { schema: { hide: true } }, (_request, reply) => reply.redirect('/h5/'))
  if (!existsSync(folder)) return
  // If no page names an icon, e.g. over a picture, browsers ask for it here.
  app.get('/favicon.ico', { schema: { hide: true } }, (_request, reply) => reply.redirect('/h5/icon-192.png'))
  const index = join(folder, 'index.html')
  const firstScreen = existsSync(index) ? createFirstScreen(app, index) : undefined
  await app.register(fastifyStatic, {
    root: folder,
    prefix: '/h5/',
    preCompressed: true,
    cacheControl: false,
    index: false,
    schemaHide: true,
    setHeaders: (reply, path) => {
      const file = path.replace(/\.(br|gz)$/, '')
      reply.header('cache-control', cacheControlOf(file))
      if (file === index && firstScreen) allowScripts(reply, firstScreen.scriptHashes())
    },
  })
  if (!firstScreen) return
  app.get('/h5/', { schema: { hide: true } }, async (request, reply) => {
    const { encoding, bytes } = await firstScreen.body(String(request.headers['accept-encoding'] ?? ''))
    if (encoding !== 'identity') reply.header('content-encoding', encoding)
    allowScripts(reply, firstScreen.scriptHashes())
    return reply
      .header('cache-control', cacheControlOf('index.html'))
      .header('vary', 'accept-encoding')
      .type('text/html; charset=utf-8')
      .send(bytes)
  })
}

interface Headers {
  getHeader(name: string): unknown
  header(name: string, value: string): unknown
}

/** The page's own small script is allowed by its hash, on the page and nowhere else. */
function allowScripts(reply: Headers, hashes: readonly string[]): void {
  const policy = reply.getHeader(POLICY)
  if (typeof policy !== 'string') return
  reply.header(POLICY, policy.replace("script-src 'self'", ["script-src 'self'", ...hashes].join(' ')))
}
