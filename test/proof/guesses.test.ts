import { checkGuess } from '../../proof/guess'
import { checkReceipt } from '../../proof/receipt'
import { createGuests } from '../../server/test/guesses'
import { createTradingFloor, type TradingFloor } from '../../server/test/tradingFloor'

let floor: TradingFloor
let guests: ReturnType<typeof createGuests>
beforeAll(async () => {
  floor = await createTradingFloor()
  guests = createGuests(floor)
})
afterAll(() => floor.close())

const checked = ({ signed, prices }: Awaited<ReturnType<typeof guests.run>>) =>
  checkGuess(signed, prices, { origin: floor.deps.config.proofOrigin })

test('the app decides a guess by itself, from signed terms and proven prices; nothing is stored', async () => {
  const countRows = () => floor.database.query('select count(*) from trade_order')
  const before = await countRows()
  const right = await guests.run('up', '102')
  expect(right.before.code).toBe('receipt_not_ready')
  expect(checked(right)).toMatchObject({
    problems: [],
    verdict: { status: 'won', entry: { price: '101' }, exit: { price: '102' } },
  })
  expect(checked(await guests.run('up', '99'))).toMatchObject({ problems: [], verdict: { status: 'lost' } })
  expect(checked(await guests.run('down', '99'))).toMatchObject({ problems: [], verdict: { status: 'won' } })
  expect(await countRows()).toEqual(before)
})

test('what is changed afterwards is seen: the terms, a price, a price left out, the head', async () => {
  const { signed, prices, before } = await guests.run('up', '102')
  const kinds = (terms: object, shown: object) =>
    checked({
      before,
      signed: { ...signed, terms: { ...signed.terms, ...terms } },
      prices: { ...prices, ...shown },
    }).problems.map(({ kind }) => kind)
  const [range] = prices.ranges
  const withTicks = (ticks: unknown[]) => ({ ranges: [{ ...range, ticks }] })
  expect(kinds({ direction: 'down' }, {})).toContain('acceptance')
  expect(kinds({ acceptedAt: signed.terms.acceptedAt - 1 }, {})).toContain('acceptance')
  const dearer = range.ticks.map((tick: { price: string }) => ({ ...tick, price: '103' }))
  expect(kinds({}, withTicks(dearer))).toContain('ticks')
  expect(kinds({}, { ...withTicks(range.ticks.slice(0, -1)), tickCount: prices.tickCount - 1 })).not.toEqual([])
  expect(kinds({}, { head: { ...prices.head, at: prices.head.at + 1 } })).toContain('heads')
  expect(kinds({}, { checkpoint: prices.checkpoint.replace(/.{9}\n$/, 'AAAAAAAA\n') })).not.toEqual([])
})

test('the receipt of the example order of the house holds', async () => {
  await floor.deps.accounts.seedExample()
  await floor.tick('100')
  await floor.deps.example.place()
  await floor.enter('101')
  await floor.expire('102')
  await floor.settle()
  await floor.clock.advance(1_100)
  expect(checkReceipt((await floor.inject({ url: '/api/proof/example' })).json()).problems).toEqual([])
})
