import { Option } from 'commander'
import type { Deps } from '../../deps'
import { unwrap } from '../../shared/result'
import { type OpsKit, wholeNumber } from '../kit'
import type { Row } from '../print'

async function list({ products }: Deps, symbol: string | undefined, limit: number): Promise<Row[]> {
  const { items } = unwrap(await products.changes.listChanges({ ...(symbol && { symbol }), limit: String(limit) }))
  return items.map((item) => ({
    change: item.id,
    symbol: item.symbol,
    revision: item.revision,
    part: item.part,
    state: item.state,
    announcedAt: item.announcedAt,
    from: item.from,
    terms: JSON.stringify(item.terms),
  }))
}

export function addProductCommands({ program, answer }: OpsKit) {
  program
    .command('products')
    .description('products')
    .command('changes')
    .description('what was announced, the newest first')
    .addOption(new Option('--symbol <symbol>', 'of this product only'))
    .option('--limit <number>', 'at most this many, up to 100', wholeNumber, 20)
    .action(({ symbol, limit }: { symbol?: string; limit: number }) =>
      answer((deps) => list(deps, symbol, Math.min(limit, 100))),
    )
}
