import { ok, refuse } from '../../shared/result'
import type { ActionHandler } from '../action'

/** Withdraws an announced change. Refuses one that is in force or withdrawn. */
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
    return withdrawn.ok ? ok({ details: { ...withdrawn.value } }) : withdrawn
  },
}
