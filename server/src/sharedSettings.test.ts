import { type Config, loadConfig } from './config'
import { settingsToAgreeOn } from './sharedSettings'

const LIMITS = { minimum: '10.00', maximum: '500.00' }
const BANK = { id: 'bank', kind: 'bank', payee: 'Fairtick Ltd', bank: 'Test Bank', accountNumber: '12-34', ...LIMITS }
const TRON = { id: 'tron', kind: 'currency', chain: 'TRON', address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', ...LIMITS }
const CARD = { id: 'card', kind: 'gateway', payUrl: 'https://pay.example/checkout', ...LIMITS }
const SECRET = 'a secret that only the paying service and this server know'

/** A node with these three channels. */
const nodeWith = (env: Record<string, string>, bank: object = {}, tron: object = {}, card: object = {}) =>
  settingsToAgreeOn(
    loadConfig({
      DEPOSIT_CHANNELS: JSON.stringify([
        { ...BANK, ...bank },
        { ...TRON, ...tron },
        { ...CARD, ...card },
      ]),
      DEPOSIT_SECRET_CARD: SECRET,
      ...env,
    }),
  )

/** Settings that may differ for a while, and in which this node is not like the usual one. */
const differing = (node: ReturnType<typeof settingsToAgreeOn>) => {
  const usual = nodeWith({})
  return Object.keys(usual.terms).filter((name) => usual.terms[name] !== node.terms[name])
}

test.each([
  ['the account that users pay to', nodeWith({}, { accountNumber: '56-78' })],
  ['its owner', nodeWith({}, { payee: 'Somebody Else' })],
  ['the note', nodeWith({}, { note: 'Only from an account in your own name' })],
  ['the address', nodeWith({}, {}, { address: 'TSaQxrBZkKc8NSFtHxwiBtzLUk5KR9czQW' })],
  ['the page that takes cards', nodeWith({}, {}, {}, { payUrl: 'https://elsewhere.example/checkout' })],
  ['its secret', nodeWith({ DEPOSIT_SECRET_CARD: SECRET.toUpperCase() })],
  ['the least amount', nodeWith({}, { minimum: '20.00' })],
])('nodes notice that a channel of theirs differs in %s', (_what, node) => {
  expect(differing(node)).toEqual(['DEPOSIT_…'])
})

/** Settings that nodes do not compare, and why a user meets no difference. */
const OWN: Partial<Record<keyof Config, string>> = {
  host: 'where this node listens',
  port: 'where this node listens',
  console: 'some nodes serve the console, others do not',
  staffProvider: 'belongs to the console',
  staffPasskeys: 'belongs to the console',
  metricsToken: 'belongs to the machine',
  logLevel: 'belongs to the machine',
  logFormat: 'belongs to the machine',
  dataDir: 'belongs to the machine',
  trustedProxies: 'depends on what is in front of this node',
  rateLimits: 'a stricter node refuses a flood earlier',
  databaseUrl: 'nodes compare over the database that they share',
  opsDatabaseUrl: 'an account of the same database',
  auditorDatabaseUrl: 'an account of the same database',
  archiverDatabaseUrl: 'an account of the same database',
  databasePoolSize: 'belongs to the machine',
  migrate: 'the schema is the same either way',
  roles: 'nodes share the work',
  version: 'nodes of two versions run next to each other',
  mediaPublicUrl: 'another address of the same pictures',
  demoGrant: 'the same for all',
  payoutAccounts: 'follows FUNDS',
  passkeys: 'follows PUBLIC_ORIGIN',
  misspelt: 'warnings of the start',
}

test('nodes compare every setting, unless the list says why not', () => {
  const read = new Set<string>()
  const config = new Proxy(loadConfig({}), {
    get(target, name, receiver) {
      read.add(String(name))
      return Reflect.get(target, name, receiver)
    },
  })
  settingsToAgreeOn(config)
  const silent = Object.keys(config).filter((name) => !read.has(name))
  expect(silent.sort()).toEqual(Object.keys(OWN).sort())
})

test('nodes with the same settings have nothing to notice', () => {
  expect(differing(nodeWith({}))).toEqual([])
  expect(differing(nodeWith({ WITHDRAWAL_FEE_BP: '20' }))).toEqual(['WITHDRAWAL_…'])
})
