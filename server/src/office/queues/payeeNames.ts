import type { PayeeName } from '../../../../contract/consoleSchemas'
import { audited } from '../../auditLog/auditLog'
import { actorOf, type StaffIdentity } from '../../staff/staffService'
import type { ConsoleDeps } from '../action'

const SHOWN_MAX = 50

/** Payees' names that wait for two people, longest first; the look is in the audit log before the answer. */
export async function readPayeeNames(
  { database, payoutAccounts }: Pick<ConsoleDeps, 'database' | 'payoutAccounts'>,
  staff: StaffIdentity,
): Promise<{ items: PayeeName[] }> {
  const names = await payoutAccounts.waitingNames(SHOWN_MAX)
  const users = names.map(({ userId }) => String(userId))
  await audited(database, { actor: actorOf(staff), reason: 'queue' }, 'payout-accounts.names', async () => ({
    subject: 'payout accounts',
    details: { users },
    value: undefined,
  }))
  return {
    items: names.map(({ userId, account, verifiedName, accountName, bank, askedAt, dueAt }) => ({
      user: String(userId),
      account,
      verifiedName,
      payee: accountName,
      bank,
      askedAt: askedAt.toISOString(),
      dueAt: dueAt.toISOString(),
    })),
  }
}
