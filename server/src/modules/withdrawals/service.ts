import type { MoneyListQuery } from '../../../../contract/deposits'
import type { CreateWithdrawal, Withdrawal, WithdrawalPage, WithdrawalTerms } from '../../../../contract/withdrawals'
import { findWrongSums, findWrongTotal } from '../../auditor/bookSweeps'
import type { Tx } from '../../database/database'
import { present } from '../../shared/assert'
import { isIdTimeOff } from '../../shared/ids'
import { createKeyedMutex } from '../../shared/keyedMutex'
import { parseMoney } from '../../shared/money'
import { readNumbered } from '../../shared/page'
import { bodyHash, hasBody, replay } from '../../shared/replay'
import { type AppError, fail, ok, type Result } from '../../shared/result'
import type { Sealer } from '../../shared/sealing'
import { MONEY_STATUS } from '../../shared/stored'
import { HOUR_MS } from '../../shared/time'
import { findCommitted, lockAccount } from '../../users/accountLock'
import { findFreeze } from '../../users/freezes'
import { notifyUser } from '../../users/userEvents'
import { type EndedProblem, type MoneyStatus, underReview } from '../moneyRequest'
import { methodOf, openPayee, type Payee, sealPayee } from '../payoutAccounts/service'
import { referenceNumber } from '../referenceNumber'
import type { SecondFactorRefusal, SessionUser } from '../security/service'
import { giveBack, pay, type WithdrawalOutcomeDeps } from './outcomes'
import type { NamedWithdrawal, WithdrawalRow } from './repository'
import * as repository from './repository'
import { checkAmount, checkDay, checkHold, checkPayoutAccountRests, type TermsDeps, termsFor } from './terms'
import { withdrawalToWire } from './wire'

export type { NamedWithdrawal, WithdrawalRow } from './repository'

export { feeOf } from './settings'
export { withdrawalToWire } from './wire'

export interface WithdrawalsDeps extends TermsDeps, WithdrawalOutcomeDeps {
  sealer: Sealer
  config: TermsDeps['config']
}

/** Why an operator's step is refused. */
export type WithdrawalProblem = PickUpProblem | HandBackProblem | PaymentProblem

type PickUpProblem = EndedProblem | 'picked_up' | 'frozen' | 'user_frozen'
type HandBackProblem = EndedProblem | 'not_picked_up'
type PaymentProblem = HandBackProblem | 'other_amount'

/** The checks that the transaction repeats. */
type InsertRefusal =
  | 'amount_too_high'
  | 'amount_too_low'
  | 'balance_insufficient'
  | 'daily_limit_reached'
  | 'payout_account_fresh'
  | 'payout_account_missing'
  | 'withdrawal_fee_changed'
  | 'withdrawal_on_hold'
  | 'withdrawals_frozen'

type TermsRefusal = InsertRefusal | 'money_out_frozen' | 'not_verified' | 'payee_differs' | 'second_factor_missing'

export type WithdrawalRefusal =
  | TermsRefusal
  | 'amount_invalid'
  | 'request_id_conflict'
  | 'request_id_time_off'
  | SecondFactorRefusal
  | 'trade_password_locked'
  | 'trade_password_wrong'

export interface WithdrawalsService {
  terms(user: SessionUser): Promise<WithdrawalTerms>
  /** `created` is false for a repeat. The codes are those that `terms` announces, and `request_id_conflict`. */
  create(
    user: SessionUser,
    body: CreateWithdrawal,
  ): Promise<Result<{ created: boolean; withdrawal: Withdrawal }, AppError<WithdrawalRefusal>>>
  list(userId: bigint, query: MoneyListQuery): Promise<Result<WithdrawalPage, AppError<'invalid_request'>>>
  /** `unavailable` while it may be under way: see `findCommitted`. */
  get(userId: bigint, id: string): Promise<Result<Withdrawal, AppError<'not_found' | 'unavailable'>>>
  /** `withdrawal_decided` once it was picked up or has ended. */
  cancel(userId: bigint, id: string): Promise<Result<Withdrawal, AppError<'not_found' | 'withdrawal_decided'>>>
  listAll(status: MoneyStatus, limit: number): Promise<NamedWithdrawal[]>
  find(reference: string): Promise<NamedWithdrawal | undefined>
  /** The complete payee, for the operator who pays. Undefined once the user was deleted. */
  payeeOf(row: WithdrawalRow): Payee | undefined
  /** In the operator's transaction: from here on the user cannot cancel. */
  pickUp(tx: Tx, reference: string, actor: string): Promise<Result<WithdrawalRow, PickUpProblem>>
  /** In the operator's transaction: undoes a pick-up. The withdrawal waits again, and its user can cancel it. */
  handBack(tx: Tx, reference: string): Promise<Result<WithdrawalRow, HandBackProblem>>
  approve(
    tx: Tx,
    reference: string,
    claim: { amount: bigint; payoutReference: string },
  ): Promise<Result<WithdrawalRow, PaymentProblem | 'frozen'>>
  reject(tx: Tx, reference: string, note: string): Promise<Result<WithdrawalRow, EndedProblem>>
}

const withdrawalContext = (userId: bigint, id: string) => `withdrawal ${userId} ${id}`

interface Wanted {
  id: string
  amount: bigint
  fee: bigint
  hash: Buffer
}

/** The answer to an id that exists: the same withdrawal for the same body, a conflict for another. */
const repeat = async (deps: WithdrawalsDeps, userId: bigint, id: string, hash: Buffer) =>
  replay(await repository.withdrawals.find(deps.database, userId, id), hasBody(hash), 'request_id_conflict', (row) => ({
    created: false,
    withdrawal: withdrawalToWire(row, deps.config.currency.scale),
  }))

const hasSecondFactor = async ({ security }: WithdrawalsDeps, userId: bigint) =>
  (await security.isSecondFactorOn(userId)) || (await security.hasPasskeys(userId))

/** If withdrawals need a second factor, users without an app confirm with a passkey. */
async function checkFactor(
  { security, config }: WithdrawalsDeps,
  user: SessionUser,
  { secondFactorCode: code, passkey }: CreateWithdrawal,
): Promise<Result<undefined, AppError<SecondFactorRefusal>>> {
  const isOpen = config.withdrawals.secondFactorRequired && !passkey && !(await security.isSecondFactorOn(user.id))
  return isOpen ? fail('second_factor_required') : security.checkSecondFactor(user, { code, passkey })
}

/** Every check that needs no secret, so that nobody types one in vain. The transaction checks again. */
async function checkTerms(
  deps: WithdrawalsDeps,
  userId: bigint,
  wanted: Wanted,
): Promise<Result<undefined, AppError<TermsRefusal>>> {
  if (deps.auditor.state() === 'off') return fail('money_out_frozen')
  if (!(await deps.verification.isVerified(userId))) return fail('not_verified')
  const account = checkPayoutAccountRests(deps, await deps.payoutAccounts.find(deps.database, userId))
  if (!account.ok) return account
  if (await deps.payoutAccounts.isOfSomebodyElse(account.value)) return fail('payee_differs')
  const hold = await checkHold(deps, deps.database, userId)
  if (!hold.ok) return hold
  const { minimum, secondFactorRequired } = deps.config.withdrawals
  if (secondFactorRequired && !(await hasSecondFactor(deps, userId))) return fail('second_factor_missing')
  const rest = await repository.restOf(deps.database, userId, minimum)
  const amount = checkAmount(deps, wanted.amount, wanted.fee, rest)
  if (!amount.ok) return amount
  const day = await checkDay(deps, deps.database, userId, wanted.amount)
  if (!day.ok) return day
  const { available } = await deps.ledger.balanceOf(userId)
  const enough = (parseMoney(available, deps.config.currency.scale) ?? 0n) >= wanted.amount
  return enough ? ok(undefined) : fail('balance_insufficient', { available })
}

/**
 * The lock on the payout account makes a user's withdrawals run one after the other, so that the daily limit counts
 * each. The lock on the account's money comes before the checks of balance and holds, which begin under the same lock.
 */
async function insert(
  tx: Tx,
  deps: WithdrawalsDeps,
  userId: bigint,
  wanted: Wanted,
): Promise<Result<WithdrawalRow | 'exists', AppError<InsertRefusal>>> {
  const account = checkPayoutAccountRests(deps, await deps.payoutAccounts.lock(tx, userId))
  if (!account.ok) return account
  if (await repository.withdrawals.find(tx, userId, wanted.id)) return ok('exists')
  const day = await checkDay(deps, tx, userId, wanted.amount)
  if (!day.ok) return day
  await lockAccount(tx, userId)
  const rest = await repository.restOf(tx, userId, deps.config.withdrawals.minimum)
  const amount = checkAmount(deps, wanted.amount, wanted.fee, rest)
  if (!amount.ok) return amount
  const now = deps.clock.now()
  const number = await repository.withdrawals.nextNumber(tx)
  const method = methodOf(account.value)
  const payee = deps.payoutAccounts.payeeOf(account.value)
  const row = await repository.insertWithdrawal(tx, {
    number,
    user_id: userId,
    id: wanted.id,
    reference: referenceNumber('FW', number, now),
    amount: wanted.amount,
    fee: wanted.fee,
    body_hash: wanted.hash,
    method_kind: method.kind,
    method_name: method.name,
    method_masked: method.masked,
    sealed_payee: sealPayee(deps.sealer, payee, withdrawalContext(userId, wanted.id)),
    created_at: new Date(now),
    expected_at: new Date(now + deps.config.withdrawals.arrivalHours * HOUR_MS),
  })
  if (!row) {
    const hold = await checkHold(deps, tx, userId)
    return hold.ok ? ok('exists') : hold
  }
  const posted = await deps.ledger.post(tx, {
    userId,
    kind: 'withdrawalRequested',
    reference: wanted.id,
    postings: [
      { account: 'available', amount: -wanted.amount },
      { account: 'inWithdrawal', amount: wanted.amount },
    ],
  })
  if (posted.outcome === 'insufficient') return fail('balance_insufficient')
  await notifyUser(tx, userId, ['withdrawals', 'account'])
  return ok(row)
}

async function create(
  deps: WithdrawalsDeps,
  user: SessionUser,
  body: CreateWithdrawal,
): Promise<Result<{ created: boolean; withdrawal: Withdrawal }, AppError<WithdrawalRefusal>>> {
  const { scale } = deps.config.currency
  const { id: userId } = user
  const amount = parseMoney(body.amount, scale)
  const fee = parseMoney(body.fee, scale)
  // Leaves out what proves who asks: a repeat may come with a new code.
  const hash = bodyHash(amount, fee)
  // A repeat gets its answer even after the balance is spent or the terms have changed.
  const repeated = await repeat(deps, userId, body.id, hash)
  if (repeated) return repeated
  if (isIdTimeOff(body.id, deps.clock.now())) return fail('request_id_time_off')
  if (amount === undefined || amount <= 0n || fee === undefined) return fail('amount_invalid')
  const wanted = { id: body.id, amount, fee, hash }
  const terms = await checkTerms(deps, userId, wanted)
  if (!terms.ok) return terms
  const password = await deps.security.checkTradePassword(user, body.tradePassword)
  if (!password.ok) return password
  const factor = await checkFactor(deps, user, body)
  if (!factor.ok) return factor
  const result = await deps.database.attempt((tx) => insert(tx, deps, userId, wanted))
  if (!result.ok) {
    if (result.error.code !== 'balance_insufficient') return result
    return fail('balance_insufficient', { available: (await deps.ledger.balanceOf(userId)).available })
  }
  if (result.value === 'exists') return present(await repeat(deps, userId, body.id, hash), 'it exists')
  return ok({ created: true, withdrawal: withdrawalToWire(result.value, scale) })
}

async function cancel(
  deps: WithdrawalsDeps,
  userId: bigint,
  id: string,
): Promise<Result<Withdrawal, AppError<'not_found' | 'withdrawal_decided'>>> {
  const result = await deps.database.attempt(async (tx) => {
    const row = await repository.withdrawals.lock(tx, userId, id)
    if (!row) return fail('not_found')
    // The answer was lost and the client sends the request again.
    if (row.reason_code === 'cancelled_by_user') return ok(row)
    if (row.status !== MONEY_STATUS.under_review || row.picked_up_at !== null) return fail('withdrawal_decided')
    return ok(await giveBack(tx, deps, row, { code: 'cancelled_by_user', note: null }))
  })
  return result.ok ? ok(withdrawalToWire(result.value, deps.config.currency.scale)) : result
}

/** Why a withdrawal cannot be booked as paid; `approve` checks the state again. */
export function paymentProblem(row: WithdrawalRow, amount: bigint): PaymentProblem | undefined {
  if (row.status !== MONEY_STATUS.under_review) return row.status === MONEY_STATUS.successful ? 'successful' : 'failed'
  if (row.picked_up_at === null) return 'not_picked_up'
  return row.amount === amount ? undefined : 'other_amount'
}

/** Locks the row under review, or returns why  no step is possible. */
const hold = async (tx: Tx, reference: string) =>
  underReview(await repository.withdrawals.lockByReference(tx, reference))

/**
 * Whether money may leave, by the auditor of all nodes as this transaction sees it and by adding up this user's money
 * here. With live funds the books must have been checked.
 */
async function addsUp(tx: Tx, deps: WithdrawalsDeps, userId: bigint): Promise<boolean> {
  const { state } = await deps.auditor.factsIn(tx)
  if (state === 'off' || (state === 'unchecked' && deps.config.funds === 'live')) return false
  const findings = [...(await findWrongSums(tx, userId)), ...(await findWrongTotal(tx))]
  return findings.length === 0
}

async function handBack(tx: Tx, reference: string): Promise<Result<WithdrawalRow, HandBackProblem>> {
  const held = await hold(tx, reference)
  if (!held.ok) return held
  if (held.value.picked_up_at === null) return { ok: false, error: 'not_picked_up' }
  const row = await repository.clearPickUp(tx, held.value.number)
  await notifyUser(tx, held.value.user_id, ['withdrawals'])
  return ok(row)
}

async function pickUp(
  tx: Tx,
  deps: WithdrawalsDeps,
  reference: string,
  actor: string,
): Promise<Result<WithdrawalRow, PickUpProblem>> {
  const held = await hold(tx, reference)
  if (!held.ok) return held
  if (held.value.picked_up_at !== null) return { ok: false, error: 'picked_up' }
  await lockAccount(tx, held.value.user_id)
  if ((await findFreeze(tx, held.value.user_id, 'money_out')) !== undefined) return { ok: false, error: 'user_frozen' }
  if (!(await addsUp(tx, deps, held.value.user_id))) return { ok: false, error: 'frozen' }
  const row = await repository.markPickedUp(tx, held.value.number, actor, new Date(deps.clock.now()))
  await notifyUser(tx, held.value.user_id, ['withdrawals'])
  return ok(present(row, 'the row is held and was not picked up'))
}

export function createWithdrawalsService(deps: WithdrawalsDeps): WithdrawalsService {
  const exclusively = createKeyedMutex()
  const toWire = (row: WithdrawalRow) => withdrawalToWire(row, deps.config.currency.scale)
  return {
    terms: (user) => termsFor(deps, user),
    // Two requests with one id: the second would find its one-time code used, although the first succeeded.
    create: (user, body) => exclusively(`${user.id} ${body.id}`, () => create(deps, user, body)),
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
    payeeOf: (row) =>
      row.sealed_payee === null
        ? undefined
        : openPayee(deps.sealer, row.sealed_payee, withdrawalContext(row.user_id, row.id)),
    pickUp: (tx, reference, actor) => pickUp(tx, deps, reference, actor),
    handBack,
    async approve(tx, reference, claim) {
      const held = await hold(tx, reference)
      if (!held.ok) return held
      if (!(await addsUp(tx, deps, held.value.user_id))) return { ok: false, error: 'frozen' }
      const problem = paymentProblem(held.value, claim.amount)
      return problem ? { ok: false, error: problem } : ok(await pay(tx, deps, held.value, claim.payoutReference))
    },
    async reject(tx, reference, note) {
      const held = await hold(tx, reference)
      return held.ok ? ok(await giveBack(tx, deps, held.value, { code: 'rejected', note })) : held
    },
  }
}
