import Fastify from 'fastify'
import type { App } from '../shared/http'
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
  expect(first['content-security-policy']).toContain("connect-src 'self' wss: ws://one.example")
  const other = await answer(app, 'two.example:8080')
  expect(other['content-security-policy']).toContain("connect-src 'self' wss: ws://two.example:8080")
  const { date: _date, ...again } = await answer(app, 'one.example')
  expect(first).toMatchObject(again)
  const missing = await app.inject({ method: 'GET', url: '/nothing', headers: { host: 'one.example' } })
  expect(missing.headers['content-security-policy']).toBe(first['content-security-policy'])
  await app.close()
})
