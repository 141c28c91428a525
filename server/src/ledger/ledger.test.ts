import fc from 'fast-check'
import { createTestApp, type TestUser } from '../../test/app'
import { newId } from '../../test/ids'
import { server, withServer } from '../../test/serverOfFile'
import { auditAll } from '../auditor/auditor'
import type { Transfer } from './ledger'

withServer()

const hold = (user: TestUser, amount: bigint, reference = newId()): Transfer => ({
  userId: user.id,
  kind: 'orderPlaced',
  reference,
  postings: [
    { account: 'available', amount: -amount },
    { account: 'inOrders', amount },
  ],
})

const post = (transfer: Transfer) =>
  server.database.withTransaction(async (tx) => {
    const result = await server.deps.ledger.post(tx, transfer)
    if (result.outcome === 'insufficient') throw new Error('insufficient')
    return result
  })

const tryPost = (transfer: Transfer) =>
  post(transfer).then(
    (result) => result.outcome,
    (error: Error) => error.message,
  )

test('a posting moves both balances, and its version grows', async () => {
  const user = await server.registerUser()
  expect(await tryPost(hold(user, 2_500n))).toBe('posted')
  expect(await server.deps.ledger.balanceOf(user.id)).toEqual({
    available: '9975.00',
    inOrders: '25.00',
    total: '10000.00',
    version: 3,
  })
})

test('the same reference posts once, also when 20 arrive together', async () => {
  const user = await server.registerUser()
  const transfer = hold(user, 100n)
  const outcomes = await Promise.all(Array.from({ length: 20 }, () => tryPost(transfer)))
  expect(outcomes.filter((outcome) => outcome === 'posted')).toHaveLength(1)
  expect(outcomes.filter((outcome) => outcome === 'repeated')).toHaveLength(19)
  expect((await server.deps.ledger.balanceOf(user.id)).inOrders).toBe('1.00')
})

test('another user may use the same reference', async () => {
  const [first, second] = [await server.registerUser(), await server.registerUser()]
  const reference = newId()
  expect(await tryPost(hold(first, 100n, reference))).toBe('posted')
  expect(await tryPost(hold(second, 100n, reference))).toBe('posted')
})

test('a balance for one of two: exactly one goes through', async () => {
  const user = await server.registerUser()
  const outcomes = await Promise.all([tryPost(hold(user, 600_000n)), tryPost(hold(user, 600_000n))])
  expect(outcomes.sort()).toEqual(['insufficient', 'posted'])
})

test('postings that do not sum to 0 are refused', async () => {
  const user = await server.registerUser()
  const crooked: Transfer = { ...hold(user, 5n), postings: [{ account: 'available', amount: 5n }] }
  expect(await tryPost(crooked)).toContain('sum to 0')
})

test.each([
  'update ledger_posting set amount = 1',
  'delete from ledger_posting',
  'update ledger_transfer set kind = 1',
  'delete from ledger_transfer',
  'truncate ledger_transfer cascade',
  'delete from audit_entry',
])('%s is refused by the database', async (sql) => {
  // A transfer that has postings is held by them before anything else.
  await expect(server.database.query(sql)).rejects.toThrow(/append-only|ledger_posting_transfer_id_fkey/)
})

test('whatever users do at once, the books balance and nobody is below 0', async () => {
  const users = [await server.registerUser(), await server.registerUser(), await server.registerUser()]
  const step = fc.record({
    user: fc.constantFrom(...users),
    amount: fc.bigInt({ min: 1n, max: 700_000n }),
    back: fc.boolean(),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 30 }), async (steps) => {
      await Promise.all(steps.map(({ user, amount, back }) => tryPost(hold(user, back ? -amount : amount))))
      expect(await auditAll(server.database)).toEqual([])
    }),
    { numRuns: 15 },
  )
})

test('health tells when the ledger is off', async () => {
  const own = await createTestApp()
  await own.deps.auditor.runBatch()
  const checkedAt = new Date(own.clock.now()).toISOString()
  const health = () => own.inject({ method: 'GET', url: '/api/health' })
  expect((await health()).json()).toEqual({
    live: true,
    ready: true,
    checks: { database: 'ok', feed: 'ok', ledger: 'ok', bus: 'off' },
    audit: { checkedAt, fullPassAt: checkedAt },
    feeds: [],
  })
  const metrics = (await own.inject({ url: '/api/metrics' })).body
  for (const what of ['full_pass', 'checked'])
    expect(metrics).toContain(`fairtick_ledger_${what}_timestamp_seconds ${own.clock.now() / 1000}`)
  await own.database.query('update ledger_account set balance = 5 where kind = 103')
  await own.deps.auditor.runBatch()
  expect((await health()).statusCode).toBe(503)
  expect((await own.inject({ method: 'GET', url: '/api/health/node' })).statusCode).toBe(200)
  await own.database.query('update ledger_account set balance = 0 where kind = 103')
  await own.deps.auditor.runBatch()
  expect((await health()).statusCode).toBe(200)
  await own.close()
})
