import { readFileSync } from 'node:fs'
import { Option } from 'commander'
import Schema from 'typebox/schema'
import type { ChangeProblem } from '../../../../contract/console'
import { PRODUCT_PARTS, type ProductPart } from '../../../../contract/market'
import { PRODUCT_TERMS, type ProductChangeTerms } from '../../../../contract/productChanges'
import { type Authority, audited } from '../../audit/auditLog'
import type { Deps } from '../../deps'
import { ChangeRefusal } from '../../modules/products/service'
import { unwrap } from '../../shared/result'
import { changeWithSecond, type MoneyAuthority } from '../approvals'
import { changing, instant, movingMoney, type OpsKit, OpsRefusal, onOff, rowNumber, wholeNumber } from '../kit'
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

const PROBLEMS: Record<ChangeProblem, string> = {
  product_unknown: 'There is no such product.',
  symbol_taken: 'There is such a product already, or one is announced.',
  too_soon: 'It has to be announced longer ahead (PRODUCT_NOTICE_MINUTES).',
  too_far: 'It may be announced at most a year ahead, and at most 50 for one product.',
  durations_wrong: 'Each duration may be there once.',
  stakes_wrong: 'The stakes do not fit: from minimum to maximum, each preset between them and once.',
  calendar_wrong:
    'The calendar does not fit: a known time zone, and sessions that do not overlap; none where it is always open.',
  opening_wrong: 'The end of a maintenance lies after its beginning.',
  nothing_changes: 'This is what holds already.',
  change_decided: 'There is no such change that waits.',
}

async function told<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw error instanceof ChangeRefusal ? new OpsRefusal(PROBLEMS[error.code]) : error
  }
}

/** The terms of a part from a JSON file; contract/productChanges.ts describes its format. */
function readTermsFile(part: ProductPart, file: string): ProductChangeTerms {
  let terms: unknown
  try {
    terms = JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    throw new OpsRefusal(`${file} is no file with JSON.`)
  }
  if (!Schema.Compile(PRODUCT_TERMS[part]).Check(terms))
    throw new OpsRefusal(`${file} does not have the terms of "${part}".`)
  return { part, terms } as ProductChangeTerms
}

interface ChangeOptions extends MoneyAuthority {
  from: Date
}

/** Always with a second operator, as in the console. */
async function change(deps: Deps, options: ChangeOptions, symbol: string, terms: ProductChangeTerms): Promise<Row> {
  const planned = { symbol, change: terms, from: options.from, by: options.actor }
  await told(deps.products.changes.check(deps.database, planned))
  return changeWithSecond(deps, options, {
    action: 'products.change',
    subject: `${symbol} ${terms.part}`,
    details: { from: options.from.toISOString(), terms: JSON.stringify(terms.terms) },
    run: async (tx) => ({ symbol, part: terms.part, ...(await told(deps.products.changes.plan(tx, planned))) }),
  })
}

const withdraw = (deps: Deps, options: MoneyAuthority, id: number) =>
  changeWithSecond(deps, options, {
    action: 'products.withdraw',
    subject: `change ${id}`,
    details: { change: id },
    run: (tx) => told(deps.products.changes.withdraw(tx, String(id))),
  })

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

function addChangeCommands(products: OpsKit['program'], { answer }: OpsKit) {
  movingMoney(products.command('change').description('announce new terms of a product, or a new product'))
    .argument('<symbol>')
    .argument('<part>', PRODUCT_PARTS.join(', '))
    .argument('<file>', 'JSON with the terms of that part')
    .requiredOption('--from <time>', 'when they hold, for example 2026-11-23T01:30:00Z', instant)
    .action((symbol: string, name: string, file: string, options: ChangeOptions) =>
      answer(async (deps) => {
        const part = PRODUCT_PARTS.find((known) => known === name)
        if (part === undefined) throw new OpsRefusal(`The part must be one of: ${PRODUCT_PARTS.join(', ')}.`)
        if (!/^[A-Z0-9]{2,16}$/.test(symbol)) throw new OpsRefusal('A symbol has 2 to 16 capitals and digits.')
        return change(deps, options, symbol, readTermsFile(part, file))
      }),
    )
  movingMoney(products.command('withdraw').description('withdraw an announced change before it holds'))
    .argument('<change>', 'its number', rowNumber)
    .action((id: number, options: MoneyAuthority) => answer((deps) => withdraw(deps, options, id)))
  products
    .command('changes')
    .description('what was announced, the newest first')
    .addOption(new Option('--symbol <symbol>', 'of this product only'))
    .option('--limit <number>', 'at most this many, up to 100', wholeNumber, 20)
    .action(({ symbol, limit }: { symbol?: string; limit: number }) =>
      answer((deps) => list(deps, symbol, Math.min(limit, 100))),
    )
}

export function addProductCommands(kit: OpsKit) {
  const products = kit.program.command('products').description('products')
  changing(products.command('maintenance').description('close a product to new orders, or open it again'))
    .argument('<symbol>')
    .argument('<state>', 'on or off', onOff)
    .option('--until <time>', 'when it opens again, which users read; without one it stays until "off"', instant)
    .action((symbol: string, state: boolean, { until, ...options }: Authority & { until?: Date }) =>
      kit.answer((deps) => {
        if (until && !state) throw new OpsRefusal('Only a maintenance that is on has an end.')
        if (until && until.getTime() <= deps.clock.now()) throw new OpsRefusal('The end of a maintenance lies ahead.')
        return setMaintenance(deps, options, symbol, state, until ?? null)
      }),
    )
  addChangeCommands(products, kit)
}
