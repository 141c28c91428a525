import './push'
import { handlingOf, languagesIn, markKept, ofLanguages, outdatedAssets } from './rules'

/**
 * The service worker of the H5 app. It makes the app open at once and without a network. The cached page and its files
 * are of one build; the page itself asks for a newer build (src/platform/offline.ts). The API is never answered from
 * here.
 */

/** The parts of the worker's own world that are used; TypeScript's types of it exclude those of pages. */
interface Waitable extends Event {
  waitUntil(work: Promise<unknown>): void
}
interface WorkerScope {
  registration: { scope: string }
  clients: { claim(): Promise<void> }
  skipWaiting(): Promise<void>
  addEventListener(type: 'install' | 'activate', handler: (event: Waitable) => void): void
  addEventListener(type: 'message', handler: (event: Waitable & { data: unknown }) => void): void
  addEventListener(
    type: 'fetch',
    handler: (event: Waitable & { request: Request; respondWith(answer: Promise<Response>): void }) => void,
  ): void
}
declare const self: WorkerScope
/** Put in by the build: paths of its files below the scope, and which of them the first screen needs. */
declare const ASSETS: readonly string[]
declare const FIRST_ASSETS: readonly string[]

const SHELL = 'shell'
const FILES = 'files'
const NETWORK_WITHIN_MS = 5_000

const ignore = () => undefined
let opened: Promise<Cache> | undefined
/** Opened once, as each of a page's files asks for it. */
const filesKept = () => {
  opened ??= caches.open(FILES)
  return opened
}
const addressOf = (path: string) => new URL(path, self.registration.scope).href
const shellUrl = () => addressOf('index.html')

/** All of the first screen or nothing: a page without its scripts would be a blank one. */
async function install(): Promise<void> {
  const files = await filesKept()
  // Only languages that were used in the build before; another one comes with its first use.
  const languages = languagesIn((await files.keys()).map(({ url }) => url))
  const needed = [...FIRST_ASSETS, ...ofLanguages(ASSETS, languages)]
  await Promise.all(needed.map((path) => keep(files, addressOf(path))))
  await keepPage()
  await self.skipWaiting()
}

async function keepPage(): Promise<void> {
  // The file itself: the address of the app has the prices of the moment in it.
  const answer = await fetch(shellUrl(), { cache: 'reload' })
  const html = await answer.text()
  // In the middle of a deployment the page may be of another build than this worker; the next try fits again.
  if (!answer.ok || !FIRST_ASSETS.every((path) => html.includes(path))) throw new Error('the page is of another build')
  const headers = new Headers(answer.headers)
  headers.delete('content-encoding')
  headers.delete('content-length')
  await (await caches.open(SHELL)).put(shellUrl(), new Response(markKept(html), { headers }))
}

async function keep(files: Cache, url: string): Promise<void> {
  if (await files.match(url)) return
  const answer = await fetch(url)
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}`)
  await files.put(url, answer)
}

async function activate(): Promise<void> {
  const files = await filesKept()
  const kept = await Promise.all(
    (await files.keys()).map(async (request) => {
      const answer = await files.match(request)
      return { url: request.url, at: Date.parse(answer?.headers.get('date') ?? '') || 0 }
    }),
  )
  const current = new Set(ASSETS.map(addressOf))
  await Promise.all(outdatedAssets(kept, current, Date.now()).map((url) => files.delete(url)))
  await self.clients.claim()
}

/** The pages that have not been open yet, unless the user saves data. Languages are kept as they are used. */
async function warm(): Promise<void> {
  const { connection } = navigator as { connection?: { saveData?: boolean; effectiveType?: string } }
  if (connection?.saveData || connection?.effectiveType?.includes('2g')) return
  await keepAll(ASSETS.filter((path) => !/\/locale-/.test(path)).map(addressOf))
}

/** The page that is kept; the network's if there is none, or where the user asks for the page again. */
async function page({ request, waitUntil }: { request: Request; waitUntil(work: Promise<unknown>): void }) {
  const kept = await (await caches.open(SHELL)).match(shellUrl())
  if (kept && request.cache === 'default') return kept
  const control = new AbortController()
  const timer = setTimeout(() => control.abort(), NETWORK_WITHIN_MS)
  try {
    const answer = await fetch(request, { signal: control.signal })
    if (!kept) waitUntil(keepPage().catch(ignore))
    return answer
  } catch (error) {
    if (kept) return kept
    throw error
  } finally {
    clearTimeout(timer)
  }
}

/** A file never changes under its name, so a kept one is as good as the server's. */
async function file(request: Request): Promise<Response> {
  const files = await filesKept()
  const kept = await files.match(request.url)
  if (kept) return kept
  const answer = await fetch(request)
  // The server has another build, so the kept page cannot have all of its files.
  if (answer.status === 404) await caches.delete(SHELL)
  // A full device keeps less; the answer itself is fine.
  if (answer.ok) await files.put(request.url, answer.clone()).catch(() => undefined)
  return answer
}

/** A page tells what it loaded before the worker was there, e.g. its language, and asks for the rest of the build. */
async function keepAll(urls: readonly unknown[]): Promise<void> {
  const files = await filesKept()
  const { scope } = self.registration
  for (const url of urls) {
    if (typeof url !== 'string') continue
    if (handlingOf({ method: 'GET', mode: 'no-cors', url }, scope) === 'asset')
      await keep(files, url).catch(() => undefined)
  }
}

self.addEventListener('install', (event) => event.waitUntil(install()))
// Nothing long: until it has ended, the browser holds back all that pages ask for.
self.addEventListener('activate', (event) => event.waitUntil(activate()))
self.addEventListener('message', (event) => {
  if (Array.isArray(event.data)) event.waitUntil(keepAll(event.data).then(warm))
})
self.addEventListener('fetch', (event) => {
  const handling = handlingOf(event.request, self.registration.scope)
  if (handling === 'shell') {
    const waitUntil = (work: Promise<unknown>) => event.waitUntil(work)
    event.respondWith(page({ request: event.request, waitUntil }))
  }
  if (handling === 'asset') event.respondWith(file(event.request))
})
