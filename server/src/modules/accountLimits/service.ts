import type { AccountLimits, BeginBreak, SetAccountLimit } from '../../../../contract/accountLimits'
import type { ErrorCode } from '../../../../contract/errors'
import type { AccountLimitKind } from '../../../../contract/limits'
import type { Tx } from '../../database/database'
import { bindAll } from '../../shared/bindAll'
import { formatMoney } from '../../shared/money'
import { ok, type Result } from '../../shared/result'
import { notifyUser } from '../../users/userEvents'
import { findBreakInForce } from './breakRules'
import { beginBreak, breakToWire, endBreak } from './breaks'
import type { AccountLimitsDeps } from './deps'
import { confirmRaise, limitToWire, setLimit } from './limits'
import { followPerson, joinPerson, leavePerson } from './person'
import { checkDeposit, refusalOf } from './refusals'
import * as repository from './repository'

export type { OwnRefusal } from './refusals'

/** Limits and breaks that users set for themselves (PRODUCT.md 19). Nobody else can set, raise or end any of it. */
export type AccountLimitsService = ReturnType<typeof createAccountLimitsService>

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

export function createAccountLimitsService(deps: AccountLimitsDeps) {
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
    get: (userId: bigint) => read(deps, userId),
    set: (userId: bigint, kind: AccountLimitKind, wish: SetAccountLimit) =>
      change(userId, (tx) => setLimit(tx, deps, userId, kind, wish)),
    confirm: (userId: bigint, kind: AccountLimitKind) => change(userId, (tx) => confirmRaise(tx, deps, userId, kind)),
    beginBreak: (userId: bigint, wish: BeginBreak) => change(userId, (tx) => beginBreak(tx, deps, userId, wish)),
    endBreak: (userId: bigint) => change(userId, (tx) => endBreak(tx, deps, userId)),
    async activity(userId: bigint, sinceMs: number) {
      const { scale } = deps.config.currency
      const { orders, stakes, profit_loss } = await repository.readActivity(database, userId, sinceMs)
      return { orders: Number(orders), stakes: formatMoney(stakes, scale), profitLoss: formatMoney(profit_loss, scale) }
    },
    hasLimits: (userId: bigint) => repository.hasLimits(database, userId),
    /** After how much time in the app the user wants a reminder; null for never. */
    async sessionMinutes(userId: bigint) {
      const limit = await repository.findLimit(database, userId, 'session')
      return limit ? Number(limit.value) : null
    },
    ...bindAll(deps, { checkDeposit, refusalOf, joinPerson, followPerson, leavePerson }),
  }
}
