import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createTestApp, type TestApp } from '../../../test/app'
import { loadConfig } from '../../config'
import { HOUR_MS, MINUTE_MS } from '../../shared/time'

const APP_ID = 'wx0123456789abcdef'
const PAGE = 'https://trade.example/h5/?from=chat'
const ACCOUNT = { WECHAT_APP_ID: APP_ID, WECHAT_APP_SECRET: 'a secret', PUBLIC_ORIGIN: 'https://trade.example' }

/** WeChat's API: a token for who knows the secret, and with it a ticket. */
const asked: string[] = []
let isDown = false
const wechat = createServer((request, response) => {
  let body = ''
  request.on('data', (part) => {
    body += part
  })
  request.on('end', () => {
    asked.push(`${request.method} ${request.url}`)
    const knows = body === '' || JSON.parse(body).secret === 'a secret'
    const answer = isDown || !knows ? { errcode: 40001, errmsg: 'invalid credential' } : undefined
    const token = { access_token: 'a token', expires_in: 7200 }
    const ticket = { errcode: 0, errmsg: 'ok', ticket: 'a ticket', expires_in: 7200 }
    response.end(JSON.stringify(answer ?? (request.url === '/cgi-bin/stable_token' ? token : ticket)))
  })
})
const open: TestApp[] = []
afterEach(() => Promise.all(open.splice(0).map((server) => server.close())))
beforeAll(async () => {
  await once(wechat.listen(0, '127.0.0.1'), 'listening')
})
afterAll(() => wechat.close())
beforeEach(() => {
  asked.length = 0
  isDown = false
})

async function start(secret = 'a secret') {
  const api = `http://127.0.0.1:${(wechat.address() as AddressInfo).port}`
  const account = { appId: APP_ID, secret, pages: 'https://trade.example', api }
  const server = await createTestApp({ config: { wechat: account } })
  open.push(server)
  return server
}

const sign = (server: TestApp, url = PAGE) =>
  server.inject({ method: 'GET', url: '/api/wechat-signature', query: { url } })

test('a page of this house is signed as WeChat checks it, with one ticket for all until shortly before its end', async () => {
  const server = await start()
  const first = await sign(server)
  const answers = [first, ...(await Promise.all([sign(server), sign(server, 'https://trade.example/h5/')]))]
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
  const { appId, timestamp, nonce, signature } = first.json()
  expect(appId).toBe(APP_ID)
  const text = `jsapi_ticket=a ticket&noncestr=${nonce}&timestamp=${timestamp}&url=${PAGE}`
  expect(signature).toBe(createHash('sha1').update(text).digest('hex'))
  const once = ['POST /cgi-bin/stable_token', 'GET /cgi-bin/ticket/getticket?access_token=a+token&type=jsapi']
  expect(asked).toEqual(once)
  await server.clock.advance(2 * HOUR_MS - 11 * MINUTE_MS)
  await sign(server)
  expect(asked).toEqual(once)
  await server.clock.advance(2 * MINUTE_MS)
  expect((await sign(server)).statusCode).toBe(200)
  expect(asked).toEqual([...once, ...once])
})

test('nothing is signed for pages of others, for what follows "#", or without an account', async () => {
  const server = await start()
  for (const url of [
    'https://other.example/',
    'https://trade.example.other.example/',
    'https://trade.example',
    `${PAGE}#x`,
  ])
    expect([url, (await sign(server, url)).json().code]).toEqual([url, 'not_found'])
  expect(asked).toEqual([])
  const without = await createTestApp()
  open.push(without)
  expect((await sign(without)).statusCode).toBe(404)
})

test('while WeChat refuses, it is asked once a minute, and its secret is in no answer', async () => {
  const server = await start('another secret')
  for (let turn = 0; turn < 5; turn++) {
    const answer = await sign(server)
    expect(answer.statusCode).toBe(503)
    expect(answer.body).not.toMatch(/secret|token/)
  }
  expect(asked).toHaveLength(1)
  await server.clock.advance(MINUTE_MS)
  await sign(server)
  expect(asked).toHaveLength(2)
})

test('settings: both or none, and with the origin of the pages', () => {
  expect(loadConfig(ACCOUNT).wechat).toMatchObject({ appId: APP_ID, api: 'https://api.weixin.qq.com' })
  expect(loadConfig({}).wechat).toBeUndefined()
  for (const name of ['WECHAT_APP_SECRET', 'PUBLIC_ORIGIN', 'WECHAT_APP_ID'] as const)
    expect(() => loadConfig({ ...ACCOUNT, [name]: '' })).toThrow('are set together, and with PUBLIC_ORIGIN')
  expect(() => loadConfig({ ...ACCOUNT, WECHAT_APP_ID: 'fairtick' })).toThrow('WECHAT_APP_ID must be')
})
