import { ConsoleRefusal } from '../../staff/refusal'
import type { ActionHandler } from '../handler'

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
