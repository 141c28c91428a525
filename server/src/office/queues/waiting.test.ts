import type { WaitingQueue } from '../../../../contract/consoleWaiting'
import { server, withConsole } from '../../../test/consoleOfFile'
import type { TestStaff } from '../../../test/staff'
import { HOUR_MS, MINUTE_MS } from '../../shared/time'

const { ann, ben } = withConsole({ ann: ['cashier', 'support'], ben: ['support'] })

async function waitingFor(who: TestStaff) {
  const { items } = (await who.get('/waiting')).json<{ items: WaitingQueue[] }>()
  return new Map(items.map((item) => [item.queue, item]))
}

const keysOf = async (who: TestStaff, url: string) =>
  (await who.get(url)).json<{ items: { key: string }[] }>().items.map(({ key }) => key)

test('the menu says how many wait, how much, since when and until when, and to nobody who may not see them', async () => {
  const none = { count: 0, oldestAt: null, dueAt: null, amount: null }
  expect((await waitingFor(ann)).get('withdrawals')).toEqual({ queue: 'withdrawals', ...none })

  const user = await server.registerReady('waits_1')
  const startedAt = server.clock.now()
  await server.deposit(user, { amount: '50.00' })
  const first = (await server.withdraw(user)).json<{ expectedAt: string }>()
  await server.clock.advance(20 * MINUTE_MS)
  await server.deposit(user, { amount: '70.50' })
  const waiting = await waitingFor(ann)
  expect(waiting.get('deposits')).toMatchObject({ count: 2, amount: '120.50' })
  const { oldestAt, dueAt } = waiting.get('deposits') ?? {}
  expect(Date.parse(dueAt ?? '') - Date.parse(oldestAt ?? '')).toBe(12 * HOUR_MS)
  expect(Math.abs(Date.parse(oldestAt ?? '') - startedAt)).toBeLessThan(10 * MINUTE_MS)
  // To pay is the amount without the fee.
  expect(waiting.get('withdrawals')).toMatchObject({ count: 1, amount: '98.90', dueAt: first.expectedAt })
  expect([...(await waitingFor(ben)).keys()]).toEqual(['proposals'])
})

test('a deposit that a bank statement pays waits there until its credit is proposed', async () => {
  const user = await server.registerReady('waits_3')
  const paid = (await server.deposit(user, { amount: '33.00' })).json<{ reference: string }>().reference
  const other = (await server.deposit(user, { amount: '44.00' })).json<{ reference: string }>().reference
  expect((await waitingFor(ann)).get('statements')).toMatchObject({ count: 0 })
  const file = ['Date;Amount;Currency;Text', `2026-11-20;33.00;USD;${paid}`, `2026-11-20;40.00;USD;${other}`].join('\n')
  const sent = await ann.post('/statements', { name: 'day.csv', file: Buffer.from(file).toString('base64') })
  expect((await waitingFor(ann)).get('statements')).toMatchObject({ count: 1, amount: '33.00' })
  expect((await waitingFor(ben)).get('statements')).toBeUndefined()
  await ann.post(`/statements/${sent.json<{ items: { id: string }[] }>().items[0]?.id}/propose`, {
    reason: 'on the account',
  })
  expect((await waitingFor(ann)).get('statements')).toMatchObject({ count: 0 })
})

test('a proposal waits for whoever may decide it, not for its author, and not after its time', async () => {
  const user = await server.registerUser('waits_2')
  const asked = await ann.act('sessions.end', { user: String(user.id) }, 'by phone')
  const { proposal } = asked.json<{ proposal: string }>()
  expect((await waitingFor(ann)).get('proposals')).toMatchObject({ count: 0 })
  expect((await waitingFor(ben)).get('proposals')).toMatchObject({ count: 1, amount: null })
  await server.database.query('update staff_proposal set expires_at = created_at where id = $1', [proposal])
  expect((await waitingFor(ben)).get('proposals')).toMatchObject({ count: 0 })
})

test('a search of a queue finds by account and by number, whatever their case, and nothing else', async () => {
  const [one, other] = [await server.registerReady('Finds_1'), await server.registerReady('finds_2')]
  const { reference } = (await server.deposit(one, { amount: '11.00' })).json<{ reference: string }>()
  await server.deposit(other, { amount: '12.00' })
  const withdrawal = (await server.withdraw(one)).json<{ reference: string }>()
  expect(await keysOf(ann, '/deposits?text=finds_1')).toEqual([reference])
  expect(await keysOf(ann, `/deposits?text=${reference.toLowerCase()}`)).toEqual([reference])
  expect(await keysOf(ann, '/deposits?text=finds_1&status=failed')).toEqual([])
  expect(await keysOf(ann, '/deposits?text=finds_')).toEqual([])
  expect(await keysOf(ann, '/withdrawals?text=FINDS_1')).toEqual([withdrawal.reference])
  expect(await keysOf(ann, `/withdrawals?text=${withdrawal.reference}&status=successful`)).toEqual([])
})
