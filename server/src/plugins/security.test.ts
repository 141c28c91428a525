import { readFileSync } from 'node:fs'
import { type AddressInfo, connect } from 'node:net'
import { join } from 'node:path'
import Fastify from 'fastify'
import { createTestApp } from '../../test/app'
import { readFeedSettings } from '../market/feeds/settings'
import type { App } from '../shared/http'
import { projectRoot } from '../shared/paths'
import { registerSecurity } from './security'

async function answer(app: App, host: string) {
  const { headers } = await app.inject({ method: 'GET', url: '/', headers: { host } })
  return headers
}

test('each answer has the headers of its own host, the second one as the first', async () => {
  const app = Fastify() as unknown as App
  registerSecurity(app)
  app.get('/', async () => 'ok')
  const first = await answer(app, 'one.example')
  expect(first['x-frame-options']).toBe('DENY')
  expect(first['x-content-type-options']).toBe('nosniff')
  expect(first['referrer-policy']).toBe('no-referrer')
  expect(first['content-security-policy']).toContain("connect-src 'self' wss://one.example ws://one.example;")
  const other = await answer(app, 'two.example:8080')
  expect(other['content-security-policy']).toContain("connect-src 'self' wss://two.example:8080 ws://two.example:8080;")
  const { date: _date, ...again } = await answer(app, 'one.example')
  expect(first).toMatchObject(again)
  const missing = await app.inject({ method: 'GET', url: '/nothing', headers: { host: 'one.example' } })
  expect(missing.headers['content-security-policy']).toBe(first['content-security-policy'])
  await app.close()
})

test('with a public origin browsers come by TLS alone, to this host and no other', async () => {
  const app = Fastify() as unknown as App
  registerSecurity(app, { publicOrigin: 'https://trade.example' })
  app.get('/', async () => 'ok')
  const headers = await answer(app, 'node1.internal:8080')
  expect(headers['strict-transport-security']).toBe('max-age=31536000')
  expect(headers['content-security-policy']).toContain(
    "connect-src 'self' wss://trade.example wss://node1.internal:8080;",
  )
  const odd = await answer(app, 'a b')
  expect(odd['content-security-policy']).toContain("connect-src 'self' wss://trade.example;")
  await app.close()
})

test('what is no page is told to be none, in few words', async () => {
  const app = Fastify() as unknown as App
  registerSecurity(app, { publicOrigin: 'https://trade.example' })
  for (const path of ['/api/products', '/api/docs/', '/h5/static/js/app.js', '/h5/service-worker.js', '/h5/']) {
    app.get(path, async () => 'ok')
  }
  const headersOf = async (url: string) => (await app.inject({ url })).headers
  for (const url of ['/api/products', '/api/nothing', '/h5/static/js/app.js', '/h5/static/nothing.js']) {
    const headers = await headersOf(url)
    expect(headers).toMatchObject({
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
      'cross-origin-resource-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
      'strict-transport-security': 'max-age=31536000',
      'x-content-type-options': 'nosniff',
    })
    expect(headers).not.toHaveProperty('x-frame-options')
  }
  for (const url of ['/api/docs/', '/h5/service-worker.js', '/h5/', '/h5/nothing', '/nothing']) {
    const headers = await headersOf(url)
    expect(headers['content-security-policy']).toContain("connect-src 'self' wss://trade.example")
    expect(headers['x-frame-options']).toBe('DENY')
  }
  await app.close()
})

test('browsers may ask exchanges and witnesses wherever they are, with TLS, unless prices are those of other markets', async () => {
  const policyFor = async (env: Record<string, string>) => {
    const app = Fastify() as unknown as App
    registerSecurity(app, { asksOthers: readFeedSettings(env, 'demo').areUsual })
    app.get('/', async () => 'ok')
    const headers = await answer(app, 'one.example')
    await app.close()
    return /connect-src ([^;]*);/.exec(String(headers['content-security-policy']))?.[1]
  }
  const own = "'self' wss://one.example ws://one.example"
  expect(await policyFor({})).toBe(`${own} https:`)
  expect(await policyFor({ FEED: 'binance,okx' })).toBe(`${own} https:`)
  // Futures have their own numbers: the app would find another trade under the same number.
  const futures = { FEED: 'binance', FEED_BINANCE_HISTORY_URL: 'https://fapi.binance.com/fapi/v1' }
  expect(await policyFor(futures)).toBe(own)
})

test('browsers are told no address of a witness within the operator’s network', async () => {
  const at = (url: string) => ({ name: 'w', publicKey: Buffer.alloc(32), url, verifierKey: 'w+00000000+' })
  const witnesses = [at('https://witness.example/log'), at('http://10.0.0.5:8090')]
  const server = await createTestApp({ config: { witnesses } })
  const { witnessUrls } = (await server.inject({ url: '/api/proof/policy' })).json()
  expect(witnessUrls).toEqual(['https://witness.example/log', ''])
  await server.close()
})

test('with an account of WeChat its script may run in its browser, and in no other', async () => {
  const app = Fastify() as unknown as App
  registerSecurity(app, { wechat: {} })
  app.get('/', async () => 'ok')
  const policyOf = async (agent: string) => {
    const headers = { host: 'one.example', 'user-agent': agent }
    return String((await app.inject({ method: 'GET', url: '/', headers })).headers['content-security-policy'])
  }
  // The one that the app loads: another address would be refused, or allow more.
  const [, sdk] =
    /const SDK = '(.*)'/.exec(readFileSync(join(projectRoot(), 'src/platform/wechatCard.ts'), 'utf8')) ?? []
  const [browser, inWechat] = ['Mozilla/5.0 Chrome/137.0', 'Mozilla/5.0 Chrome/116 MicroMessenger/8.0.50']
  for (let turn = 0; turn < 2; turn++) {
    expect(await policyOf(browser)).toContain("script-src 'self';")
    expect(await policyOf(inWechat)).toContain(`script-src 'self' ${sdk};`)
  }
  await app.close()
})

test('what is no request yet is answered with headers and the body of an error, too', async () => {
  const server = await createTestApp()
  await server.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = server.app.server.address() as AddressInfo
  const wanted = ["content-security-policy: default-src 'none'", 'x-content-type-options: nosniff', 'no-referrer']
  for (const head of ['GET /%zz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n', 'NOT A REQUEST\r\n\r\n']) {
    const said = await new Promise<string>((resolve) => {
      let text = ''
      const socket = connect(port, '127.0.0.1', () => socket.write(head))
      socket.on('data', (part) => {
        text += part
      })
      socket.on('close', () => resolve(text.toLowerCase()))
    })
    expect(said).toMatch(/^http\/1\.1 400/)
    expect(said).toContain('"code":"invalid_request"')
    expect(said).toMatch(/"requestid":"[^"]+"/)
    for (const header of wanted) expect([head, said]).toEqual([head, expect.stringContaining(header)])
  }
  await server.close()
})
