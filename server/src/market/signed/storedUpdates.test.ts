import fc from 'fast-check'
import { server, withServer } from '../../../test/serverOfFile'
import { TEST_SIGNER_SET } from '../../dev/testSigners'
import { signTestPrices, type TestPrice } from '../../dev/testUpdates'
import { present } from '../../shared/assert'
import { createUpdateOpener, decides, priceText, type SignedUpdate } from '../../shared/signed/update'
import { PYTH_FEEDS } from './feedIds'

const RUNS = Number(process.env.FUZZ_RUNS ?? 25)
const FIRST = 1_700_000_000
const feed = present(PYTH_FEEDS.BTCUSDT, 'the demo has this feed')
withServer({ market: true })

/** Steps between updates in seconds: several within one, and gaps. */
const streams = fc.array(
  fc.record({
    step: fc.integer({ min: 0, max: 4 }),
    price: fc.bigInt(1n, 9_999n),
    expo: fc.integer({ min: -9, max: 0 }),
  }),
  { minLength: 1, maxLength: 12 },
)

function signedStream(steps: readonly { step: number; price: bigint; expo: number }[]): SignedUpdate[] {
  const opener = createUpdateOpener(TEST_SIGNER_SET, () => true)
  let at = FIRST
  return steps.flatMap(({ step, price, expo }, sequence) => {
    const previousAt = at
    at += step
    const told: TestPrice = { feed, price, expo, publishAt: at, previousAt }
    return opener.open(signTestPrices([told], { sequence }).update([feed])).updates
  })
}

test('the database finds the update of each second, and reads its price, as the rule says', async () => {
  const product = await server.database.first<{ id: number }>(`select id from product where symbol = 'BTCUSDT'`)
  const productId = present(product, 'the demo has this product').id
  await fc.assert(
    fc.asyncProperty(streams, fc.boolean(), async (steps, backwards) => {
      const updates = signedStream(steps)
      await server.database.query('delete from signed_update')
      await server.database.query('select store_updates($1, $2, $3)', [
        updates.map(() => productId),
        TEST_SIGNER_SET.id,
        (backwards ? updates.toReversed() : updates).map(({ proof }) => proof),
      ])
      for (let second = FIRST + 1; second <= FIRST + 50; second++) {
        const row = await server.database.first<{ proof: Buffer | null; price: string | null }>(
          `select found.proof, says.price::text as price
             from (select update_for(jsonb_populate_record(null::trade_order, $1), $2) as proof) found
             left join lateral read_update(found.proof) says on found.proof is not null`,
          [JSON.stringify({ product_id: productId, instrument: `${feed}:${TEST_SIGNER_SET.id}` }), second],
        )
        const right = updates.find((update) => decides(update, second))
        expect(row).toEqual({ proof: right?.proof ?? null, price: right ? priceText(right) : null })
      }
    }),
    { numRuns: RUNS },
  )
})
