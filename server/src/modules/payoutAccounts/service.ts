import type { SecurityEvent } from '../../../../contract/messageFacts'
import type { BindPayoutAccount, PayoutAccount, PayoutAccountState } from '../../../../contract/payoutAccount'
import type { PayoutMethod } from '../../../../contract/withdrawals'
import type { Database, Queryable, Tx } from '../../database/database'
import type { Clock } from '../../shared/clock'
import { newId } from '../../shared/ids'
import { type AppError, fail, ok, type Result } from '../../shared/result'
import type { Sealer } from '../../shared/sealing'
import { beginHold } from '../../users/holds'
import { notifyUser } from '../../users/userEvents'
import type { MessagesService } from '../messages/service'
import type { SecondFactorRefusal, SecurityService, SessionUser } from '../security/service'
import type { VerificationService } from '../verification/service'
import { type CheckedPayoutAccount, checkPayoutAccount, type PayoutAccountProblem } from './checkPayoutAccount'
import { openPayee, type Payee, sealPayee } from './payee'
import { isSameName } from './personName'
import type { PayoutAccountRow } from './repository'
import * as repository from './repository'
import type { PayoutAccountSettings } from './settings'

export interface PayoutAccountsDeps {
  clock: Clock
  database: Database
  sealer: Sealer
  messages: MessagesService
  security: SecurityService
  verification: Pick<VerificationService, 'verifiedName'>
  config: { payoutAccounts: PayoutAccountSettings; blockedCountries: readonly string[] }
}

export type BindRefusal =
  | PayoutAccountProblem
  | 'payee_differs'
  | 'payout_account_bound'
  | SecondFactorRefusal
  | 'trade_password_locked'
  | 'trade_password_wrong'

export interface PayoutAccountsService {
  get(userId: bigint): Promise<PayoutAccountState>
  bind(user: SessionUser, body: BindPayoutAccount): Promise<Result<PayoutAccountState, AppError<BindRefusal>>>
  isBound(userId: bigint): Promise<boolean>
  /** The account as it is stored; `payeeOf` opens it. */
  find(tx: Queryable, userId: bigint): Promise<PayoutAccountRow | undefined>
  /** As `find`, locked until the transaction ends. */
  lock(tx: Tx, userId: bigint): Promise<PayoutAccountRow | undefined>
  payeeOf(row: PayoutAccountRow): Payee
  /** Whether the account has another name than the verified one; false until the user is verified. */
  isOfSomebodyElse(row: PayoutAccountRow): Promise<boolean>
  /** Whether the user was verified with the name of this payee. */
  isVerifiedName(userId: bigint, accountName: string): Promise<boolean>
  /** In the operator's transaction: lets the user change it once. Undefined without an account to change. */
  reopen(tx: Tx, userId: bigint): Promise<PayoutAccountState | undefined>
}

export { openPayee, type Payee, sealPayee } from './payee'
export { readAddress } from './payoutAddress'
export type { PayoutAccountRow } from './repository'

const payoutContext = (userId: bigint) => `payout account ${userId}`

/** From when it can be paid to; null when it already can. */
export function payableFrom(row: PayoutAccountRow, restMs: number, nowMs: number): Date | null {
  const at = row.bound_at.getTime() + restMs
  return at > nowMs ? new Date(at) : null
}

export const methodOf = (row: PayoutAccountRow): PayoutMethod => ({
  kind: row.kind,
  name: row.bank ?? row.chain ?? '',
  masked: row.masked,
})

const payeeOf = ({ sealer }: Pick<PayoutAccountsDeps, 'sealer'>, row: PayoutAccountRow): Payee =>
  openPayee(sealer, row.sealed, payoutContext(row.user_id))

function toWire(deps: PayoutAccountsDeps, row: PayoutAccountRow): PayoutAccount {
  const payee = payeeOf(deps, row)
  const { restMs } = deps.config.payoutAccounts
  return {
    kind: row.kind,
    accountName: payee.accountName,
    nationality: row.nationality,
    bank: row.bank,
    chain: row.chain,
    numberKind: row.kind === 'bank_card' ? (payee.numberKind ?? 'card') : null,
    masked: row.masked,
    bankCode: payee.bankCode,
    accountAddress: payee.accountAddress,
    boundAt: row.bound_at.toISOString(),
    payableFrom: payableFrom(row, restMs, deps.clock.now())?.toISOString() ?? null,
  }
}

async function isOfSomebodyElse(deps: PayoutAccountsDeps, row: PayoutAccountRow): Promise<boolean> {
  const name = await deps.verification.verifiedName(row.user_id)
  return name !== undefined && !isSameName(name, payeeOf(deps, row).accountName)
}

/** An operator has allowed a change, or the name differs from the verified one, so that nothing can be paid to it. */
const isChangeOpen = async (deps: PayoutAccountsDeps, row: PayoutAccountRow) =>
  row.change_open || isOfSomebodyElse(deps, row)

async function stateOf(deps: PayoutAccountsDeps, tx: Queryable, userId: bigint): Promise<PayoutAccountState> {
  const row = await repository.findPayoutAccount(tx, userId)
  if (!row) return { account: null, changeOpen: false, payeeDiffers: false }
  const payeeDiffers = await isOfSomebodyElse(deps, row)
  return { account: toWire(deps, row), changeOpen: row.change_open || payeeDiffers, payeeDiffers }
}

/** Whether `row` equals the request: the answer was lost and the client sends it again. */
function isRepeat(deps: PayoutAccountsDeps, row: PayoutAccountRow, wanted: CheckedPayoutAccount): boolean {
  const known = payeeOf(deps, row)
  return (
    row.kind === wanted.kind &&
    row.nationality === wanted.nationality &&
    row.bank === wanted.bank &&
    row.chain === wanted.chain &&
    known.accountName === wanted.payee.accountName &&
    known.number === wanted.payee.number &&
    known.numberKind === wanted.payee.numberKind &&
    known.bankCode === wanted.payee.bankCode &&
    known.accountAddress === wanted.payee.accountAddress
  )
}

async function save(
  tx: Tx,
  deps: PayoutAccountsDeps,
  userId: bigint,
  wanted: CheckedPayoutAccount,
): Promise<Result<undefined, AppError<'payout_account_bound'>>> {
  const { payee, ...open } = wanted
  const account = {
    ...open,
    user_id: userId,
    sealed: sealPayee(deps.sealer, payee, payoutContext(userId)),
    bound_at: new Date(deps.clock.now()),
  }
  let event: SecurityEvent = 'payout_account_bound'
  if (!(await repository.insertPayoutAccount(tx, account))) {
    const row = await repository.lockPayoutAccount(tx, userId)
    if (row && !(await isChangeOpen(deps, row)))
      return isRepeat(deps, row, wanted) ? ok(undefined) : fail('payout_account_bound')
    await repository.replacePayoutAccount(tx, account)
    event = 'payout_account_changed'
    await beginHold(tx, userId, 'payout_account', deps.clock.now())
  }
  await deps.messages.send(tx, { userId, kind: 'security', facts: { event }, reference: newId() })
  await notifyUser(tx, userId, ['payout_account', 'account'])
  return ok(undefined)
}

async function bind(
  deps: PayoutAccountsDeps,
  user: SessionUser,
  body: BindPayoutAccount,
): Promise<Result<PayoutAccountState, AppError<BindRefusal>>> {
  const { id: userId } = user
  const wanted = checkPayoutAccount(body, deps.config.blockedCountries)
  if (!wanted.ok) return wanted
  const name = await deps.verification.verifiedName(userId)
  if (name !== undefined && !isSameName(name, wanted.value.payee.accountName)) return fail('payee_differs')
  const row = await repository.findPayoutAccount(deps.database, userId)
  if (row && !(await isChangeOpen(deps, row))) {
    return isRepeat(deps, row, wanted.value)
      ? ok(await stateOf(deps, deps.database, userId))
      : fail('payout_account_bound')
  }
  const password = await deps.security.checkTradePassword(user, body.tradePassword)
  if (!password.ok) return password
  const factor = await deps.security.checkSecondFactor(user, { code: body.secondFactorCode, passkey: body.passkey })
  if (!factor.ok) return factor
  const saved = await deps.database.attempt((tx) => save(tx, deps, userId, wanted.value))
  return saved.ok ? ok(await stateOf(deps, deps.database, userId)) : saved
}

export function createPayoutAccountsService(deps: PayoutAccountsDeps): PayoutAccountsService {
  return {
    get: (userId) => stateOf(deps, deps.database, userId),
    bind: (user, body) => bind(deps, user, body),
    isBound: async (userId) => (await repository.findPayoutAccount(deps.database, userId)) !== undefined,
    find: repository.findPayoutAccount,
    lock: repository.lockPayoutAccount,
    payeeOf: (row) => payeeOf(deps, row),
    isOfSomebodyElse: (row) => isOfSomebodyElse(deps, row),
    async isVerifiedName(userId, accountName) {
      const name = await deps.verification.verifiedName(userId)
      return name !== undefined && isSameName(name, accountName)
    },
    async reopen(tx, userId) {
      if (!(await repository.lockPayoutAccount(tx, userId))) return undefined
      await repository.openChange(tx, userId)
      await notifyUser(tx, userId, ['payout_account'])
      return stateOf(deps, tx, userId)
    },
  }
}
