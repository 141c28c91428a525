import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { App } from '../shared/http'
import { projectRoot } from '../shared/paths'

const YEAR_SECONDS = 31_536_000
/** webpack puts a content hash into these names, so what one holds never changes. */
const HASHED = /[./-][0-9a-f]{8,}[./]/

/** Cache rule of a file of the build: HTML is never stored (WeChat keeps it for ever otherwise), hashed files always. */
export function cacheControlOf(path: string): string {
  if (path.endsWith('.html')) return 'no-store'
  // A worker that a cache holds back would hold back the next version with it.
  if (path.endsWith('service-worker.js')) return 'no-cache'
  return HASHED.test(path) ? `public, max-age=${YEAR_SECONDS}, immutable` : 'public, max-age=3600'
}

/** Serves the built app below /h5/, in the compressed forms that the build made, and leads there from `/`. */
export async function registerStaticH5(app: App, folder = join(projectRoot(), 'dist', 'h5')) {
  app.get('/', { schema: { hide: true } }, (_request, reply) => reply.redirect('/h5/'))
  app.get('/h5', { schema: { hide: true } }, (_request, reply) => reply.redirect('/h5/'))
  if (!existsSync(folder)) return
  await app.register(fastifyStatic, {
    root: folder,
    prefix: '/h5/',
    preCompressed: true,
    cacheControl: false,
    index: false,
    schemaHide: true,
    setHeaders: (reply, path) => {
      reply.header('cache-control', cacheControlOf(path.replace(/\.(br|gz)$/, '')))
    },
  })
  app.get('/h5/', { schema: { hide: true } }, (_request, reply) => reply.sendFile('index.html'))
}
