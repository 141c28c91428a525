import { floor, withFloor } from '../../test/floorOfFile'

withFloor()

test('a calendar stays the same object until it changes, and with it what was reckoned from it', async () => {
  const { market } = floor.deps
  const calendars = () => market.products().map(({ calendar }) => calendar)
  const before = calendars()
  await market.refreshProducts()
  expect(calendars().every((calendar, index) => calendar === before[index])).toBe(true)
  await floor.database.query(
    `update product set revision = revision + 1, calendar = '{"timeZone":"Asia/Tokyo","alwaysOpen":false,"hours":[]}' where id = $1`,
    [floor.product.id],
  )
  await market.refreshProducts()
  expect(market.productBySymbol(floor.product.symbol)?.calendar).toMatchObject({
    timeZone: 'Asia/Tokyo',
    alwaysOpen: false,
  })
})
