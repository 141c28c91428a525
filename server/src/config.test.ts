import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadConfig } from './config'
import { ConfigError } from './shared/env'
import { forgetSecrets } from './shared/settingNames'
import { TEST_SIGNERS } from './shared/signed/signerSet'

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

test('calendars are addresses without a slash at the end, of which this machine’s need no TLS', () => {
  const { calendarUrls } = loadConfig({
    TIME_STAMP_CALENDARS: 'https://calendar.example/, http://127.0.0.1:14788/path/',
  })
  expect(calendarUrls).toEqual(['https://calendar.example', 'http://127.0.0.1:14788/path'])
  expect(loadConfig({}).calendarUrls).toEqual([])
})

test.each([
  [{ PORT: '80x' }, /^PORT is "80x"/],
  [{ PORT: '70000' }, /from 0 to 65535/],
  [{ PORT: '-1' }, /^PORT/],
  [{ FEED: 'bloomberg' }, /^FEED is "bloomberg".*simulated/],
  [{ FEED: 'binance,simulated' }, /must be simulated, replay:<file>, or one or more of binance, okx and pyth/],
  [{ FEED: 'okx,okx' }, /must be simulated, replay:<file>, or one or more of binance, okx and pyth/],
  [{ FEED: 'replay:/nowhere/day.csv' }, /^FEED replays "\/nowhere\/day.csv" but there is no such file/],
  [{ FEED: 'binance', FEED_BINANCE_URL: 'https://x.example' }, /^FEED_BINANCE_URL must .* wss:\/\/ or ws:\/\/\.$/],
  [{ FEED: 'okx', FEED_OKX_HISTORY_URL: 'x' }, /^FEED_OKX_HISTORY_URL must .* https:\/\/ or http:\/\/\.$/],
  [{ FEED: 'pyth' }, /^FEED has pyth but PYTH_URL is not set/],
  [{ FEED: 'pyth', PYTH_URL: 'ftp://x.example' }, /^PYTH_URL must be .* https:\/\/ or http:\/\/\.$/],
  [{ PYTH_SIGNERS: 'signers|1' }, /^PYTH_SIGNERS must be signer sets/],
  [{ FEED_SYMBOLS: 'kraken:BTCUSDT=XBT' }, /^FEED_SYMBOLS has "kraken:BTCUSDT=XBT"/],
  [{ FEED_JUMP_BP: '200,XAUUSD' }, /^FEED_JUMP_BP must be basis points/],
  [{ FUNDS: 'play' }, /^FUNDS is "play".*demo, live/],
  [{ CURRENCY: 'dollars' }, /^CURRENCY is "dollars"/],
  [{ LOG_LEVEL: 'loud' }, /^LOG_LEVEL is "loud"/],
  [{ LOG_FORMAT: 'xml' }, /^LOG_FORMAT is "xml"/],
  [{ PUBLIC_ORIGIN: 'https://trade.example.com/app' }, /takes no path, for example https:\/\/trade\.example\.com\.$/],
  [{ PORT: '9000', CONSOLE_PORT: '9000' }, /^CONSOLE_PORT and PORT are both 9000/],
  [{ DATABASE_URL: 'mysql://root@localhost/x' }, /^DATABASE_URL must be an address/],
  [{ MIGRATE: 'never' }, /^MIGRATE is "never".*start, step/],
  ...[
    'http://calendar.example',
    'https://calendar.example?x=1',
    'https://user@calendar.example',
    'https://a.example,https://a.example/',
    'https://a.example,https://b.example,https://c.example,https://d.example',
  ].map((text): [Record<string, string>, RegExp] => [
    { TIME_STAMP_CALENDARS: text },
    /^TIME_STAMP_CALENDARS takes up to 3/,
  ]),
  [{ OPS_DATABASE_URL: 'postgres://ops@db/fairtick' }, /^OPS_DATABASE_URL is set but DATABASE_URL is not/],
  [{ DATABASE_URL: 'postgres://db/fairtick', AUDITOR_DATABASE_URL: 'db' }, /^AUDITOR_DATABASE_URL must be an address/],
  [{ MIGRATE: 'step' }, /^MIGRATE is "step" but DATABASE_URL is not set/],
  [{ KEFU_URL: 'http://help.example' }, /^KEFU_URL must be an address that starts with https/],
  [{ KEFU_URL: 'javascript:alert(1)' }, /^KEFU_URL/],
  [{ HOST: 'a b' }, /^HOST/],
  [{ RATE_LIMIT: 'many' }, /^RATE_LIMIT/],
  [{ ROLES: 'api,signer', DATABASE_URL: 'postgres://db/x' }, /^ROLES is "api,signer" .* or signer alone\.$/],
  [{ SIGNER_URL: 'unix:signer.sock' }, /^SIGNER_URL must be unix:\/path\/to\/socket or https:\/\/host:port\.$/],
  [{ SIGNER_URL: 'http://signer:8443' }, /^SIGNER_URL must be/],
  [{ SIGNER_URL: 'https://signer:8443', SIGNER_CA: 'x' }, /needs PEM in SIGNER_CA, SIGNER_CERT, SIGNER_CERT_KEY/],
  [{ SIGNER_URL: 'unix:/run/s.sock', PROOF_KEY: 'x' }, /^PROOF_KEY is set beside SIGNER_URL/],
  [{ SEALING_KEY: 'c2hvcnQ=' }, /^SEALING_KEY must be 32 random bytes/],
  [{ BLOCKED_COUNTRIES: 'US,Atlantis' }, /^BLOCKED_COUNTRIES names "ATLANTIS"/],
  [{ BLOCKED_COUNTRIES: 'XX' }, /^BLOCKED_COUNTRIES names "XX"/],
  [{ OBJECT_STORE_URL: 'https://s3.example.com' }, /^OBJECT_STORE_URL must be an address with a bucket/],
  [{ OBJECT_STORE_URL: 'ftp://s3.example.com/photos' }, /^OBJECT_STORE_URL must be/],
  [{ OBJECT_STORE_URL: 'https://me:secret@s3.example.com/photos' }, /^OBJECT_STORE_URL must be/],
  [{ OBJECT_STORE_URL: 'https://s3.example.com/photos' }, /OBJECT_STORE_ACCESS_KEY and OBJECT_STORE_SECRET_KEY/],
])('%j stops the start with one sentence', (env, expected) => {
  const text = sentence(env)
  expect(text).toMatch(expected)
  expect(text.split('\n')).toHaveLength(1)
  expect(text).toMatch(/\.$/)
})

test('an object store, keys and countries are read as they are written', () => {
  const key = Buffer.alloc(32, 7).toString('base64')
  const config = loadConfig({
    OBJECT_STORE_URL: 'https://s3.example.com/photos/of/users',
    OBJECT_STORE_ACCESS_KEY: 'id',
    OBJECT_STORE_SECRET_KEY: 'secret',
    SEALING_KEY: `${key}, ${Buffer.alloc(32, 8).toString('base64')}`,
    BLOCKED_COUNTRIES: ' us, KP',
  })
  expect(config.objectStore).toEqual({
    kind: 's3',
    endpoint: 'https://s3.example.com',
    bucket: 'photos',
    prefix: 'of/users/',
    region: 'us-east-1',
    accessKeyId: 'id',
    secretAccessKey: 'secret',
  })
  expect(config.sealingKeys.map((each) => each[0])).toEqual([7, 8])
  expect(config.blockedCountries).toEqual(['US', 'KP'])
  expect(loadConfig({ DATA_DIR: '/srv/x' }).objectStore).toEqual({ kind: 'disk', folder: '/srv/x/objects' })
})

test('a wrong DATABASE_URL does not repeat the password in it', () => {
  expect(sentence({ DATABASE_URL: 'mysql://root:hunter2@localhost/x' })).not.toContain('hunter2')
})

test('live funds name everything that is missing', () => {
  const text = sentence({ FUNDS: 'live' })
  const parts = ['OBJECT_STORE_URL', 'DATABASE_URL', 'PUBLIC_ORIGIN', 'BLOCKED_COUNTRIES', 'FEED', 'SEALING_KEY']
  for (const part of parts) {
    expect(text).toContain(part)
  }
  const almost = sentence({
    FUNDS: 'live',
    OBJECT_STORE_URL: 's3://bucket',
    DATABASE_URL: 'postgresql://db/x',
    AUDITOR_DATABASE_URL: 'postgresql://auditor@db/x',
    PUBLIC_ORIGIN: 'https://trade.example',
    BLOCKED_COUNTRIES: 'US',
    SEALING_KEY: 'x',
    PROOF_KEY: 'x',
    DEPOSIT_CHANNELS: '[ ]',
  })
  expect(almost).toBe(
    'FUNDS=live is refused because it lacks a deposit channel (DEPOSIT_CHANNELS), a price feed that is not simulated (FEED).',
  )
})

const live = {
  FUNDS: 'live',
  FEED: 'binance,okx',
  FEED_UNSIGNED: 'accept',
  OBJECT_STORE_URL: 'https://s3.example.com/photos',
  OBJECT_STORE_ACCESS_KEY: 'id',
  OBJECT_STORE_SECRET_KEY: 'secret',
  DATABASE_URL: 'postgresql://db/x',
  AUDITOR_DATABASE_URL: 'postgresql://auditor@db/x',
  PUBLIC_ORIGIN: 'https://trade.example',
  BLOCKED_COUNTRIES: 'US',
  SEALING_KEY: Buffer.alloc(32, 7).toString('base64'),
  PROOF_KEY: generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64'),
  DEPOSIT_CHANNELS: JSON.stringify([
    { id: 'icbc', kind: 'bank', payee: 'F', bank: 'B', accountNumber: '1', minimum: '1.00', maximum: '2.00' },
  ]),
}

test('who let somebody in is no second person with them for 30 days, and with live funds always for one', () => {
  expect([loadConfig({}).operator.apartMs, loadConfig(live).operator.apartMs]).toEqual([0, 30 * 86_400_000])
  expect(loadConfig({ ...live, FOUR_EYES_APART_DAYS: '1' }).operator.apartMs).toBe(86_400_000)
  expect(sentence({ ...live, FOUR_EYES_APART_DAYS: '0' })).toContain('FOUR_EYES_APART_DAYS is 0')
})

test('live funds have an account of the auditor, and of the archiver where ticks are archived', () => {
  const auditor = 'an account of the database for the auditor (AUDITOR_DATABASE_URL)'
  const archiver = 'an account of the database for the archive (ARCHIVER_DATABASE_URL)'
  expect(sentence({ ...live, AUDITOR_DATABASE_URL: '' })).toContain(`lacks ${auditor}.`)
  expect(sentence({ ...live, AUDITOR_DATABASE_URL: '', ROLES: 'api' })).toBe('accepted')
  const archiving = { ...live, TICKS_KEPT_DAYS: '30' }
  expect(sentence(archiving)).toContain(`lacks ${archiver}.`)
  expect(sentence({ ...archiving, ARCHIVER_DATABASE_URL: 'postgresql://archiver@db/x' })).toBe('accepted')
})

test('live funds start with everything set, also with another address of the exchange', () => {
  expect(sentence(live)).toBe('accepted')
  expect(sentence({ ...live, FEED_BINANCE_URL: 'wss://fstream.binance.com' })).toBe('accepted')
  expect(sentence({ ...live, PROOF_KEY: '', SIGNER_URL: 'unix:/run/signer.sock' })).toBe('accepted')
})

test('live funds take signed prices, and others only if the operator says so', () => {
  const signed = { ...live, FEED: 'pyth', PYTH_URL: 'https://hermes.example', FEED_UNSIGNED: '' }
  expect(sentence(signed)).toBe('accepted')
  for (const FEED of ['binance,okx', 'binance,pyth'])
    expect(sentence({ ...signed, FEED })).toMatch(
      /^FUNDS=live is refused: prices of binance(,okx)? are signed by nobody but the house: set FEED to pyth, or FEED_UNSIGNED to accept/,
    )
  expect(sentence({ ...signed, FEED: 'binance,pyth', FEED_UNSIGNED: 'accept' })).toBe('accepted')
  expect(sentence({ FEED: 'binance' })).toBe('accepted')
})

test.each([
  [
    { FEED_BINANCE_URL: 'wss://binance.com.example' },
    /FEED_BINANCE_URL .* below binance\.com .* not binance\.com\.example/,
  ],
  [{ FEED_OKX_HISTORY_URL: 'https://notokx.com' }, /FEED_OKX_URL and its history must be below okx\.com, not notokx/],
  [{ FEED_JUMP_BP: '0' }, /FEED_JUMP_BP must be from 10 to 1000/],
  [
    { FEED: 'pyth', PYTH_URL: 'https://hermes.example', PYTH_SIGNERS: TEST_SIGNERS },
    /PYTH_SIGNERS has the test signers, whose keys anybody can make/,
  ],
  [{ FEED_JUMP_BP: '200,XAUUSD=5000' }, /FEED_JUMP_BP must be from 10 to 1000/],
  [{ OPS_SECOND_ACTOR_FROM: '999999999.00' }, /no withdrawal would need a second operator/],
  [{ RATE_LIMIT: '0' }, /RATE_LIMIT is 0/],
  [{ FEED_JUMP_PB: '50' }, /^FEED_JUMP_PB is not a setting: did you mean FEED_JUMP_BP\?$/],
  [
    { MIGRATE: 'start' },
    /^FUNDS=live is refused: MIGRATE is "start".*run "node dist\/server\/migrate.js" as the owner/,
  ],
  [{ CONSOLE_PORT: '0' }, /lacks an account of the database for the staff console \(OPS_DATABASE_URL\)\.$/],
])('live funds are refused with %j, demo funds are not', (more, expected) => {
  expect(sentence({ ...live, ...more })).toMatch(expected)
  expect(sentence(more)).toBe('accepted')
})

test('a misspelt name is named; what other programs set is left alone', () => {
  const misspelt = (env: Record<string, string>) => loadConfig(env).misspelt
  expect(misspelt({ FUND: 'live' })).toEqual(['FUND is not a setting: did you mean FUNDS?'])
  expect(misspelt({ WITHDRAWAL_MXA: '5.00' })).toEqual([
    'WITHDRAWAL_MXA is not a setting: did you mean WITHDRAWAL_MAX?',
  ])
  expect(misspelt({ SEALING_KEYS_FILE: '' })).toEqual(['SEALING_KEYS_FILE is not a setting: did you mean SEALING_KEY?'])
  expect(misspelt({ SAVINGS_UPPER_BOUND_OF_ALL: '1' })).toEqual([
    'SAVINGS_UPPER_BOUND_OF_ALL is not a setting: OPERATIONS.md lists them.',
  ])
  const usual = [
    'PATH',
    'HOME',
    'HOSTNAME',
    'LANG',
    'TERM',
    'USER',
    'SHELL',
    'PWD',
    'NODE_ENV',
    'TZ',
    'npm_config_port',
  ]
  const services = ['REDIS_PORT', 'REDIS_HOST', 'DATABASE_PORT', 'DATABASE_SERVICE_HOST', 'REDIS_PORT_6379_TCP']
  const ours = ['DEPOSIT_SECRET_CARDPAY', 'PROOF_KEY_FILE']
  expect(misspelt(Object.fromEntries([...usual, ...services, ...ours].map((name) => [name, ''])))).toEqual([])
})

test('a secret is read from the file that <name>_FILE names', () => {
  const folder = mkdtempSync(join(tmpdir(), 'fairtick-secrets-'))
  const path = join(folder, 'key')
  const key = Buffer.alloc(32, 9)
  writeFileSync(path, `${key.toString('base64')}\n`)
  expect(loadConfig({ SEALING_KEY_FILE: path }).sealingKeys).toEqual([key])
  expect(sentence({ SEALING_KEY_FILE: path, SEALING_KEY: 'x' })).toBe(
    'SEALING_KEY and SEALING_KEY_FILE are both set: one of them has to go.',
  )
  expect(sentence({ SEALING_KEY_FILE: join(folder, 'none') })).toBe(
    'SEALING_KEY_FILE names a file that cannot be read (ENOENT).',
  )
  rmSync(folder, { recursive: true })
})

test('the feed is a list of sources in the order of preference, named as users see it', () => {
  const { feed, feeds } = loadConfig({
    FEED: 'okx, binance',
    FEED_OKX_URL: 'wss://okx.example/ws/',
    FEED_SYMBOLS: 'okx:BTCUSDT=BTC-USDT-SWAP, replay:XAUUSD=*',
    FEED_JUMP_BP: '150,XAUUSD=50',
  })
  expect(feed).toBe('okx,binance')
  expect(feeds.sources.map((source) => source.kind)).toEqual(['okx', 'binance'])
  expect(feeds.sources[0]).toMatchObject({ streamUrl: 'wss://okx.example/ws' })
  expect(feeds.names).toEqual([
    { kind: 'okx', symbol: 'BTCUSDT', name: 'BTC-USDT-SWAP' },
    { kind: 'replay', symbol: 'XAUUSD', name: '*' },
  ])
  expect([feeds.jumpBp, feeds.jumpBpOf]).toEqual([150, { XAUUSD: 50 }])
  // The name is public: no folder of this machine, and nothing that separates fields in the log.
  const replay = loadConfig({ FEED: `replay:${__filename}` })
  expect(replay.feed).toBe('replay:config.test.ts')
})

test('live funds take no recording, and prices over TLS only', () => {
  const env = { FUNDS: 'live', FEED: `replay:${__filename}` }
  expect(sentence(env)).toContain('a price feed that is not simulated (FEED)')
  expect(sentence({ FUNDS: 'live', FEED: 'binance', FEED_BINANCE_URL: 'ws://x.example' })).toBe(
    'FEED_BINANCE_URL must be an address that starts with wss://.',
  )
})

test('the limits of savings are settings, in minor units, and only demo funds have made-up incomes', () => {
  const savings = { SAVINGS_DEPOSIT_MAX: '500.00', SAVINGS_TRANSFER_OUT_DAILY: '20.00', SAVINGS_DEPOSITS_PER_DAY: '1' }
  expect(loadConfig(savings).savings).toEqual({
    depositMinimum: 100n,
    depositMaximum: 50_000n,
    depositsPerDay: 1,
    transfersOutPerDay: 3,
    transferOutDaily: 2_000n,
    demoIncomes: true,
  })
  expect(sentence({ SAVINGS_DEPOSIT_MIN: '2.00', SAVINGS_DEPOSIT_MAX: '1.00' })).toBe(
    'SAVINGS_DEPOSIT_MIN is above SAVINGS_DEPOSIT_MAX.',
  )
})

test('the staff console is off unless it has a port; what one person may do alone is named', () => {
  expect(loadConfig({}).console).toBeUndefined()
  const given = loadConfig({ CONSOLE_PORT: '8090', FOUR_EYES_ALONE: 'sessions.end, deposits.approve:500.00' }).console
  expect(given).toEqual({
    port: 8090,
    alone: new Map([
      ['sessions.end', null],
      ['deposits.approve', 50_000n],
    ]),
  })
  for (const [rules, sentence] of [
    ['orders.settle', 'FOUR_EYES_ALONE names "orders.settle", which is no action'],
    ['sessions.end:5.00', 'it moves no money'],
    ['deposits.approve', 'must give deposits.approve a sum per person and day'],
  ] as const)
    expect(() => loadConfig({ CONSOLE_PORT: '8090', FOUR_EYES_ALONE: rules })).toThrow(sentence)
})

test('sign-in of staff by OpenID Connect is all there or not at all, and safe', () => {
  const whole = {
    CONSOLE_OIDC_ISSUER: 'https://id.example.com',
    CONSOLE_OIDC_CLIENT_ID: 'console',
    CONSOLE_OIDC_CLIENT_SECRET: 'secret',
    CONSOLE_ORIGIN: 'https://console.example.com/',
  }
  expect(loadConfig({}).staffProvider).toBeUndefined()
  expect(loadConfig(whole)).toMatchObject({
    staffProvider: { issuer: 'https://id.example.com', name: 'id.example.com', origin: 'https://console.example.com' },
    staffPasskeys: { domain: 'console.example.com', origin: 'https://console.example.com' },
  })
  const sentenceOf = (env: Record<string, string>) => expect(() => loadConfig({ ...whole, ...env }))
  sentenceOf({ CONSOLE_OIDC_CLIENT_SECRET: '' }).toThrow('lacks CONSOLE_OIDC_CLIENT_SECRET')
  sentenceOf({ CONSOLE_ORIGIN: '' }).toThrow('lacks CONSOLE_ORIGIN')
  sentenceOf({ CONSOLE_OIDC_ISSUER: 'http://id.example.com' }).toThrow('must be an https address')
  sentenceOf({ CONSOLE_ORIGIN: 'console.example.com' }).toThrow('must be an https address')
})

test('secrets that have been read are in the environment no more', () => {
  const env = {
    SEALING_KEY: 'a',
    DATABASE_URL: 'b',
    DEPOSIT_SECRET_WIRE: 'c',
    METRICS_TOKEN: 'd',
    PORT: '80',
    PATH: '/bin',
  }
  forgetSecrets(env)
  expect(env).toEqual({ PORT: '80', PATH: '/bin' })
})
