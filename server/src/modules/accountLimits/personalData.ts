import type { PersonalDataSource } from '../../users/personalData'
import type { AccountLimitsService } from './service'

const HELP_LINE = 'telephone numbers of organisations that help, entered by the operator'

/**
 * Limits and break of a user. They are deleted with the user; what keeps a break in force for a person's later account
 * is a keyed hash that names nobody.
 */
export function accountLimitsPersonalData(accountLimits: AccountLimitsService): PersonalDataSource {
  return {
    section: 'accountLimits',
    read: async (userId) => accountLimits.get(userId),
    unexported: { help_line: HELP_LINE },
    kept: { help_line: HELP_LINE },
    async erase(tx, userId) {
      await tx.query('delete from account_limit where user_id = $1', [userId])
      await tx.query('delete from account_break where user_id = $1', [userId])
    },
  }
}
