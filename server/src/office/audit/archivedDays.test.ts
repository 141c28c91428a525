import { randomBytes } from 'node:crypto'
import { asOwner } from '../../../test/asOwner'
import { createTestConsole, type StaffConsole } from '../../../test/staff'
import { createWallet, type Wallet } from '../../../test/wallet'
import { keepPartitions } from '../../database/partitions'
import { DAY_MS } from '../../shared/time'

let server: Wallet
let office: StaffConsole
beforeAll(async () => {
  server = await createWallet({ config: { recordsKeptDays: 30, sealingKeys: [randomBytes(32)] } })
  office = await createTestConsole(server)
})
afterAll(() => office.close())

const dayText = (ms: number) => new Date(ms).toISOString().slice(0, 10)

/** An auditor's view of a day, on the page and in the file. */
async function read(login: string, day: string) {
  const auditor = await office.join(login, ['auditor'])
  const query = `from=${day}&until=${day}`
  const { items } = (await auditor.get(`/reconciliation?${query}`)).json<{ items: object[] }>()
  const { alarms } = (await auditor.get('/books')).json<{ alarms: { name: string; on: boolean }[] }>()
  return {
    day: items[0],
    line: (await auditor.get(`/reconciliation/export?${query}`)).body.split('\r\n')[1],
    differs: alarms.find(({ name }) => name === 'ReconciliationDiffers')?.on,
  }
}

test('the reconciliation says of a day that it is archived once its postings went, and nothing false', async () => {
  const user = await server.registerReady()
  const { reference } = (await server.deposit(user, { amount: '250.00' })).json<{ reference: string }>()
  await server.database.withTransaction((tx) =>
    server.deps.deposits.approve(tx, reference, { amount: 25_000n, late: false }),
  )
  // The database dates transfers by its own clock.
  await asOwner(server.database, (tx) =>
    tx.query('update ledger_transfer set created_at = to_timestamp($1::bigint / 1000.0)', [server.clock.now()]),
  )
  const day = dayText(server.clock.now())
  const rows = { deposits: '250.00', withdrawals: '0.00', bankIn: '0.00', withoutLine: '250.00' }
  const before = await read('ann', day)
  expect(before).toMatchObject({
    day: { ...rows, granted: '10000.00', funding: '10250.00', bookDifference: '0.00' },
    differs: false,
  })

  // As many transfers as one partition holds.
  await server.database.query(`select setval('ledger_transfer_id_seq', 16777216)`)
  await server.clock.advance(150 * DAY_MS)
  await keepPartitions(server.deps.database, server.clock.now())
  expect(await server.deps.recordArchiver.runOnce()).toContain('ledger_posting_first')

  const after = await read('ben', day)
  expect(after).toMatchObject({ day: { ...rows, granted: null, funding: null, bookDifference: null }, differs: false })
  expect(after.line).toBe(`${day},250.00,0.00,archived,archived,archived,0.00,0.00,0.00,0.00,250.00`)
  expect((await read('cleo', dayText(server.clock.now()))).day).toMatchObject({
    funding: '0.00',
    bookDifference: '0.00',
  })
})
