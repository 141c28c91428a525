import type { MoneyListQuery } from '../../../../contract/deposits'
import type { CreateWithdrawal } from '../../../../contract/withdrawals'
import { bindAll } from '../../shared/bindAll'
import { createKeyedMutex } from '../../shared/keyedMutex'
import { readNumbered } from '../../shared/page'
import { ok } from '../../shared/result'
import { findCommitted } from '../../users/accountLock'
import type { MoneyStatus } from '../moneyRequest'
import type { SessionUser } from '../security/service'
import type { WithdrawalsDeps } from './deps'
import { cancel, reject } from './giveBack'
import { pay } from './pay'
import { openPayeeOf } from './payee'
import { handBack, pickUp } from './pickUp'
import type { WithdrawalRow } from './repository'
import * as repository from './repository'
import { requestWithdrawal } from './request'
import { readTerms } from './terms'
import { withdrawalToWire } from './wire'

export type { WithdrawalsDeps } from './deps'
export { paymentProblem } from './pay'
export type { NamedWithdrawal, WithdrawalRow } from './repository'
export { feeOf } from './settings'
export { withdrawalToWire } from './wire'

/** A withdrawal's way: its user requests it, an operator picks it up and pays it, or it is given back. */
export type WithdrawalsService = ReturnType<typeof createWithdrawalsService>

export function createWithdrawalsService(deps: WithdrawalsDeps) {
  const exclusively = createKeyedMutex()
  const toWire = (row: WithdrawalRow) => withdrawalToWire(row, deps.config.currency.scale)
  return {
    // Two requests with one id: the second would find its one-time code used, although the first succeeded.
    create: (user: SessionUser, body: CreateWithdrawal) =>
      exclusively(`${user.id} ${body.id}`, () => requestWithdrawal(deps, user, body)),
    list: (userId: bigint, query: MoneyListQuery) =>
      readNumbered(
        query,
        (before, limit) => repository.withdrawals.list(deps.database, userId, { status: query.status, before, limit }),
        toWire,
      ),
    /** `unavailable` while it may be under way: see `findCommitted`. */
    async get(userId: bigint, id: string) {
      const found = await findCommitted(deps, userId, id, repository.withdrawals.find)
      return found.ok ? ok(toWire(found.value)) : found
    },
    listAll: (status: MoneyStatus, limit: number) => repository.withdrawals.listAll(deps.database, status, limit),
    find: (reference: string) => repository.withdrawals.findNamed(deps.database, reference),
    payeeOf: (row: WithdrawalRow) => openPayeeOf(deps.sealer, row),
    handBack,
    ...bindAll(deps, { terms: readTerms, cancel, pickUp, approve: pay, reject }),
  }
}
