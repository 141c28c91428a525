import type { AccountLimits, Activity, BeginBreak, SetAccountLimit } from '../../../../contract/accountLimits'
import type { ErrorCode } from '../../../../contract/errors'
import type { AccountLimitKind } from '../../../../contract/limits'
import type { Tx } from '../../database/database'
import { formatMoney } from '../../shared/money'
import { ok, type Refusal, type Result } from '../../shared/result'
import { notifyUser } from '../../users/userEvents'
import { findBreakInForce } from './breakRules'
import { beginBreak, breakToWire, endBreak } from './breaks'
import type { AccountLimitsDeps } from './deps'
import { confirmRaise, limitToWire, setLimit } from './limits'
import { followPerson, joinPerson, leavePerson } from './person'
import { checkDeposit, type OwnRefusal, refusalOf } from './refusals'
import * as repository from './repository'

export type { OwnRefusal } from './refusals'

/** Limits and breaks that users set for themselves (PRODUCT.md 19). Nobody else can set, raise or end any of it. */
export interface AccountLimitsService {
  get(userId: bigint): Promise<AccountLimits>
  set(
    userId: bigint,
    kind: AccountLimitKind,
    wish: SetAccountLimit,
  ): Promise<Result<AccountLimits, 'account_limit_invalid'>>
  /** The second confirmation of a raise, after its waiting time. */
  confirm(userId: bigint, kind: AccountLimitKind): Promise<Result<AccountLimits, 'raise_not_due'>>
  beginBreak(userId: bigint, wish: BeginBreak): Promise<Result<AccountLimits, 'break_invalid'>>
  /** The user's wish to trade again, once the break is over. */
  endBreak(userId: bigint): Promise<Result<AccountLimits, 'break_not_over'>>
  activity(userId: bigint, sinceMs: number): Promise<Activity>
  hasLimits(userId: bigint): Promise<boolean>
  /** After how much time in the app the user wants a reminder; null for never. */
  sessionMinutes(userId: bigint): Promise<number | null>
  /** Whether a deposit may begin. Call it with the account locked, so that two at once do not pass together. */
  checkDeposit(tx: Tx, userId: bigint, amount: bigint): Promise<Result<undefined, OwnRefusal>>
  /** The error for an order that `place_orders` refused because of a limit of this stored kind, or of a break. */
  refusalOf(userId: bigint, limitKind: number | 'break'): Promise<Refusal<OwnRefusal>>
  /** For a new account or a newly verified document: a break of the same person applies to this account, too. */
  joinPerson(tx: Tx, userId: bigint): Promise<void>
  /** For a new phone number of an account: breaks of its person and its own hold for both. */
  followPerson(tx: Tx, userId: bigint): Promise<void>
  /** Before an account is deleted, while it still names its person: its break holds for a later account. */
  leavePerson(tx: Tx, userId: bigint): Promise<void>
}

async function read(deps: AccountLimitsDeps, userId: bigint): Promise<AccountLimits> {
  const { database, clock, config } = deps
  const now = clock.now()
  const rows = await repository.readLimits(database, userId, new Date(now))
  const pause = await findBreakInForce(database, userId, now)
  return {
    limits: rows.map((row) => limitToWire(row, config.currency.scale, now)),
    break: pause ? breakToWire(pause) : null,
  }
}

export function createAccountLimitsService(deps: AccountLimitsDeps): AccountLimitsService {
  const { database } = deps

  /** Runs a change in its own transaction and returns the resulting state. */
  async function change<C extends ErrorCode>(
    userId: bigint,
    work: (tx: Tx) => Promise<Result<undefined, C>>,
  ): Promise<Result<AccountLimits, C>> {
    const result = await database.attempt(async (tx) => {
      const done = await work(tx)
      if (done.ok) await notifyUser(tx, userId, ['account_limits', 'account'])
      return done
    })
    return result.ok ? ok(await read(deps, userId)) : result
  }

  return {
    get: (userId) => read(deps, userId),
    set: (userId, kind, wish) => change(userId, (tx) => setLimit(tx, deps, userId, kind, wish)),
    confirm: (userId, kind) => change(userId, (tx) => confirmRaise(tx, deps, userId, kind)),
    beginBreak: (userId, wish) => change(userId, (tx) => beginBreak(tx, deps, userId, wish)),
    endBreak: (userId) => change(userId, (tx) => endBreak(tx, deps, userId)),
    async activity(userId, sinceMs) {
      const { scale } = deps.config.currency
      const { orders, stakes, profit_loss } = await repository.readActivity(database, userId, sinceMs)
      return { orders: Number(orders), stakes: formatMoney(stakes, scale), profitLoss: formatMoney(profit_loss, scale) }
    },
    hasLimits: (userId) => repository.hasLimits(database, userId),
    async sessionMinutes(userId) {
      const limit = await repository.findLimit(database, userId, 'session')
      return limit ? Number(limit.value) : null
    },
    checkDeposit: (tx, userId, amount) => checkDeposit(tx, deps, userId, amount),
    refusalOf: (userId, limitKind) => refusalOf(deps, userId, limitKind),
    joinPerson: (tx, userId) => joinPerson(tx, deps, userId),
    followPerson: (tx, userId) => followPerson(tx, deps, userId),
    leavePerson: (tx, userId) => leavePerson(tx, deps, userId),
  }
}
