import Fastify from 'fastify'
import { COMPRESSED } from '../shared/compressed'
import type { App } from '../shared/http'
import { registerCompression } from './compression'

const LONG = { items: Array.from({ length: 200 }, (_, number) => ({ number, name: 'Fairtick' })) }

async function start() {
  const app = Fastify() as unknown as App
  await registerCompression(app)
  app.get('/public', { ...COMPRESSED }, async () => LONG)
  app.get('/short', { ...COMPRESSED }, async () => ({ items: [] }))
  app.get('/private', async () => LONG)
  await app.ready()
  return app
}

test.each([
  ['/public', 'br, gzip', 'br'],
  ['/public', 'gzip', 'gzip'],
  ['/public', '', undefined],
  ['/short', 'br, gzip', undefined],
  ['/private', 'br, gzip', undefined],
])('%s for one who accepts %j is encoded as %s', async (url, accepted, encoding) => {
  const app = await start()
  const headers = accepted ? { 'accept-encoding': accepted } : {}
  const answer = await app.inject({ method: 'GET', url, headers })
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['content-encoding']).toBe(encoding)
  await app.close()
})
