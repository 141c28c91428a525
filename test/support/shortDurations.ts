import type { Product } from '../../contract/market'
import { openConnection } from '../../server/src/database/connection'
import { visitEmbedded } from '../../server/src/embedded/visit'
import { createLog } from '../../server/src/shared/log'
import { until } from './until'

/** SQL that offers orders of so few seconds for `symbol` at 75 %: past the trigger that asks for an announced change. */
const offerOf = (symbol: string, seconds: readonly number[]): string => `
  alter table product_duration disable trigger all;
  insert into product_duration (product_id, seconds, earnings_rate_bp)
    select id, seconds, 7500 from product, unnest(array[${seconds.join(', ')}]) seconds where symbol = '${symbol}';
  alter table product_duration enable trigger all;`

/** The same for BTCUSDT. */
export const offerSeconds = (...seconds: number[]): string => offerOf('BTCUSDT', seconds)

/**
 * Offers them in this running house, so that no test has to sit an order out; no command of the operator's can do that. The house
 * takes such orders when this is done.
 */
export async function offerIn(
  { dataDir, origin }: { dataDir: string; origin: string },
  symbol: string,
  ...seconds: number[]
): Promise<void> {
  const { url, leave } = await visitEmbedded(dataDir, createLog('silent'))
  const client = await openConnection({ connectionString: url })
  await client.query(offerOf(symbol, seconds))
  await client.end()
  await leave()
  await until(`${symbol} to be offered for ${seconds.join(', ')} s`, async () => {
    const { durations } = (await (await fetch(`${origin}/api/products/${symbol}`)).json()) as Pick<Product, 'durations'>
    return seconds.every((wanted) => durations.some((offered) => offered.seconds === wanted))
  })
}
