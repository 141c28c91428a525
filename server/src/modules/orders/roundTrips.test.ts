import type { TestUser } from '../../../test/app'
import { floor, withFloor } from '../../../test/floorOfFile'

const USERS = 12
/** Two batches, the log of keys (once a second) and the signatures (four times a second); one more for a slow machine. */
const STATEMENTS_MAX = 5

withFloor()
beforeAll(async () => {
  await floor.tick('100')
})

test('orders that arrive together share their way to the database, and sessions are not looked up again', async () => {
  const users: TestUser[] = []
  for (let index = 0; index < USERS; index++) users.push(await floor.registerUser(`together_${index}`))
  const placeAll = async () => {
    const answers = await Promise.all(users.map((user) => floor.place(user, floor.body())))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(users.map(() => 201))
  }
  // Each session is known from here on.
  await placeAll()
  let statements = 0
  const count = () => {
    statements++
  }
  floor.deps.database.pool.on('acquire', count)
  await placeAll()
  floor.deps.database.pool.off('acquire', count)
  expect(statements).toBeGreaterThan(0)
  expect(statements).toBeLessThanOrEqual(STATEMENTS_MAX)
})
