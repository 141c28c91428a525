import { ENDPOINTS, STREAM_PATH } from '../../contract/endpoints'
import { codeOf } from '../../test/support/answers'
import { buildApp } from '../src/app'
import { loadConfig } from '../src/config'
import { createDatabase } from '../src/database/database'
import { createDeps } from '../src/deps'
import { createLog } from '../src/shared/log'
import { createTestApp } from './app'
import { checkResponses } from './contractCheck'
import { server, user, withServer } from './serverOfFile'

/** Every route that is registered below /api, e.g. "GET /products"; also those that no document shows. */
const served: string[] = []
withServer({
  user: true,
  config: { rateLimits: { requests: 0, logins: 3, registrations: 0 } },
  onApp: (app) =>
    app.addHook('onRoute', ({ method, path }) => {
      if (!path.startsWith('/api/')) return
      for (const each of [method].flat()) if (each !== 'HEAD') served.push(`${each} ${path.slice('/api'.length)}`)
    }),
})

test('every row of the endpoint table is served, and guarded as it says', async () => {
  for (const [name, { method, path, auth }] of Object.entries(ENDPOINTS)) {
    const url = `/api${path}`
    expect([name, server.app.hasRoute({ method, url })]).toEqual([name, true])
    if (auth === 'none') continue
    const answer = await server.inject({ method, url: url.replace(/:\w+/, 'x') })
    expect([name, answer.statusCode]).toEqual([name, 401])
  }
})

test('nothing below /api is served that the endpoint table does not have', () => {
  const known = new Set<string>([
    'GET /openapi.json',
    'GET /metrics',
    // Texts and files, most of them under the names that the public standard of logs prescribes.
    'GET /log/checkpoint',
    'GET /log/newest',
    'GET /log/stamps',
    'GET /log/stamps/:head',
    'GET /log/ots',
    'GET /log/ots/:head',
    'GET /log/tile/*',
    'GET /log/feeds/tile/*',
    'GET /log/settlements/tile/*',
    'GET /log/ticks/:symbol/tile/*',
    `GET ${STREAM_PATH}`,
    ...Object.values(ENDPOINTS).map(({ method, path }) => `${method} ${path}`),
  ])
  const unknown = served.filter((route) => !known.has(route) && !route.startsWith('GET /docs'))
  expect(served.length).toBeGreaterThan(Object.keys(ENDPOINTS).length)
  expect(unknown).toEqual([])
})

test('OpenAPI describes every endpoint with its answers and errors', async () => {
  const answer = await server.inject({ method: 'GET', url: '/api/openapi.json' })
  const document: {
    paths: Record<string, Record<string, { operationId: string; responses: object; security?: object }>>
  } = answer.json()
  for (const [name, { method, path, auth }] of Object.entries(ENDPOINTS)) {
    const operation = document.paths[`/api${path.replace(/:(\w+)/g, '{$1}')}`]?.[method.toLowerCase()]
    expect(operation).toMatchObject({ operationId: name, responses: { '4XX': {} } })
    expect(operation?.security !== undefined).toBe(auth === 'user')
  }
  expect((await server.inject({ method: 'GET', url: '/api/docs/' })).body).toContain('swagger-ui')
})

describe('the errors that any route can answer', () => {
  const send = (payload: string | Buffer, contentType = 'application/json') =>
    server.inject({ method: 'POST', url: '/api/registrations', payload, headers: { 'content-type': contentType } })

  test('invalid_request names the field and the rule, not the value', async () => {
    const answer = await send(JSON.stringify({ account: 12, phone: 'secret-value' }))
    expect(codeOf(answer)).toBe('invalid_request')
    expect(answer.statusCode).toBe(400)
    expect(answer.json().details.fields).toHaveLength(1)
    expect(answer.body).not.toContain('secret-value')
  })

  test.each([
    ['{"account":"a","extra":1}'],
    ['{"__proto__":{"admin":true}}'],
    ['{"constructor":{"prototype":{}}}'],
    ['{'],
    ['null'],
    ['[]'],
    ['"x"'],
    [''],
    ['1e309'],
  ])('%s is an invalid request', async (payload) => {
    const answer = await send(payload)
    expect([answer.statusCode, codeOf(answer)]).toEqual([400, 'invalid_request'])
  })

  test('unknown fields are refused by name', async () => {
    const answer = await server.inject({
      method: 'POST',
      url: '/api/sessions',
      payload: { account: 'somebody', password: 'something', admin: true },
    })
    expect(answer.json().details.fields).toEqual([{ field: 'admin', problem: expect.any(String) }])
  })

  test('unsupported_media_type and payload_too_large', async () => {
    const form = await send('account=a', 'application/x-www-form-urlencoded')
    expect([form.statusCode, codeOf(form)]).toEqual([415, 'unsupported_media_type'])
    const large = await send(Buffer.alloc(10_000_000, ' '))
    expect([large.statusCode, codeOf(large)]).toEqual([413, 'payload_too_large'])
  })

  test('not_found, also for a method that an address does not have and for broken addresses', async () => {
    for (const [method, url] of [
      ['GET', '/api/nothing'],
      ['PUT', '/api/sessions'],
      ['GET', '/api/sessions/'],
      ['GET', '/nothing'],
    ] as const) {
      const answer = await server.inject({ method, url })
      expect([url, answer.statusCode, codeOf(answer)]).toEqual([url, 404, 'not_found'])
    }
    const broken = await server.inject({ method: 'GET', url: '/api/products/%E0%A4%A' })
    expect([broken.statusCode, codeOf(broken)]).toEqual([400, 'invalid_request'])
  })

  test('rate_limited says when to come back', async () => {
    const login = () =>
      server.inject({ method: 'POST', url: '/api/sessions', payload: { account: 'x', password: 'y' } })
    const answers = [await login(), await login(), await login(), await login()]
    const last = answers[3]
    expect([last?.statusCode, last && codeOf(last)]).toEqual([429, 'rate_limited'])
    expect(last?.json().details.retryAfterSeconds).toBeGreaterThan(0)
    expect(Number(last?.headers['retry-after'])).toBeGreaterThan(0)
  })

  test('internal hides what went wrong', async () => {
    const original = server.deps.accounts.me
    server.deps.accounts.me = async () => {
      throw new Error('a secret of the house')
    }
    const answer = await server.call(user, 'GET', '/me')
    server.deps.accounts.me = original
    expect([answer.statusCode, codeOf(answer)]).toEqual([500, 'internal'])
    expect(answer.body).not.toMatch(/secret|at .*\.ts/)
  })

  test('unavailable while the database cannot be reached', async () => {
    const log = createLog('silent')
    const database = createDatabase('postgresql://nobody@127.0.0.1:9/nothing', log)
    const config = { ...loadConfig({}), rateLimits: { requests: 0, logins: 0, registrations: 0 } }
    const app = await buildApp(createDeps({ config, log, database }), { onCreated: checkResponses })
    const answer = await app.inject({ method: 'GET', url: '/api/me', headers: user.headers })
    expect([answer.statusCode, codeOf(answer)]).toEqual([503, 'unavailable'])
    const health = await app.inject({ method: 'GET', url: '/api/health' })
    expect(health.statusCode).toBe(503)
    expect(health.json()).toMatchObject({ live: true, ready: false, checks: { database: 'failed' } })
    await app.close()
    await database.close()
  })

  test('the request id of the client comes back, and a strange one is replaced', async () => {
    const ask = (id: string) => server.inject({ method: 'GET', url: '/api/nothing', headers: { 'x-request-id': id } })
    const kept = await ask('client-request-1')
    expect(kept.json().requestId).toBe('client-request-1')
    expect(kept.headers['x-request-id']).toBe('client-request-1')
    expect((await ask('<script>')).json().requestId).toMatch(/^[0-9a-f-]{36}$/)
  })
})

test('app-info tells the client what it needs to begin', async () => {
  const answer = await server.inject({ method: 'GET', url: '/api/app-info' })
  expect(answer.json()).toMatchObject({ name: 'Fairtick', funds: 'demo', feed: 'simulated', kefuUrl: null })
  expect(answer.headers['cache-control']).toBe('no-store')
})

test('metrics are for who has the token; with live funds without one, and the description of the API, for nobody', async () => {
  const app = await createTestApp({ config: { metricsToken: 'a token of Prometheus' } })
  const get = (headers: Record<string, string>) => app.inject({ method: 'GET', url: '/api/metrics', headers })
  expect((await get({})).statusCode).toBe(404)
  expect((await get({ authorization: 'Bearer a token of Grafana' })).statusCode).toBe(404)
  expect((await get({ authorization: 'Bearer a token of Prometheus' })).body).toContain('fairtick_ledger_state')
  await app.close()
  const live = await createTestApp({ config: { funds: 'live' } })
  for (const url of ['/api/metrics', '/api/docs', '/api/docs/', '/api/openapi.json'])
    expect((await live.inject({ method: 'GET', url })).statusCode).toBe(404)
  await live.close()
})

test('metrics count by route pattern, never by address', async () => {
  const orderId = '01890000-0000-7000-8000-000000000000'
  await server.call(user, 'GET', `/orders/${orderId}`)
  await server.deps.businessMetrics.read()
  const answer = await server.inject({ method: 'GET', url: '/api/metrics' })
  expect(answer.body).toContain('route="/api/orders/:id"')
  expect(answer.body).toContain('fairtick_ledger_state -1')
  expect(answer.body).toContain('fairtick_house_balance{account="trading"} 0')
  expect(answer.body).toContain('fairtick_waiting_overdue_seconds{queue="deposits"} 0')
  expect(answer.body).toContain('fairtick_database_connections{state="waiting"} 0')
  // The whole id: the digits of its first part can also occur in a measured number of seconds.
  expect(answer.body).not.toContain(orderId)
})
