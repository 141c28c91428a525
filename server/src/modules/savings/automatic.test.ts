import { brokenInvariants } from '../../../test/invariants'
import { createSavingsFund, type SavingsFund } from '../../../test/savingsFund'
import { savingsPersonalData } from './personalData'
import { createSavingsService } from './service'

let fund: SavingsFund
let saver: { id: bigint }

// Thursday; each saver has 1,000,000.00.
beforeEach(async () => {
  fund = await createSavingsFund('2026-11-19T10:00:00')
  saver = await fund.saver(1)
})
afterEach(async () => {
  expect(await brokenInvariants(fund.database)).toEqual([])
  await fund.close()
})

const set = (floor: string | null) => fund.deps.savings.setAutomatic(saver.id, floor)
const pass = () => fund.worker().runOnce()
const figures = async () => {
  const { available, pending } = await fund.overview(saver)
  return { available, pending }
}
async function leaves(available: string) {
  const spent = Number((await fund.overview(saver)).available) - Number(available)
  await fund.database.withTransaction((tx) =>
    fund.deps.ledger.post(tx, {
      userId: saver.id,
      kind: 'demoGrant',
      reference: crypto.randomUUID(),
      postings: [
        { account: 'available', amount: BigInt(Math.round(-spent * 100)) },
        { account: 'funding', amount: BigInt(Math.round(spent * 100)) },
      ],
    }),
  )
}

test('once a day what is above the floor goes into savings, and without a floor nothing does', async () => {
  await leaves('900.00')
  await pass()
  expect(await figures()).toEqual({ available: '900.00', pending: '0.00' })
  expect(await set('250.50')).toMatchObject({ ok: true, value: { automatic: { floor: '250.50' } } })
  await pass()
  expect(await figures()).toEqual({ available: '250.50', pending: '649.50' })
  // Money that comes later on that day waits for the next one.
  await leaves('400.00')
  await pass()
  expect(await figures()).toEqual({ available: '400.00', pending: '649.50' })
  await fund.moveTo('2026-11-20T00:00:00')
  await pass()
  expect((await figures()).available).toBe('250.50')
  await set(null)
  expect((await fund.overview(saver)).automatic).toBeNull()
  await leaves('800.00')
  await fund.moveTo('2026-11-21T09:00:00')
  await pass()
  expect((await figures()).available).toBe('800.00')
})

test('it keeps to the least and the largest deposit, and to how many there may be on a day', async () => {
  const { depositMinimum, depositMaximum, depositsPerDay } = fund.deps.config.savings
  await set('0.00')
  await leaves((Number(depositMinimum - 1n) / 100).toFixed(2))
  await pass()
  expect((await figures()).pending).toBe('0.00')

  await fund.moveTo('2026-11-20T09:00:00')
  await leaves((Number(depositMaximum + 500n) / 100).toFixed(2))
  await pass()
  expect((await figures()).available).toBe('5.00')

  await fund.moveTo('2026-11-24T09:00:00')
  await leaves('100000.00')
  for (let deposit = 0; deposit < depositsPerDay; deposit += 1)
    expect(await fund.deposit(saver, '100.00')).toMatchObject({ kind: 'deposit' })
  const { available } = await figures()
  await pass()
  expect((await figures()).available).toBe(available)
})

test('several nodes at once move it once, and an order in between never goes below the floor by it', async () => {
  await leaves('900.00')
  await set('100.00')
  const nodes = Array.from({ length: 4 }, () => createSavingsService(fund.deps))
  await Promise.all(nodes.map((node) => node.jobs.sweep(10)))
  expect(await figures()).toEqual({ available: '100.00', pending: '800.00' })

  // Somebody holds the balance while the pass looks: it waits and counts what is left then.
  await fund.moveTo('2026-11-20T09:00:00')
  await leaves('500.00')
  let swept: Promise<number> | undefined
  await fund.database.withTransaction(async (tx) => {
    await fund.deps.ledger.lockAvailable(tx, saver.id)
    swept = fund.deps.savings.jobs.sweep(10)
    await fund.deps.ledger.post(tx, {
      userId: saver.id,
      kind: 'demoGrant',
      reference: crypto.randomUUID(),
      postings: [
        { account: 'available', amount: -25_000n },
        { account: 'funding', amount: 25_000n },
      ],
    })
  })
  await swept
  expect((await figures()).available).toBe('100.00')
})

test('the app turns it on and off, and the figures say so', async () => {
  const user = await fund.registerUser('sets_floor')
  const send = (floor: string | null) => fund.call(user, 'POST', '/savings/automatic', { floor })
  expect((await send('75.00')).json()).toMatchObject({ automatic: { floor: '75.00' } })
  expect((await fund.call(user, 'GET', '/savings')).json()).toMatchObject({ automatic: { floor: '75.00' } })
  expect((await send(null)).json()).toMatchObject({ automatic: null })
  expect((await send('-1.00')).statusCode).toBe(422)
})

test('a floor is an amount; it is in the export, and closing the account ends it', async () => {
  for (const floor of ['1.234', '-1.00'])
    expect(await set(floor)).toMatchObject({ ok: false, error: { code: 'amount_invalid' } })
  await set('20.00')
  const data = savingsPersonalData(fund.deps)
  expect(await data.read(saver.id)).toMatchObject({ automaticFloor: '20.00' })
  const closed = `update app_user set deleted_at = $2, account = '~' || id where id = $1`
  await fund.database.query(closed, [saver.id, new Date(fund.clock.now())])
  await pass()
  expect((await figures()).pending).toBe('0.00')
})
