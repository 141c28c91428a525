import { checkReceipt } from '../../../../proof/receipt'
import { floor, user, withFloor } from '../../../test/floorOfFile'
import { createDeps, type Deps } from '../../deps'
import { present } from '../../shared/assert'
import type { Clock } from '../../shared/clock'
import { createHeadMaker } from '../../signedLogs/headMaker'
import { createResultMap } from '../../signedLogs/resultMap'

withFloor({ user: true })

async function receiptOf(id: string, { proof }: Pick<Deps, 'proof'> = floor.deps) {
  const receipt = await proof.receipt(user.id, id)
  if (!receipt.ok) throw new Error(receipt.error.code)
  if (receipt.value.format !== 'fairtick-receipt-8') throw new Error('ticks decide this order')
  return receipt.value
}

/** Places an order, makes that many heads while it runs, and settles it. */
async function playThrough(heads: number) {
  await floor.clock.advance(10)
  await floor.tick('100.0')
  const body = floor.body({ stake: '1.00' })
  expect((await floor.place(user, body)).statusCode).toBe(201)
  await floor.enter('100.0')
  for (let nth = 0; nth < heads; nth++) {
    await floor.clock.advance(100)
    await floor.tick(`100.${nth % 10}`)
    await floor.deps.heads.seal()
  }
  await floor.clock.advance(31_000 - heads * 100)
  await floor.moveWatermark()
  await floor.settle()
  return body.id
}

test.each([
  [0, 1],
  [110, 1],
  [180, 8],
])('an order through which %i heads were made', async (heads, atLeast) => {
  const receipt = await receiptOf(await playThrough(heads))
  expect(checkReceipt(receipt).problems).toEqual([])
  expect(receipt.window.length).toBeGreaterThanOrEqual(atLeast)
  const shown = receipt.window.flatMap((range) => range.heads)
  expect([shown[0]?.number, shown.at(-1)?.number]).toEqual([receipt.accepted.number, receipt.fixed.number])
  const end = receipt.order.expiresAt ?? 0
  expect(shown.filter(({ through }) => through >= end).map(({ number }) => number)).toEqual([receipt.fixed.number])
})

test('the head of the end is the first that was complete, under whichever the order was settled', async () => {
  await floor.clock.advance(10)
  await floor.tick('100.0')
  const body = floor.body({ stake: '1.00' })
  await floor.place(user, body)
  await floor.enter('100.0')
  await floor.expire('101.0')
  const first = await floor.deps.heads.seal()
  for (let nth = 0; nth < 130; nth++) {
    await floor.clock.advance(10)
    await floor.tick('50.0')
    await floor.deps.heads.seal()
  }
  await floor.settle()
  const receipt = await receiptOf(body.id)
  expect(receipt.fixed.number).toBe(first.number)
  expect(checkReceipt(receipt).problems).toEqual([])
})

test('a tick after the watermark is not in the head that has this watermark', async () => {
  await floor.clock.advance(100)
  // The floor's watermark is always a moment behind its last tick.
  await floor.tick('100.0')
  const { sizes, throughs } = await floor.deps.heads.seal()
  const rows = await floor.database.query<{ sequence: bigint; at_ms: bigint }>(
    'select sequence, at_ms from tick where product_id = $1',
    [floor.product.id],
  )
  const [size, through] = [BigInt(sizes.BTCUSDT ?? 0), BigInt(throughs.BTCUSDT ?? 0)]
  expect(size).toBeLessThan(BigInt(rows.length))
  expect(rows.every(({ sequence, at_ms }) => sequence > size === at_ms > through)).toBe(true)
})

/** Another node on the same database, whose clock is off. */
function nodeWith(offMs: number): Deps {
  const { config, log, database } = floor.deps
  const clock: Clock = { now: () => floor.clock.now() + offMs, sleep: floor.clock.sleep.bind(floor.clock) }
  return createDeps({ config, log, database, clock })
}

test('nodes whose clocks differ, and one that has just started, make heads under which each receipt holds', async () => {
  const nodes = [nodeWith(-900), floor.deps, nodeWith(700)]
  const ids: string[] = []
  await floor.clock.advance(10)
  await floor.tick('100.0')
  for (let round = 0; round < 24; round++) {
    const by = (nth: number) => present(nodes[(round + nth) % nodes.length], 'a node')
    if (round < 6) {
      const body = floor.body({ stake: '1.00', direction: round % 2 ? 'up' : 'down' })
      // Any node may take it, make the head, or let it enter.
      for (const { market } of nodes) await market.refreshProducts()
      expect((await floor.place(user, body)).statusCode).toBe(201)
      ids.push(body.id)
    }
    await floor.clock.advance(round === 11 ? 21_000 : 700)
    await floor.tick(`100.${round}`)
    if (round % 3 === 0) await floor.moveWatermark()
    await by(0).heads.seal()
    await by(1).settlement.runOnce()
    await createHeadMaker({ ...by(2), results: createResultMap(by(2)) }).seal()
  }
  await floor.clock.advance(10_000)
  await floor.moveWatermark()
  await nodes[0]?.settlement.runOnce()
  for (const id of ids)
    for (const node of nodes) expect([id, checkReceipt(await receiptOf(id, node)).problems]).toEqual([id, []])
})
