import { type Authority, audited } from '../../audit/auditLog'
import type { Deps } from '../../deps'
import { changing, instant, type OpsKit, OpsRefusal, onOff } from '../kit'
import type { Row } from '../print'

/** Closes a product to new orders, or opens it again. Orders that exist settle by the rules either way. */
async function setMaintenance(
  { database, products }: Deps,
  authority: Authority,
  symbol: string,
  maintenance: boolean,
  until: Date | null,
): Promise<Row> {
  return audited(database, authority, 'products.maintenance', async (tx) => {
    const before = await products.setMaintenance(tx, symbol, maintenance, until)
    if (!before) throw new OpsRefusal(`There is no product "${symbol}".`)
    const opensAt = until?.toISOString() ?? null
    return {
      subject: symbol,
      details: { ...before, after: maintenance, opensAt },
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
      answer((deps) => {
        if (until && !state) throw new OpsRefusal('Only a maintenance that is on has an end.')
        if (until && until.getTime() <= deps.clock.now()) throw new OpsRefusal('The end of a maintenance lies ahead.')
        return setMaintenance(deps, options, symbol, state, until ?? null)
      }),
    )
}
