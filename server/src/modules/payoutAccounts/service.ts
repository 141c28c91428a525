import type { SecurityEvent } from '../../../../contract/messageFacts'
import type { BindPayoutAccount, PayoutAccount, PayoutAccountState } from '../../../../contract/payoutAccount'
import type { PayoutMethod } from '../../../../contract/withdrawals'
import type { Queryable, Tx } from '../../database/database'
import { bindAll } from '../../shared/bindAll'
import { newId } from '../../shared/ids'
import { ok, type Result, refuse } from '../../shared/result'
import { beginHold } from '../../users/holds'
import { notifyUser } from '../../users/userEvents'
import type { SecondFactorRefusal, SessionUser } from '../security/service'
import { type CheckedPayoutAccount, checkPayoutAccount, type PayoutAccountProblem } from './checkPayoutAccount'
import type { PayoutAccountsDeps } from './deps'
import { openPayee, type Payee, sealPayee } from './payee'
import { decideName, listWaitingNames, type NameState, nameState, payeeReview, waitingName } from './payeeName'
import { isSameName } from './personName'
import type { PayoutAccountRow } from './repository'
import * as repository from './repository'

export type BindRefusal =
  | PayoutAccountProblem
  | 'payee_differs'
  | 'payout_account_bound'
  | SecondFactorRefusal
  | 'trade_password_locked'
  | 'trade_password_wrong'

export { openPayee, type Payee, sealPayee } from './payee'
export { NAME_DUE_MS, type NameDecisionProblem, payeeReview } from './payeeName'
export { readAddress } from './payoutAddress'
export { hasName } from './personName'
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

/** Whether the account is its user's by its name; everybody's is until the user is verified. */
const nameStateOf = async (deps: PayoutAccountsDeps, row: PayoutAccountRow): Promise<NameState> =>
  nameState(row, payeeOf(deps, row).accountName, await deps.verification.verified(row.user_id))

/** An operator has allowed a change, or nothing can be paid to it because of its name. */
const isChangeOpen = async (deps: PayoutAccountsDeps, row: PayoutAccountRow) =>
  row.change_open || (await nameStateOf(deps, row)) !== 'agrees'

async function stateOf(deps: PayoutAccountsDeps, tx: Queryable, userId: bigint): Promise<PayoutAccountState> {
  const row = await repository.findPayoutAccount(tx, userId)
  if (!row) return { account: null, changeOpen: false, payeeDiffers: false, payeeReview: null }
  const name = await nameStateOf(deps, row)
  const payeeDiffers = name !== 'agrees'
  return {
    account: toWire(deps, row),
    changeOpen: row.change_open || payeeDiffers,
    payeeDiffers,
    payeeReview: payeeReview(row, name),
  }
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

/** Whether the same account again changes nothing: it stays as it is, or its name waits already. */
async function isSettled(deps: PayoutAccountsDeps, row: PayoutAccountRow, asksForName: boolean): Promise<boolean> {
  const name = await nameStateOf(deps, row)
  return (name === 'agrees' && !row.change_open) || (asksForName && name === 'waiting')
}

async function save(
  tx: Tx,
  deps: PayoutAccountsDeps,
  userId: bigint,
  wanted: CheckedPayoutAccount,
  asksForName: boolean,
): Promise<Result<undefined, 'payout_account_bound'>> {
  const { payee, ...open } = wanted
  const now = new Date(deps.clock.now())
  const account = {
    ...open,
    user_id: userId,
    sealed: sealPayee(deps.sealer, payee, payoutContext(userId)),
    bound_at: now,
    name_asked_at: asksForName ? now : null,
  }
  let event: SecurityEvent = 'payout_account_bound'
  if (!(await repository.insertPayoutAccount(tx, account))) {
    const row = await repository.lockPayoutAccount(tx, userId)
    if (row && isRepeat(deps, row, wanted) && (await isSettled(deps, row, asksForName))) return ok(undefined)
    if (row && !(await isChangeOpen(deps, row))) return refuse('payout_account_bound')
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
): Promise<Result<PayoutAccountState, BindRefusal>> {
  const { id: userId } = user
  const wanted = checkPayoutAccount(body, deps.config.blockedCountries)
  if (!wanted.ok) return wanted
  const row = await repository.findPayoutAccount(deps.database, userId)
  const name = await deps.verification.verifiedName(userId)
  const differs = name !== undefined && !isSameName(name, wanted.value.payee.accountName)
  if (row && isRepeat(deps, row, wanted.value) && (await isSettled(deps, row, differs)))
    return ok(await stateOf(deps, deps.database, userId))
  if (differs && !body.nameOfBank) return refuse('payee_differs')
  if (row && !(await isChangeOpen(deps, row))) return refuse('payout_account_bound')
  const password = await deps.security.checkTradePassword(user, body.tradePassword)
  if (!password.ok) return password
  const factor = await deps.security.checkSecondFactor(user, { code: body.secondFactorCode, passkey: body.passkey })
  if (!factor.ok) return factor
  const saved = await deps.database.attempt((tx) => save(tx, deps, userId, wanted.value, differs))
  return saved.ok ? ok(await stateOf(deps, deps.database, userId)) : saved
}

/** Whether the user was verified with the name of this payee, by rule or as two people decided. */
async function isVerifiedName(deps: PayoutAccountsDeps, userId: bigint, accountName: string) {
  const name = await deps.verification.verifiedName(userId)
  if (name !== undefined && isSameName(name, accountName)) return true
  const row = await repository.findPayoutAccount(deps.database, userId)
  if (!name || !row || payeeOf(deps, row).accountName !== accountName) return false
  return (await nameStateOf(deps, row)) === 'agrees'
}

/** In the operator's transaction: lets the user change it once. Undefined without an account to change. */
async function reopen(deps: PayoutAccountsDeps, tx: Tx, userId: bigint) {
  if (!(await repository.lockPayoutAccount(tx, userId))) return undefined
  await repository.openChange(tx, userId)
  await notifyUser(tx, userId, ['payout_account'])
  return stateOf(deps, tx, userId)
}

export type PayoutAccountsService = ReturnType<typeof createPayoutAccountsService>

export function createPayoutAccountsService(deps: PayoutAccountsDeps) {
  const { database } = deps
  return {
    get: (userId: bigint) => stateOf(deps, database, userId),
    isBound: async (userId: bigint) => (await repository.findPayoutAccount(database, userId)) !== undefined,
    find: repository.findPayoutAccount,
    lock: repository.lockPayoutAccount,
    waitingNames: (limit: number) => listWaitingNames(deps, (row) => payeeOf(deps, row).accountName, limit),
    nameProblem: waitingName,
    ...bindAll(deps, { bind, payeeOf, nameState: nameStateOf, isVerifiedName, decideName, reopen }),
  }
}
