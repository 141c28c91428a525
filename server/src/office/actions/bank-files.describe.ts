import type { BankFile } from '../../../../contract/bankFiles'
import { ok, refuse } from '../../shared/result'
import type { ActionHandler } from '../action'
import { storeBankFile } from '../statements/bankFileRepository'

/** Whether it says where the amounts are, and in which currency. */
const isWhole = ({ amount, credit, debit, currency, fixedCurrency, mark, marksIn }: BankFile) =>
  (amount !== null || (credit !== null && debit !== null)) &&
  (currency === null) !== (fixedCurrency === null) &&
  (mark === null || marksIn.length > 0)

/**
 * Says how the CSV files of a bank are read from now on. Two people agree, because a wrong column would make other
 * amounts of all files. Refuses a description that names no amount, or no currency.
 */
export const describeBankFile: ActionHandler<'bank-files.describe'> = {
  subject: ({ name }) => `bank file ${name}`,
  check: async (_, { description }) => (isWhole(description) ? ok(undefined) : refuse('description_wrong')),
  async run({ tx, deps }, { name, description }) {
    if (!isWhole(description)) return refuse('description_wrong')
    const isStored = await storeBankFile(tx, { name, file: description, at: new Date(deps.clock.now()) })
    return isStored ? ok({ details: { description: JSON.stringify(description) } }) : refuse('description_wrong')
  },
}
