import { savingsDay } from '../../../../contract/savingsDates'
import { incomeBefore, isUnusualIncome, readIncome, setIncome } from '../../modules/savings/incomeService'
import { present } from '../../shared/assert'
import { ok, refuse } from '../../shared/result'
import type { ActionHandler } from '../action'

/** Of a month with that many days. */
const isDay = (text: string) => {
  const at = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text)
}

const checkedIncome = (text: string) => present(readIncome(text), 'the check of the action has read the income')

/**
 * Sets what a day of savings has earned; an income that is out of line always needs a second person. Refuses an income
 * out of bounds, a day that is not over, and one that users have been paid for.
 */
export const setSavingsIncome: ActionHandler<'savings.income'> = {
  subject: ({ day }) => day,
  async check({ clock }, { day, income }) {
    if (readIncome(income) === undefined) return refuse('income_wrong')
    if (!isDay(day)) return refuse('invalid_request')
    return day < savingsDay(clock.now()) ? ok(undefined) : refuse('day_not_over')
  },
  needsTwo: async (tx, { day, income }) => isUnusualIncome(checkedIncome(income), await incomeBefore(tx, day)),
  async run({ tx, deps }, { day, income }) {
    const result = await setIncome(tx, day, checkedIncome(income), savingsDay(deps.clock.now()))
    if (result.outcome === 'set') return ok({ details: { perTenThousand: income, before: result.before } })
    return refuse(result.outcome === 'accrued' ? 'income_accrued' : 'day_not_over')
  },
}
