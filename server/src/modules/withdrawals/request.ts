import type { CreateWithdrawal, Withdrawal } from '../../../../contract/withdrawals'
import type { Tx } from '../../database/database'
import { present } from '../../shared/assert'
import { isIdTimeOff } from '../../shared/ids'
import { parseMoney } from '../../shared/money'
import { bodyHash, hasBody, replay } from '../../shared/replay'
import { ok, type Result, refuse } from '../../shared/result'
import { HOUR_MS } from '../../shared/time'
import { lockAccount } from '../../users/accountLock'
import { notifyUser } from '../../users/userEvents'
import { methodOf, type PayoutAccountRow } from '../payoutAccounts/service'
import { referenceNumber } from '../referenceNumber'
import type { SecondFactorRefusal, SessionUser } from '../security/service'
import type { WithdrawalsDeps } from './deps'
import { sealPayeeOf } from './payee'
import type { WithdrawalRow } from './repository'
import * as repository from './repository'
import { type AskedMoney, checkRules, type RuleRefusal } from './rules'
import { readFacts, readMoneyFacts, type WithdrawalFacts } from './terms'
import { withdrawalToWire } from './wire'

export type WithdrawalRefusal =
  | RuleRefusal
  | SecondFactorRefusal
  | 'amount_invalid'
  | 'request_id_conflict'
  | 'request_id_time_off'
  | 'trade_password_locked'
  | 'trade_password_wrong'

interface Asked extends AskedMoney {
  id: string
  hash: Buffer
}

/** The answer to an id that exists: the same withdrawal for the same body, a conflict for another. */
const repeat = async (deps: WithdrawalsDeps, userId: bigint, id: string, hash: Buffer) =>
  replay(await repository.withdrawals.find(deps.database, userId, id), hasBody(hash), 'request_id_conflict', (row) => ({
    created: false,
    withdrawal: withdrawalToWire(row, deps.config.currency.scale),
  }))

/** If withdrawals need a second factor, users without an app confirm with a passkey. */
async function checkFactor(
  { security, config }: WithdrawalsDeps,
  user: SessionUser,
  { takesCode }: WithdrawalFacts,
  { secondFactorCode: code, passkey }: CreateWithdrawal,
): Promise<Result<undefined, SecondFactorRefusal>> {
  const isOpen = config.withdrawals.secondFactorRequired && !passkey && !takesCode
  return isOpen ? refuse('second_factor_required') : security.checkSecondFactor(user, { code, passkey })
}

async function insert(tx: Tx, deps: WithdrawalsDeps, account: PayoutAccountRow, asked: Asked): Promise<WithdrawalRow> {
  const now = deps.clock.now()
  const number = await repository.withdrawals.nextNumber(tx)
  const method = methodOf(account)
  const identity = { user_id: account.user_id, id: asked.id }
  return repository.insertWithdrawal(tx, {
    ...identity,
    number,
    reference: referenceNumber('FW', number, now),
    amount: asked.amount,
    fee: asked.fee,
    body_hash: asked.hash,
    method_kind: method.kind,
    method_name: method.name,
    method_masked: method.masked,
    sealed_payee: sealPayeeOf(deps.sealer, identity, deps.payoutAccounts.payeeOf(account)),
    created_at: new Date(now),
    expected_at: new Date(now + deps.config.withdrawals.arrivalHours * HOUR_MS),
  })
}

/**
 * Sets the money aside. The lock on the payout account makes a user's withdrawals run one after the other, so that the
 * daily limit counts each; holds, freezes and orders begin under the lock on the account's money.
 */
async function setAside(
  tx: Tx,
  deps: WithdrawalsDeps,
  userId: bigint,
  asked: Asked,
  before: WithdrawalFacts,
): Promise<Result<WithdrawalRow | 'exists', RuleRefusal>> {
  const account = await deps.payoutAccounts.lock(tx, userId)
  await lockAccount(tx, userId)
  if (await repository.withdrawals.find(tx, userId, asked.id)) return ok('exists')
  const rules = checkRules(deps, { ...before, ...(await readMoneyFacts(deps, tx, userId, account)) }, asked)
  if (!rules.ok) return rules
  const row = await insert(tx, deps, present(account, 'the rules ask for one'), asked)
  const posted = await deps.ledger.post(tx, {
    userId,
    kind: 'withdrawalRequested',
    reference: asked.id,
    postings: [
      { account: 'available', amount: -asked.amount },
      { account: 'inWithdrawal', amount: asked.amount },
    ],
  })
  if (posted.outcome === 'insufficient') return refuse('balance_insufficient')
  await notifyUser(tx, userId, ['withdrawals', 'account'])
  return ok(row)
}

/** `created` is false for a repeat: after a lost answer the app sends the same id again. */
export async function requestWithdrawal(
  deps: WithdrawalsDeps,
  user: SessionUser,
  body: CreateWithdrawal,
): Promise<Result<{ created: boolean; withdrawal: Withdrawal }, WithdrawalRefusal>> {
  const { scale } = deps.config.currency
  const amount = parseMoney(body.amount, scale)
  const fee = parseMoney(body.fee, scale)
  // Leaves out what proves who asks: a repeat may come with a new code.
  const hash = bodyHash(amount, fee)
  // A repeat gets its answer even after the balance is spent or the terms have changed.
  const repeated = await repeat(deps, user.id, body.id, hash)
  if (repeated) return repeated
  if (isIdTimeOff(body.id, deps.clock.now())) return refuse('request_id_time_off')
  if (amount === undefined || amount <= 0n || fee === undefined) return refuse('amount_invalid')
  // The rules come first, so that nobody types a password in vain.
  const asked = { id: body.id, amount, fee, hash }
  const facts = await readFacts(deps, user.id)
  const rules = checkRules(deps, facts, asked)
  if (!rules.ok) return rules
  const password = await deps.security.checkTradePassword(user, body.tradePassword)
  if (!password.ok) return password
  const factor = await checkFactor(deps, user, facts, body)
  if (!factor.ok) return factor
  const result = await deps.database.attempt((tx) => setAside(tx, deps, user.id, asked, facts))
  if (!result.ok) {
    if (result.error.code !== 'balance_insufficient') return result
    return refuse('balance_insufficient', { available: (await deps.ledger.balanceOf(user.id)).available })
  }
  if (result.value === 'exists') return present(await repeat(deps, user.id, body.id, hash), 'it exists')
  return ok({ created: true, withdrawal: withdrawalToWire(result.value, scale) })
}
