import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import { LOCALES } from '../../../contract/locales'
import { until } from '../../../test/support/until'
import { systemClock } from '../shared/clock'
import type { App } from '../shared/http'
import { hashesOf } from './firstScreen'
import { registerSecurity } from './security'
import { registerStaticH5 } from './staticH5'

const SCRIPT = 'document.title = "painted"'
const pageOf = (build: string) =>
  `<html><head><meta name="build" content="${build}"></head><body><!--first-data--><script>${SCRIPT}</script></body></html>`
let folder: string
let fails = false

beforeEach(() => {
  fails = false
  folder = mkdtempSync(join(tmpdir(), 'first-screen-'))
  writeFileSync(join(folder, 'index.html'), pageOf('one'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

async function start() {
  const app = Fastify() as unknown as App
  await registerSecurity(app)
  app.get('/api/app-info', async () => ({ name: 'Fairtick </script>' }))
  app.get('/api/products', async ({ headers }, reply) => {
    const gold = headers['accept-language'] === 'de-DE' ? 'Gold' : '黄金'
    const items = [
      { symbol: 'BTCUSDT', name: 'BTC' },
      { symbol: 'XAUUSD', name: gold },
    ]
    return fails ? reply.code(503).send({}) : { items }
  })
  await registerStaticH5(app, folder)
  await app.ready()
  return app
}

const get = (app: App, url: string, accepted = '') =>
  app.inject({ method: 'GET', url, headers: accepted ? { 'accept-encoding': accepted } : {} })

test('the page carries the newest products, and its one script is allowed by its hash', async () => {
  const app = await start()
  const { body, headers } = await get(app, '/h5/')
  const data = /<script type="application\/json" id="first-data">(.*?)<\/script>/.exec(body)?.[1] ?? ''
  expect(JSON.parse(data)).toEqual({
    appInfo: { name: 'Fairtick </script>' },
    locale: 'zh-CN',
    products: [
      { symbol: 'BTCUSDT', name: 'BTC' },
      { symbol: 'XAUUSD', name: '黄金' },
    ],
  })
  expect(headers['cache-control']).toBe('no-store')
  expect(headers['content-security-policy']).toContain(`script-src 'self' ${hashesOf(pageOf('one'))[0]};`)
  await app.close()
})

test('the page is for readers of every language: it carries the names that differ', async () => {
  const app = await start()
  const names = async () => {
    const { body } = await get(app, '/h5/')
    const data = /<script type="application\/json" id="first-data">(.*?)<\/script>/.exec(body)?.[1] ?? ''
    return JSON.parse(data).names
  }
  // The first page does not wait for them.
  expect(await names()).toBeUndefined()
  const known = await until('the names', names, { everyMs: 200 })
  expect(known['de-DE']).toEqual({ XAUUSD: 'Gold' })
  expect(known['zh-CN']).toEqual({})
  expect(Object.keys(known).sort()).toEqual([...LOCALES].sort())
  await app.close()
})

test('the file itself, which the service worker keeps, has no data of a moment but the same policy', async () => {
  const app = await start()
  const { body, headers } = await get(app, '/h5/index.html')
  expect(body).toBe(pageOf('one'))
  expect(headers['content-security-policy']).toContain(hashesOf(body)[0])
  const api = await get(app, '/api/app-info')
  expect(api.headers['content-security-policy']).not.toContain('sha256')
  await app.close()
})

test('without an answer the page comes without data', async () => {
  fails = true
  const app = await start()
  const { statusCode, body } = await get(app, '/h5/')
  expect({ statusCode, hasData: body.includes('first-data"') }).toEqual({ statusCode: 200, hasData: false })
  await app.close()
})

test('it is compressed as the browser can take it, and a newer build is seen', async () => {
  const app = await start()
  expect((await get(app, '/h5/', 'gzip, deflate, br')).headers['content-encoding']).toBe('br')
  expect((await get(app, '/h5/', 'gzip')).headers['content-encoding']).toBe('gzip')
  const file = join(folder, 'index.html')
  writeFileSync(file, pageOf('two'))
  utimesSync(file, new Date(systemClock.now()), new Date(systemClock.now() + 5_000))
  expect((await get(app, '/h5/')).body).toContain('content="two"')
  await app.close()
})
