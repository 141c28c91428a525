import { createTestApp } from '../../../test/app'
import { server, withServer } from '../../../test/serverOfFile'

withServer({ market: true })

test('health says how each price source does, before its first tick and after', async () => {
  const feeds = async () =>
    (await server.inject({ method: 'GET', url: '/api/health' })).json<{ feeds: unknown }>().feeds
  expect(await feeds()).toEqual([{ source: 'simulated', status: 'connected', lastTickAgeMs: null, missing: [] }])
  await server.clock.advance(5_000)
  expect(await feeds()).toEqual([
    { source: 'simulated', status: 'connected', lastTickAgeMs: expect.any(Number), missing: [] },
  ])
  const app = (await server.inject({ method: 'GET', url: '/api/app-info' })).json<{ feed: string }>()
  expect(app.feed).toBe('simulated')
})

test('that the process lives is answered without a limit and without the database', async () => {
  const answer = await server.inject({ method: 'GET', url: '/api/health/live' })
  expect([answer.statusCode, answer.json()]).toEqual([200, { live: true }])
  expect(answer.headers['x-ratelimit-limit']).toBeUndefined()
})

test('a proxy may look as often as it likes: looks at the same time share a query, and what else is asked keeps its limit', async () => {
  const limited = await createTestApp({ config: { rateLimits: { requests: 3, logins: 0, registrations: 0 } } })
  const queries = jest.spyOn(limited.deps.database.pool, 'query')
  const ask = (path: string) => limited.inject({ method: 'GET', url: `/api${path}` })
  const answers = await Promise.all(Array.from({ length: 20 }, () => ask('/health/node')))
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
  expect(queries.mock.calls.filter(([sql]) => sql === 'select 1 as one').length).toBeLessThan(5)
  expect((await ask('/health/node')).json()).toMatchObject({ checks: { database: 'ok' } })
  const others = [await ask('/health'), await ask('/health'), await ask('/health'), await ask('/health')]
  expect(others.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 429])
  await limited.close()
})
