import type { Database } from '../../database/database'
import { type Authority, audited } from '../audit'
import { changing, type OpsKit, OpsRefusal, onOff } from '../kit'
import type { Row } from '../print'

/** Closes a product to new orders, or opens it again. Orders that exist settle by the rules either way. */
async function setMaintenance(
  database: Database,
  authority: Authority,
  symbol: string,
  maintenance: boolean,
): Promise<Row> {
  return audited(database, authority, 'products.maintenance', async (tx) => {
    const rows = await tx.query<{ before: boolean }>(
      'select maintenance as before from product where symbol = $1 for update',
      [symbol],
    )
    const product = rows[0]
    if (!product) throw new OpsRefusal(`There is no product "${symbol}".`)
    await tx.query('update product set maintenance = $2 where symbol = $1', [symbol, maintenance])
    return {
      subject: symbol,
      details: { before: product.before, after: maintenance },
      value: { symbol, maintenance },
    }
  })
}

export function addProductCommands({ program, answer }: OpsKit) {
  const products = program.command('products').description('products')
  changing(products.command('maintenance').description('close a product to new orders, or open it again'))
    .argument('<symbol>')
    .argument('<state>', 'on or off', onOff)
    .action((symbol: string, state: boolean, options: Authority) =>
      answer(({ database }) => setMaintenance(database, options, symbol, state)),
    )
}
