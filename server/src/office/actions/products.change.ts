import type { ConsoleProblem } from '../../../../contract/console'
import type { ActionParams } from '../../../../contract/consoleActions'
import { ok, type Result } from '../../shared/result'
import type { ActionHandler, ActionRun } from '../action'

const planned = ({ symbol, change, from }: ActionParams<'products.change'>, by: string) => ({
  symbol,
  change,
  from: new Date(from),
  by,
})

/**
 * Adds a product or changes a part of one: announced at once, in force later, never for existing orders. Refuses terms
 * that break the rules of a product, terms that change nothing, and a time that is too soon or too far.
 */
export const changeProduct: ActionHandler<'products.change'> = {
  subject: ({ symbol, change }) => `${symbol} ${change.part}`,
  check: ({ products, database }, params) => products.changes.check(database, planned(params, '-')),
  async run({ tx, deps, asker }, params): Promise<Result<ActionRun, ConsoleProblem>> {
    const plan = await deps.products.changes.plan(tx, planned(params, asker))
    if (!plan.ok) return plan
    const { id, revision } = plan.value
    return ok({ details: { change: id, revision, from: params.from, terms: params.change.terms } })
  },
}
