import type { ChangeProblem } from '../../../../contract/console'
import type { ActionParams } from '../../../../contract/consoleSchemas'
import { present } from '../../shared/assert'
import { formatMoney, parseMoney } from '../../shared/money'
import { ok, type Result } from '../../shared/result'
import { type Answer, refuse } from '../../staff/refusal'
import type { ActionHandler, ActionRun, ConsoleDeps } from '../action'

async function checkProduct({ database }: ConsoleDeps, symbol: string) {
  const found = await database.some('select 1 from product where symbol = $1', [symbol])
  return found ? ok(undefined) : refuse('not_found')
}

const endOf = (until: string | null) => (until === null ? null : new Date(until))

/** Closes a product to new orders, or opens it again. Orders that exist settle by the rules either way. */
export const setMaintenance: ActionHandler<'products.maintenance'> = {
  subject: ({ symbol }) => symbol,
  async check(deps, { symbol, on, until }) {
    if (until !== null && (!on || Date.parse(until) <= deps.clock.now())) return refuse('invalid_request')
    return checkProduct(deps, symbol)
  },
  async run({ tx, deps }, { symbol, on, until }) {
    const before = await deps.products.setMaintenance(tx, symbol, on, endOf(until))
    return before ? ok({ details: { ...before, after: on, opensAt: until } }) : refuse('not_found')
  },
}

/** Passes a refusal by the rules of a change on to staff. */
const told = <T>(result: Result<T, ChangeProblem>): Answer<T> => (result.ok ? result : refuse(result.error))

const planned = ({ symbol, change, from }: ActionParams<'products.change'>, by: string) => ({
  symbol,
  change,
  from: new Date(from),
  by,
})

/** Adds a product or changes a part of one: announced at once, in force later, never for existing orders. */
export const changeProduct: ActionHandler<'products.change'> = {
  subject: ({ symbol, change }) => `${symbol} ${change.part}`,
  check: async ({ products, database }, params) => told(await products.changes.check(database, planned(params, '-'))),
  async run({ tx, deps, asker }, params): Promise<Answer<ActionRun>> {
    const plan = told(await deps.products.changes.plan(tx, planned(params, asker)))
    if (!plan.ok) return plan
    const { id, revision } = plan.value
    return ok({ details: { change: id, revision, from: params.from, terms: params.change.terms } })
  },
}

/** Withdraws an announced change that is not in force yet. */
export const withdrawChange: ActionHandler<'products.withdraw'> = {
  subject: ({ change }) => `change ${change}`,
  async check({ database }, { change }) {
    const isOpen = await database.some(
      'select 1 from product_change where id = $1 and applied_at is null and withdrawn_at is null',
      [change],
    )
    return isOpen ? ok(undefined) : refuse('change_decided')
  },
  async run({ tx, deps }, { change }) {
    const withdrawn = await deps.products.changes.withdraw(tx, change)
    return withdrawn.ok ? ok({ details: { ...withdrawn.value } }) : refuse(withdrawn.error)
  },
}

/** Minor units, null for no limit; undefined for what is not an amount. */
const limitIn = (amount: string | null, scale: number) => (amount === null ? null : parseMoney(amount, scale))

const checkedLimit = (amount: string | null, scale: number) => {
  const limit = limitIn(amount, scale)
  return limit === null ? null : present(limit, 'the check of the action has read the limit')
}

/** Refuses new orders on a side once its limit is reached, for everybody alike; open orders stay as they are. */
export const limitProductExposure: ActionHandler<'products.exposure'> = {
  subject: ({ symbol }) => symbol,
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
