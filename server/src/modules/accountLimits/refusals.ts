import type { Queryable, Tx } from '../../database/database'
import { ok, type Refusal, type Result } from '../../shared/result'
import { LIMIT_KIND, storedName } from '../../shared/stored'
import { findBreakInForce } from './breakRules'
import type { AccountLimitsDeps } from './deps'
import * as repository from './repository'
import { formatLimit } from './values'

/** Which rule that the user set refuses something. */
export type OwnRefusal = 'account_limit_reached' | 'on_break'

async function breakRefusal(
  { clock }: AccountLimitsDeps,
  source: Queryable,
  userId: bigint,
): Promise<Refusal<'on_break'> | undefined> {
  const row = await findBreakInForce(source, userId, clock.now())
  if (!row) return undefined
  const until = row.reopens_at ?? row.until
  return until ? { code: 'on_break', details: { until: until.toISOString() } } : { code: 'on_break' }
}

async function limitRefusal(
  { clock, config }: AccountLimitsDeps,
  source: Queryable,
  userId: bigint,
  stored: number,
): Promise<Refusal<'account_limit_reached'>> {
  const kind = storedName(LIMIT_KIND, stored)
  const rows = await repository.readLimits(source, userId, new Date(clock.now()))
  const row = rows.find((each) => each.kind === stored)
  const limit = row && formatLimit(kind, row.value, config.currency.scale)
  return { code: 'account_limit_reached', details: { ownLimit: kind, ...(limit === undefined ? {} : { limit }) } }
}

/** Whether a deposit may begin. Call it with the account locked, so that two at once do not pass together. */
export async function checkDeposit(
  deps: AccountLimitsDeps,
  tx: Tx,
  userId: bigint,
  amount: bigint,
): Promise<Result<undefined, OwnRefusal>> {
  const pause = await breakRefusal(deps, tx, userId)
  if (pause) return { ok: false, error: pause }
  const kind = await repository.limitBrokenByDeposit(tx, userId, amount, new Date(deps.clock.now()))
  return kind === null ? ok(undefined) : { ok: false, error: await limitRefusal(deps, tx, userId, kind) }
}

/** The error for an order that `place_orders` refused because of a limit of this stored kind, or of a break. */
export async function refusalOf(
  deps: AccountLimitsDeps,
  userId: bigint,
  limitKind: number | 'break',
): Promise<Refusal<OwnRefusal>> {
  if (limitKind !== 'break') return limitRefusal(deps, deps.database, userId, limitKind)
  // The break may have ended since.
  return (await breakRefusal(deps, deps.database, userId)) ?? { code: 'on_break' }
}
