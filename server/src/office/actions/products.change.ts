import type { ChangeProblem } from '../../../../contract/console'
import type { ActionParams } from '../../../../contract/consoleSchemas'
import { ok, type Result } from '../../shared/result'
import { type Answer, refuse } from '../../staff/refusal'
import type { ActionHandler, ActionRun } from '../action'

/** Passes a refusal by the rules of a change on to staff. */
const told = <T>(result: Result<T, ChangeProblem>): Answer<T> => (result.ok ? result : refuse(result.error))

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
  check: async ({ products, database }, params) => told(await products.changes.check(database, planned(params, '-'))),
  async run({ tx, deps, asker }, params): Promise<Answer<ActionRun>> {
    const plan = told(await deps.products.changes.plan(tx, planned(params, asker)))
    if (!plan.ok) return plan
    const { id, revision } = plan.value
    return ok({ details: { change: id, revision, from: params.from, terms: params.change.terms } })
  },
}
