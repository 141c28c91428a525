import { verify } from 'node:crypto'
import { createTradingFloor, SYMBOL, type TradingFloor } from '../../../test/tradingFloor'
import { publicKeyOf } from '../../proof/signer'
import { guessText } from '../../proof/texts'

let floor: TradingFloor
beforeAll(async () => {
  floor = await createTradingFloor()
}, 60_000)
afterAll(() => floor.close())

const guess = (direction = 'up', symbol = SYMBOL) =>
  floor.inject({ method: 'POST', url: '/api/guesses', payload: { symbol, direction } })
const pricesOf = (acceptedAt: number, symbol = SYMBOL) =>
  floor.inject({ url: `/api/guesses/prices?symbol=${symbol}&acceptedAt=${acceptedAt}` })

/** Accepts a guess and lets its 30 s go by. */
async function run(direction: string, exit: string) {
  await floor.tick('100')
  const answer = await guess(direction)
  expect(answer.statusCode).toBe(201)
  const signed = answer.json()
  const before = (await pricesOf(signed.terms.acceptedAt)).json()
  await floor.enter('101')
  await floor.expire(exit)
  await floor.deps.heads.seal()
  await floor.clock.advance(501)
  return { signed, before, prices: (await pricesOf(signed.terms.acceptedAt)).json() }
}

test('a guess is signed, its prices are there once a head is complete, and nothing is stored', async () => {
  const countRows = () => floor.database.query('select count(*) from trade_order')
  const stored = await countRows()
  const { signed, before, prices } = await run('up', '102')
  const text = Buffer.from(guessText(floor.deps.config.proofOrigin, signed.terms))
  expect(verify(null, text, publicKeyOf(signed.publicKey), Buffer.from(signed.signature, 'hex'))).toBe(true)
  expect(before.code).toBe('receipt_not_ready')
  expect(prices.ranges[0].ticks.map(({ price }: { price: string }) => price)).toEqual(['100', '101', '102'])
  expect(await countRows()).toEqual(stored)
}, 60_000)

test('no guess on what does not trade, and no prices of long ago', async () => {
  expect((await guess('up', 'NOTHING')).json().code).toBe('product_unknown')
  await floor.clock.advance(60_000)
  expect((await guess()).json().code).toBe('feed_stale')
  const now = floor.clock.now()
  expect((await pricesOf(now - 601_000)).json().code).toBe('invalid_request')
  expect((await pricesOf(now + 60_000)).json().code).toBe('invalid_request')
  expect((await pricesOf(now, 'NOTHING')).json().code).toBe('product_unknown')
})
