import { verify } from 'node:crypto'
import { floor, withFloor } from '../../../test/floorOfFile'
import { createGuests } from '../../../test/guesses'
import { publicKeyOf } from '../../signedLogs/signer'
import { guessText } from '../../signedLogs/texts'

withFloor()
let guests: ReturnType<typeof createGuests>
beforeAll(async () => {
  guests = createGuests(floor)
})

test('a guess is signed, its prices are there once a head is complete, and nothing is stored', async () => {
  const countRows = () => floor.database.query('select count(*) from trade_order')
  const stored = await countRows()
  const { signed, before, prices } = await guests.run('up', '102')
  const text = Buffer.from(guessText(floor.deps.config.proofOrigin, signed.terms))
  expect(verify(null, text, publicKeyOf(signed.publicKey), Buffer.from(signed.signature, 'hex'))).toBe(true)
  expect(before.code).toBe('receipt_not_ready')
  expect(prices.ranges[0].ticks.map(({ price }: { price: string }) => price)).toEqual(['100', '101', '102'])
  expect(await countRows()).toEqual(stored)
})

test('no guess on what does not trade, and no prices of long ago', async () => {
  expect((await guests.guess('up', 'NOTHING')).json().code).toBe('product_unknown')
  await floor.clock.advance(60_000)
  expect((await guests.guess()).json().code).toBe('feed_stale')
  const now = floor.clock.now()
  expect((await guests.pricesOf(now - 601_000)).json().code).toBe('invalid_request')
  expect((await guests.pricesOf(now + 60_000)).json().code).toBe('invalid_request')
  expect((await guests.pricesOf(now, 'NOTHING')).json().code).toBe('product_unknown')
})
