import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import { LOCALES } from '../../../contract/locales'
import type { Receipt } from '../../../contract/proof'
import { type ShownResult, thinned } from '../../../contract/shownResult'
import { until } from '../../../test/support/until'
import { systemClock } from '../shared/clock'
import type { App } from '../shared/http'
import { hashesOf, shownOf } from './firstScreen'
import { registerSecurity } from './security'
import { registerStaticH5 } from './staticH5'

const TICKS = Array.from({ length: 1_000 }, (_, at) => ({ sequence: at + 7, at, price: '1.0', source: 'simulated' }))
const RECEIPT = {
  order: { id: 'a', status: 'won', entrySequence: 9, entryPrice: '1.0', exitSequence: 999, exitPrice: '1.0' },
  head: { number: 3 },
  ranges: [{ ticks: TICKS.slice(0, 600) }, { ticks: TICKS.slice(600) }],
  publicKey: 'not on the card',
} as unknown as Receipt
const SCRIPT = 'document.title = "painted"'
const pageOf = (build: string) =>
  `<html><head><meta name="build" content="${build}"></head><body><!--first-data--><script>${SCRIPT}</script><!--first-sparks--><script>${SCRIPT}()</script></body></html>`
let folder: string
let fails = false
let example: Receipt | undefined

beforeEach(() => {
  fails = false
  example = undefined
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
      { symbol: 'BTCUSDT', name: 'BTC', spark: ['1.0', '2.0'] },
      { symbol: 'XAUUSD', name: gold, spark: [] },
    ]
    return fails ? reply.code(503).send({}) : { items }
  })
  app.get('/api/proof/example', async (_request, reply) => example ?? reply.code(204).send())
  await registerStaticH5(app, folder)
  await app.ready()
  return app
}

const get = (app: App, url: string, accepted = '') =>
  app.inject({ method: 'GET', url, headers: accepted ? { 'accept-encoding': accepted } : {} })

test('the page carries the newest products, their sparklines last, and its scripts are allowed by their hashes', async () => {
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
  const sparks =
    /<\/script><script type="application\/json" id="first-sparks">(.*?)<\/script><script>/.exec(body)?.[1] ?? ''
  expect(JSON.parse(sparks)).toEqual({ BTCUSDT: ['1.0', '2.0'], XAUUSD: [] })
  expect(headers['content-security-policy']).toContain(`script-src 'self' ${hashesOf(pageOf('one')).join(' ')};`)
  await app.close()
})

test('the newest example comes with the page, with what its card shows and no more than its line needs', async () => {
  example = RECEIPT
  const app = await start()
  const { body } = await get(app, '/h5/')
  const told = JSON.parse(/id="first-data">(.*?)<\/script>/.exec(body)?.[1] ?? '{}').example as ShownResult
  expect(told).toEqual({
    id: 'a',
    status: 'won',
    head: 3,
    ticks: told.ticks,
    entry: { sequence: 9, price: '1.0' },
    exit: { sequence: 999, price: '1.0' },
  })
  const sequences = told.ticks.map(({ sequence }) => sequence)
  expect(sequences).toEqual(expect.arrayContaining([7, 9, 999, 1_006]))
  expect(sequences.length).toBeLessThan(250)
  expect(told.ticks[0]).toEqual({ sequence: 7, at: 0, price: '1.0' })
  // The app makes its line of what the page has, and of the whole receipt, and both are the same.
  expect(thinned(told.ticks, [9, 999])).toEqual(told.ticks)
  await app.close()
  // An order that no prices decided has no card before it is verified.
  expect(shownOf({ ...RECEIPT, order: { ...RECEIPT.order, exitPrice: null } })).toBeUndefined()
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
