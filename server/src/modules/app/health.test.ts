import { createTestApp, type TestApp } from '../../../test/app'

let server: TestApp
beforeAll(async () => {
  server = await createTestApp({ market: true })
}, 60_000)
afterAll(() => server.close())

test('health says how each price source does, before its first tick and after', async () => {
  const feeds = async () =>
    (await server.inject({ method: 'GET', url: '/api/health' })).json<{ feeds: unknown }>().feeds
  expect(await feeds()).toEqual([{ source: 'simulated', status: 'connected', lastTickAgeMs: null }])
  await server.clock.advance(5_000)
  expect(await feeds()).toEqual([{ source: 'simulated', status: 'connected', lastTickAgeMs: expect.any(Number) }])
  const app = (await server.inject({ method: 'GET', url: '/api/app-info' })).json<{ feed: string }>()
  expect(app.feed).toBe('simulated')
})

test('that the process lives is answered without a limit and without the database', async () => {
  const answer = await server.inject({ method: 'GET', url: '/api/health/live' })
  expect([answer.statusCode, answer.json()]).toEqual([200, { live: true }])
  expect(answer.headers['x-ratelimit-limit']).toBeUndefined()
})
