import { present } from '../../shared/assert'
import { formatMoney, parseMoney } from '../../shared/money'
import { ok, refuse } from '../../shared/result'
import type { ActionHandler } from '../action'
import { checkProduct, productSubject } from './products'

/** Minor units, null for no limit; undefined for what is not an amount. */
const limitIn = (amount: string | null, scale: number) => (amount === null ? null : parseMoney(amount, scale))

const checkedLimit = (amount: string | null, scale: number) => {
  const limit = limitIn(amount, scale)
  return limit === null ? null : present(limit, 'the check of the action has read the limit')
}

/**
 * Closes a side to new orders once its limit is reached, for everybody alike; open orders stay as they are. Refuses a
 * limit below zero.
 */
export const limitProductExposure: ActionHandler<'products.exposure'> = {
  subject: productSubject,
  async check(deps, { symbol, up, down }) {
    const limits = [up, down].map((amount) => limitIn(amount, deps.config.currency.scale))
    if (limits.some((limit) => limit === undefined || (limit !== null && limit < 0n))) return refuse('invalid_request')
    return checkProduct(deps, symbol)
  },
  async run({ tx, deps }, { symbol, up, down }) {
    const { scale } = deps.config.currency
    const limits = { up: checkedLimit(up, scale), down: checkedLimit(down, scale) }
    const open = await deps.products.limitExposure(tx, symbol, limits)
    if (!open) return refuse('not_found')
    const [openUp, openDown] = [formatMoney(open.up, scale), formatMoney(open.down, scale)]
    return ok({ details: { up, down, openUp, openDown } })
  },
}
