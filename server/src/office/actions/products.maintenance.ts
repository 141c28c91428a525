import { ok, refuse } from '../../shared/result'
import type { ActionHandler } from '../action'
import { checkProduct, productSubject } from './products'

const endOf = (until: string | null) => (until === null ? null : new Date(until))

/**
 * Closes a product to new orders, or opens it again. Orders that exist settle by the rules either way. Refuses an end
 * that is over, and one for a product that opens.
 */
export const setMaintenance: ActionHandler<'products.maintenance'> = {
  subject: productSubject,
  async check(deps, { symbol, on, until }) {
    if (until !== null && (!on || Date.parse(until) <= deps.clock.now())) return refuse('invalid_request')
    return checkProduct(deps, symbol)
  },
  async run({ tx, deps }, { symbol, on, until }) {
    const before = await deps.products.setMaintenance(tx, symbol, on, endOf(until))
    return before ? ok({ details: { ...before, after: on, opensAt: until } }) : refuse('not_found')
  },
}
