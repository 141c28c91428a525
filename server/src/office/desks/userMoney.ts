import type { UserMoneyKind } from '../../../../contract/console'
import type { UserMovement } from '../../../../contract/consoleMoney'
import { audited } from '../../auditLog/auditLog'
import { type DepositRow, depositToWire } from '../../modules/deposits/service'
import { type WithdrawalRow, withdrawalToWire } from '../../modules/withdrawals/service'
import { type Page, type PageQuery, readNumbered } from '../../shared/page'
import type { Result } from '../../shared/result'
import { actorOf, type StaffIdentity } from '../../staff/staffService'
import { type ConsoleDeps, liveUser } from '../action'
import { channelOf, methodOf } from '../queues/moneyQueues'
import { listDepositsOf, listWithdrawalsOf } from '../queues/queueRepository'

function depositMovement(row: DepositRow, scale: number): UserMovement {
  const { reference, amount, status, reason, createdAt } = depositToWire(row, scale)
  return { reference, amount, status, reason, createdAt, channel: channelOf(row), method: null }
}

function withdrawalMovement(row: WithdrawalRow, scale: number): UserMovement {
  const { reference, amount, status, reason, createdAt } = withdrawalToWire(row, scale)
  return { reference, amount, status, reason, createdAt, channel: null, method: methodOf(row) }
}

/** A page of a user's deposits or withdrawals, newest first; each look is in the audit log. */
export async function userMoney(
  { database, config }: ConsoleDeps,
  staff: StaffIdentity,
  of: { id: string; kind: UserMoneyKind },
  query: PageQuery,
): Promise<Result<Page<UserMovement>, 'invalid_request' | 'not_found'>> {
  const user = await liveUser(database, of.id)
  if (!user.ok) return user
  const { id } = user.value
  await audited(database, { actor: actorOf(staff), reason: 'users' }, `users.${of.kind}`, async () => ({
    subject: `user ${of.id}`,
    details: {},
    value: undefined,
  }))
  const { scale } = config.currency
  return of.kind === 'deposits'
    ? readNumbered(
        query,
        (before, limit) => listDepositsOf(database, id, before, limit),
        (row) => depositMovement(row, scale),
      )
    : readNumbered(
        query,
        (before, limit) => listWithdrawalsOf(database, id, before, limit),
        (row) => withdrawalMovement(row, scale),
      )
}
