import { ok, refuse } from '../../shared/result'
import type { ActionHandler } from '../action'
import { hasBankFile, removeBankFile } from '../statements/bankFileRepository'

/**
 * Forgets how the CSV files of a bank are read: a wrong description, or one of a bank that nobody uses any more. What
 * was read by it stays. Refuses a name that nobody has described.
 */
export const removeBankFileDescription: ActionHandler<'bank-files.remove'> = {
  subject: ({ name }) => `bank file ${name}`,
  check: async ({ database }, { name }) => ((await hasBankFile(database, name)) ? ok(undefined) : refuse('not_found')),
  run: async ({ tx }, { name }) => ((await removeBankFile(tx, name)) ? ok({ details: {} }) : refuse('not_found')),
}
