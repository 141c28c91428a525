import type { Database } from '../../database/database'
import { type Authority, audited } from '../audit'
import { changing, instant, type OpsKit, OpsRefusal, onOff } from '../kit'
import type { Row } from '../print'

/** Closes a product to new orders, or opens it again. Orders that exist settle by the rules either way. */
async function setMaintenance(
  database: Database,
  authority: Authority,
  symbol: string,
  maintenance: boolean,
  until: Date | null,
): Promise<Row> {
  return audited(database, authority, 'products.maintenance', async (tx) => {
    const rows = await tx.query<{ before: boolean; before_until: Date | null }>(
      'select maintenance as before, maintenance_until as before_until from product where symbol = $1 for update',
      [symbol],
    )
    const product = rows[0]
    if (!product) throw new OpsRefusal(`There is no product "${symbol}".`)
    await tx.query('update product set maintenance = $2, maintenance_until = $3 where symbol = $1', [
      symbol,
      maintenance,
      until,
    ])
    const opensAt = until?.toISOString() ?? null
    return {
      subject: symbol,
      details: {
        before: product.before,
        beforeOpensAt: product.before_until?.toISOString() ?? null,
        after: maintenance,
        opensAt,
      },
      value: { symbol, maintenance, opensAt },
    }
  })
}

export function addProductCommands({ program, answer }: OpsKit) {
  const products = program.command('products').description('products')
  changing(products.command('maintenance').description('close a product to new orders, or open it again'))
    .argument('<symbol>')
    .argument('<state>', 'on or off', onOff)
    .option('--until <time>', 'when it opens again, which users read; without one it stays until "off"', instant)
    .action((symbol: string, state: boolean, { until, ...options }: Authority & { until?: Date }) =>
      answer(({ database, clock }) => {
        if (until && !state) throw new OpsRefusal('Only a maintenance that is on has an end.')
        if (until && until.getTime() <= clock.now()) throw new OpsRefusal('The end of a maintenance lies ahead.')
        return setMaintenance(database, options, symbol, state, until ?? null)
      }),
    )
}
