import { ConfigError, loadConfig } from './config'

const sentence = (env: Record<string, string>) => {
  try {
    loadConfig(env)
  } catch (error) {
    if (error instanceof ConfigError) return error.message
    throw error
  }
  return 'accepted'
}

test('nothing has to be set', () => {
  const config = loadConfig({})
  expect(config).toMatchObject({
    host: '127.0.0.1',
    port: 8080,
    feed: 'simulated',
    funds: 'demo',
    currency: { code: 'USD', scale: 2 },
    databaseUrl: undefined,
    kefuUrl: null,
    demoGrant: 1_000_000n,
  })
  expect(config.dataDir.endsWith('.data')).toBe(true)
  expect(config.version).toMatch(/^\d+\.\d+\.\d+$/)
})

test.each([
  [{ PORT: '80x' }, /^PORT is "80x"/],
  [{ PORT: '70000' }, /from 0 to 65535/],
  [{ PORT: '-1' }, /^PORT/],
  [{ FEED: 'bloomberg' }, /^FEED is "bloomberg".*simulated/],
  [{ FEED: 'binance' }, /runs only: simulated/],
  [{ FUNDS: 'play' }, /^FUNDS is "play".*demo, live/],
  [{ CURRENCY: 'dollars' }, /^CURRENCY is "dollars"/],
  [{ LOG_LEVEL: 'loud' }, /^LOG_LEVEL is "loud"/],
  [{ DATABASE_URL: 'mysql://root@localhost/x' }, /^DATABASE_URL must be an address/],
  [{ KEFU_URL: 'http://help.example' }, /^KEFU_URL must be an address that starts with https/],
  [{ KEFU_URL: 'javascript:alert(1)' }, /^KEFU_URL/],
  [{ HOST: 'a b' }, /^HOST/],
  [{ RATE_LIMIT: 'many' }, /^RATE_LIMIT/],
])('%j stops the start with one sentence', (env, expected) => {
  const text = sentence(env)
  expect(text).toMatch(expected)
  expect(text.split('\n')).toHaveLength(1)
  expect(text).toMatch(/\.$/)
})

test('a wrong DATABASE_URL does not repeat the password in it', () => {
  expect(sentence({ DATABASE_URL: 'mysql://root:hunter2@localhost/x' })).not.toContain('hunter2')
})

test('live funds name everything that is missing', () => {
  const text = sentence({ FUNDS: 'live' })
  for (const part of ['OBJECT_STORE_URL', 'DATABASE_URL', 'PUBLIC_ORIGIN', 'BLOCKED_COUNTRIES', 'FEED']) {
    expect(text).toContain(part)
  }
  const almost = sentence({
    FUNDS: 'live',
    OBJECT_STORE_URL: 's3://bucket',
    DATABASE_URL: 'postgresql://db/x',
    PUBLIC_ORIGIN: 'https://trade.example',
    BLOCKED_COUNTRIES: 'US',
  })
  expect(almost).toMatch(/^FUNDS=live is refused because it lacks a price feed that is not simulated \(FEED\)\.$/)
})
