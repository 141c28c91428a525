import type { Desk } from '../../../../contract/consoleWaiting'
import { office, server, withConsole } from '../../../test/consoleOfFile'
import type { TestStaff } from '../../../test/staff'
import { DAY_MS, MINUTE_MS } from '../../shared/time'

const { ann, ben, eve } = withConsole({ ann: ['cashier'], ben: ['cashier'], eve: ['auditor'] })

const deskOf = async (who: TestStaff) => (await who.get('/desk')).json<Desk>()
const keysOf = async (who: TestStaff) => (await deskOf(who)).items.map(({ key }) => key)

test("a desk has one's own claims first, then what is free by due time, and nothing that is another's", async () => {
  const user = await server.registerReady('desk_1')
  const deposit = async (amount: string) =>
    (await server.deposit(user, { amount })).json<{ reference: string }>().reference
  const first = await deposit('11.00')
  await server.clock.advance(MINUTE_MS)
  const withdrawal = (await server.withdraw(user)).json<{ reference: string }>().reference
  await server.clock.advance(MINUTE_MS)
  const last = await deposit('12.00')
  // A deposit is due after twelve hours, the withdrawal when its user was told.
  const { items } = await deskOf(ann)
  expect(items.map(({ dueAt }) => dueAt)).toEqual(items.map(({ dueAt }) => dueAt).sort())
  expect(items.map(({ key }) => key).sort()).toEqual([first, withdrawal, last].sort())
  expect(items.find(({ key }) => key === first)).toMatchObject({
    queue: 'deposits',
    account: 'desk_1',
    amount: '11.00',
    claim: null,
  })

  await ann.claim('deposits', last)
  const mine = (await deskOf(ann)).items
  expect(mine[0]).toMatchObject({ key: last, claim: { by: 'ann', mine: true } })
  expect((await keysOf(ben)).sort()).toEqual([first, withdrawal].sort())
  expect((await deskOf(eve)).items).toEqual([])

  await ann.act('deposits.approve', { reference: last, amount: '12.00' }, 'on the account')
  expect(await keysOf(ann)).not.toContain(last)
  expect(await keysOf(ben)).not.toContain(last)
})

test('it counts what one has decided, proposed or refused today, each person for themselves', async () => {
  expect((await deskOf(ann)).doneToday).toBe(1)
  expect((await deskOf(ben)).doneToday).toBe(0)
  const { items } = (await ben.get('/proposals')).json<{ items: { id: string }[] }>()
  await ben.agree(items[0]?.id ?? '')
  expect((await deskOf(ben)).doneToday).toBe(1)
  await server.clock.advance(DAY_MS)
  expect((await deskOf(await office.join('ann2', ['cashier']))).doneToday).toBe(0)
})
