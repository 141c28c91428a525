import { server, withConsole } from '../../../test/consoleOfFile'
import { problemOf, type TestStaff } from '../../../test/staff'
import { MINUTE_MS } from '../../shared/time'

const { ann, ben } = withConsole({ ann: ['cashier'], ben: ['cashier'] })

test('of two people who claim an item at the same moment one has it, and only that one proposes', async () => {
  const user = await server.registerReady('hasty_1')
  for (let turn = 0; turn < 3; turn++) {
    const { reference } = (await server.deposit(user, { amount: '50.00' })).json<{ reference: string }>()
    const people = [ann, ben]
    const claims = await Promise.all(people.map((who) => who.claim('deposits', reference)))
    expect(claims.map((answer) => answer.statusCode).sort()).toEqual([200, 409])
    const asked = await Promise.all(
      people.map((who) => who.act('deposits.approve', { reference, amount: '50.00', late: false })),
    )
    expect(asked.map((answer) => answer.statusCode)).toEqual(claims.map((answer) => answer.statusCode))
  }
})

test('a claim ends by itself, and when it is given back', async () => {
  const claim = (who: TestStaff) => who.claim('deposits', 'FD-0000000001')
  expect((await claim(ann)).statusCode).toBe(200)
  expect(problemOf(await claim(ben))).toBe('claimed_by_other')
  await ann.delete('/queues/deposits/FD-0000000001/claim')
  expect((await claim(ben)).statusCode).toBe(200)
  await server.clock.advance(16 * MINUTE_MS)
  expect((await claim(ann)).statusCode).toBe(200)
})
