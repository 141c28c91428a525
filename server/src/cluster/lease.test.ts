import { pause, until } from '../../../test/support/until'
import { createTestDatabase, type TestDatabase } from '../../test/database'
import { createLog } from '../shared/log'
import { createLease, type Fence, type Lease } from './lease'

const TTL_MS = 400

let own: TestDatabase
let leases: Lease[] = []
beforeAll(async () => {
  own = await createTestDatabase()
})
afterEach(async () => {
  await Promise.all(leases.map((lease) => lease.stop()))
  leases = []
})
afterAll(() => own.drop())

function candidate(holder: string, gained: (fence: Fence) => Promise<void> = async () => undefined, ttlMs = TTL_MS) {
  const seen = { gained: 0, lost: 0 }
  const lease = createLease(
    { database: own.database, log: createLog('silent') },
    {
      name: 'feed',
      holder,
      ttlMs,
      gained: (fence) => {
        seen.gained++
        return gained(fence)
      },
      lost: async () => {
        seen.lost++
      },
    },
  )
  leases.push(lease)
  return { lease, seen }
}

const tokenInDatabase = async () =>
  (await own.database.first<{ token: bigint }>(`select token from lease where name = 'feed'`))?.token

test('one holds it while it renews, and who waits gets it the moment it is given up', async () => {
  // Long compared with a stall of this machine, in which a lease is rightly lost.
  const ttlMs = 2_000
  const first = candidate('first', undefined, ttlMs)
  const second = candidate('second', undefined, ttlMs)
  await first.lease.start()
  await second.lease.start()
  // Nothing may happen in the time in which a lease that is not renewed changes hands.
  await pause(2 * ttlMs)
  expect([first.lease.fence()?.token, second.lease.fence()]).toEqual([await tokenInDatabase(), undefined])
  const before = first.lease.fence()?.token ?? 0n
  await first.lease.stop()
  expect(first.seen).toEqual({ gained: 1, lost: 1 })
  await until('the second holds it', () => second.lease.fence() !== undefined)
  expect(second.lease.fence()?.token).toBe(before + 1n)
})

test('a database that is busy at the start is asked again', async () => {
  const { lease } = candidate('patient')
  await own.database.withTransaction(async (tx) => {
    await tx.query('lock table lease in access exclusive mode')
    await lease.start()
    expect(lease.fence()).toBeUndefined()
  })
  await until('it holds the lease', () => lease.fence() !== undefined)
})

test('a dead holder is followed even where the clock of the database says that its time is not over', async () => {
  await own.database.query(
    `update lease set holder = 'dead', token = token + 1, expires_at = clock_timestamp() + interval '1 hour'
      where name = 'feed'`,
  )
  const { lease } = candidate('heir')
  const startedAt = performance.now()
  await lease.start()
  expect(lease.fence()).toBeUndefined()
  await until('the heir holds it', () => lease.fence() !== undefined)
  expect(performance.now() - startedAt).toBeGreaterThanOrEqual(TTL_MS)
})

test('a holder that was deposed notices and stops', async () => {
  const { lease, seen } = candidate('deposed')
  await lease.start()
  await own.database.query(`select take_lease('feed', 'usurper', 60000, null, true)`)
  await until('it has stopped', () => seen.lost === 1)
  expect(lease.fence()).toBeUndefined()
  await own.database.query(`update lease set holder = null where name = 'feed'`)
})

test('who cannot begin leaves it to others', async () => {
  const unable = candidate('unable', async () => {
    throw new Error('no price source')
  })
  await expect(unable.lease.start()).rejects.toThrow('no price source')
  expect(unable.seen).toEqual({ gained: 1, lost: 1 })
  const able = candidate('able')
  await able.lease.start()
  expect(able.lease.fence()).toBeDefined()
})

test('who cannot begin later on tries again, and others may', async () => {
  const first = candidate('first')
  await first.lease.start()
  let attempts = 0
  const second = candidate('second', async () => {
    if (++attempts === 1) throw new Error('not yet')
  })
  await second.lease.start()
  await first.lease.stop()
  await until('the second attempt worked', () => attempts === 2 && second.lease.fence() !== undefined)
  expect(second.seen).toEqual({ gained: 2, lost: 1 })
})
