import type { ActionParams } from '../../../../contract/consoleSchemas'
import { ChangeRefusal } from '../../modules/products/service'
import { formatMoney, parseMoney } from '../../shared/money'
import { ConsoleRefusal } from '../../staff/refusal'
import type { ActionHandler } from '../action'

const endOf = (until: string | null) => (until === null ? null : new Date(until))

/** Closes a product to new orders, or opens it again. Orders that exist settle by the rules either way. */
export const setMaintenance: ActionHandler<'products.maintenance'> = {
  subject: ({ symbol }) => symbol,
  async check(deps, { symbol, on, until }) {
    if (until !== null && (!on || Date.parse(until) <= deps.clock.now())) throw new ConsoleRefusal('invalid_request')
    const found = await deps.database.query('select 1 from product where symbol = $1', [symbol])
    if (found.length === 0) throw new ConsoleRefusal('not_found')
  },
  async run({ tx, deps }, { symbol, on, until }) {
    const before = await deps.products.setMaintenance(tx, symbol, on, endOf(until))
    if (!before) throw new ConsoleRefusal('not_found')
    return { details: { ...before, after: on, opensAt: until } }
  },
}

/** Passes a refusal by the rules of a change on to staff. */
async function told<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw error instanceof ChangeRefusal ? new ConsoleRefusal(error.code) : error
  }
}

const planned = ({ symbol, change, from }: ActionParams<'products.change'>, by: string) => ({
  symbol,
  change,
  from: new Date(from),
  by,
})

/** Adds a product or changes a part of one: announced at once, in force later, never for existing orders. */
export const changeProduct: ActionHandler<'products.change'> = {
  subject: ({ symbol, change }) => `${symbol} ${change.part}`,
  check: ({ products, database }, params) => told(products.changes.check(database, planned(params, '-'))),
  async run({ tx, deps, asker }, params) {
    const { id, revision } = await told(deps.products.changes.plan(tx, planned(params, asker)))
    return { details: { change: id, revision, from: params.from, terms: params.change.terms } }
  },
}

/** Withdraws an announced change that is not in force yet. */
export const withdrawChange: ActionHandler<'products.withdraw'> = {
  subject: ({ change }) => `change ${change}`,
  async check({ database }, { change }) {
    const open = await database.query(
      'select 1 from product_change where id = $1 and applied_at is null and withdrawn_at is null',
      [change],
    )
    if (open.length === 0) throw new ConsoleRefusal('change_decided')
  },
  run: async ({ tx, deps }, { change }) => ({ details: await told(deps.products.changes.withdraw(tx, change)) }),
}

const limitIn = (amount: string | null, scale: number) => {
  if (amount === null) return null
  const minor = parseMoney(amount, scale)
  if (minor === undefined || minor < 0n) throw new ConsoleRefusal('invalid_request')
  return minor
}

/** Refuses new orders on a side once its limit is reached, for everybody alike; open orders stay as they are. */
export const limitProductExposure: ActionHandler<'products.exposure'> = {
  subject: ({ symbol }) => symbol,
  async check({ database, config }, { symbol, up, down }) {
    for (const amount of [up, down]) limitIn(amount, config.currency.scale)
    const found = await database.query('select 1 from product where symbol = $1', [symbol])
    if (found.length === 0) throw new ConsoleRefusal('not_found')
  },
  async run({ tx, deps }, { symbol, up, down }) {
    const { scale } = deps.config.currency
    const open = await deps.products.limitExposure(tx, symbol, { up: limitIn(up, scale), down: limitIn(down, scale) })
    if (!open) throw new ConsoleRefusal('not_found')
    return { details: { up, down, openUp: formatMoney(open.up, scale), openDown: formatMoney(open.down, scale) } }
  },
}
