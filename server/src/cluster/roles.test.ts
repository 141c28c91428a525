import { generateKeyPairSync } from 'node:crypto'
import { loadConfig } from '../config'
import { ConfigError } from '../shared/env'

const sentence = (env: Record<string, string>) => {
  try {
    loadConfig(env)
  } catch (error) {
    if (error instanceof ConfigError) return error.message
    throw error
  }
  return 'accepted'
}

const DATABASE_URL = 'postgres://fairtick@db.example/fairtick'
const PROOF_KEY = generateKeyPairSync('ed25519').privateKey.export({ format: 'pem', type: 'pkcs8' }).toString()
const SEALING_KEY = Buffer.alloc(32, 1).toString('base64')

test('a node does everything unless its roles say otherwise', () => {
  expect([...loadConfig({}).roles]).toEqual(['api', 'stream', 'feed', 'worker'])
  expect([...loadConfig({ DATABASE_URL, ROLES: ' api, stream ' }).roles]).toEqual(['api', 'stream'])
})

test.each([
  [
    { DATABASE_URL, ROLES: 'api,boss' },
    /^ROLES is "api,boss" but takes, with commas between: api, stream, feed, worker/,
  ],
  [{ ROLES: 'api' }, /^ROLES leaves something to other nodes.*DATABASE_URL/],
  [{ DATABASE_URL, BUS_URL: 'http://cache.example' }, /^BUS_URL must be an address/],
  [{ DATABASE_URL, BUS_URL: 'redis://cache.example' }, /share PROOF_KEY, SEALING_KEY: set that alike/],
  [{ DATABASE_URL, PROOF_KEY, SEALING_KEY, BUS_URL: 'redis://cache.example' }, /^accepted$/],
])('%j', (env, expected) => {
  expect(sentence(env)).toMatch(expected)
})
