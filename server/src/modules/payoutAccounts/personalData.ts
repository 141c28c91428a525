import type { Database } from '../../database/database'
import type { PersonalDataSource } from '../../users/personalData'
import { deletePayoutAccount, findPayoutAccount } from './repository'
import type { PayoutAccountsService } from './service'

interface PayoutAccountData {
  database: Database
  payoutAccounts: Pick<PayoutAccountsService, 'payeeOf'>
}

async function read({ database, payoutAccounts }: PayoutAccountData, userId: bigint) {
  const account = await findPayoutAccount(database, userId)
  if (!account) return null
  return {
    kind: account.kind,
    nationality: account.nationality,
    bank: account.bank,
    chain: account.chain,
    boundAt: account.bound_at.toISOString(),
    nameAskedAt: account.name_asked_at?.toISOString() ?? null,
    nameDecidedAt: account.name_decided_at?.toISOString() ?? null,
    nameAccepted: account.name_accepted,
    nameReason: account.name_reason,
    ...payoutAccounts.payeeOf(account),
  }
}

/** The payee and the account are erased by a deletion. */
export function payoutAccountsPersonalData(deps: PayoutAccountData): PersonalDataSource {
  return { section: 'payoutAccount', read: (userId) => read(deps, userId), erase: deletePayoutAccount }
}
