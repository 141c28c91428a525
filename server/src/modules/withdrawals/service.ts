import type { MoneyListQuery } from '../../../../contract/deposits'
import type { CreateWithdrawal, Withdrawal, WithdrawalPage, WithdrawalTerms } from '../../../../contract/withdrawals'
import type { Tx } from '../../database/database'
import { createKeyedMutex } from '../../shared/keyedMutex'
import { readNumbered } from '../../shared/page'
import { ok, type Result } from '../../shared/result'
import { findCommitted } from '../../users/accountLock'
import type { EndedProblem, MoneyStatus } from '../moneyRequest'
import type { Payee } from '../payoutAccounts/service'
import type { SessionUser } from '../security/service'
import type { WithdrawalsDeps } from './deps'
import { cancel, reject } from './giveBack'
import { type PaymentProblem, pay } from './pay'
import { openPayeeOf } from './payee'
import { type HandBackProblem, handBack, type PickUpProblem, pickUp } from './pickUp'
import type { NamedWithdrawal, WithdrawalRow } from './repository'
import * as repository from './repository'
import { requestWithdrawal, type WithdrawalRefusal } from './request'
import { readTerms } from './terms'
import { withdrawalToWire } from './wire'

export type { WithdrawalsDeps } from './deps'
export { paymentProblem } from './pay'
export type { NamedWithdrawal, WithdrawalRow } from './repository'
export { feeOf } from './settings'
export { withdrawalToWire } from './wire'

/** Why an operator's step is refused. */
export type WithdrawalProblem = PickUpProblem | HandBackProblem | PaymentProblem

/** A withdrawal's way: its user requests it, an operator picks it up and pays it, or it is given back. */
export interface WithdrawalsService {
  terms(user: SessionUser): Promise<WithdrawalTerms>
  /** `created` is false for a repeat. */
  create(
    user: SessionUser,
    body: CreateWithdrawal,
  ): Promise<Result<{ created: boolean; withdrawal: Withdrawal }, WithdrawalRefusal>>
  list(userId: bigint, query: MoneyListQuery): Promise<Result<WithdrawalPage, 'invalid_request'>>
  /** `unavailable` while it may be under way: see `findCommitted`. */
  get(userId: bigint, id: string): Promise<Result<Withdrawal, 'not_found' | 'unavailable'>>
  /** `withdrawal_decided` once it was picked up or has ended. */
  cancel(userId: bigint, id: string): Promise<Result<Withdrawal, 'not_found' | 'withdrawal_decided'>>
  listAll(status: MoneyStatus, limit: number): Promise<NamedWithdrawal[]>
  find(reference: string): Promise<NamedWithdrawal | undefined>
  /** The complete payee, for the operator who pays. Undefined once the user was deleted. */
  payeeOf(row: WithdrawalRow): Payee | undefined
  /** In the operator's transaction: from here on the user cannot cancel. */
  pickUp(tx: Tx, reference: string, actor: string): Promise<Result<WithdrawalRow, PickUpProblem>>
  /** In the operator's transaction: undoes a pick-up. The withdrawal waits again, and its user can cancel it. */
  handBack(tx: Tx, reference: string): Promise<Result<WithdrawalRow, HandBackProblem>>
  /** In the operator's transaction: books money that was sent. */
  approve(
    tx: Tx,
    reference: string,
    paid: { amount: bigint; payoutReference: string },
  ): Promise<Result<WithdrawalRow, PaymentProblem | 'frozen'>>
  /** In the operator's transaction. `note`: what the user is told. */
  reject(tx: Tx, reference: string, note: string): Promise<Result<WithdrawalRow, EndedProblem>>
}

export function createWithdrawalsService(deps: WithdrawalsDeps): WithdrawalsService {
  const exclusively = createKeyedMutex()
  const toWire = (row: WithdrawalRow) => withdrawalToWire(row, deps.config.currency.scale)
  return {
    terms: (user) => readTerms(deps, user),
    // Two requests with one id: the second would find its one-time code used, although the first succeeded.
    create: (user, body) => exclusively(`${user.id} ${body.id}`, () => requestWithdrawal(deps, user, body)),
    list: (userId, query) =>
      readNumbered(
        query,
        (before, limit) => repository.withdrawals.list(deps.database, userId, { status: query.status, before, limit }),
        toWire,
      ),
    async get(userId, id) {
      const found = await findCommitted(deps, userId, id, repository.withdrawals.find)
      return found.ok ? ok(toWire(found.value)) : found
    },
    cancel: (userId, id) => cancel(deps, userId, id),
    listAll: (status, limit) => repository.withdrawals.listAll(deps.database, status, limit),
    find: (reference) => repository.withdrawals.findNamed(deps.database, reference),
    payeeOf: (row) => openPayeeOf(deps.sealer, row),
    pickUp: (tx, reference, actor) => pickUp(tx, deps, reference, actor),
    handBack,
    approve: (tx, reference, paid) => pay(tx, deps, reference, paid),
    reject: (tx, reference, note) => reject(tx, deps, reference, note),
  }
}
