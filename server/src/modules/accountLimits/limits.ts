import type { AccountLimit, SetAccountLimit } from '../../../../contract/accountLimits'
import type { AccountLimitKind } from '../../../../contract/limits'
import type { Tx } from '../../database/database'
import { timeZoneHere } from '../../database/timeZones'
import { ok, type Result, refuse } from '../../shared/result'
import { LIMIT_KIND, storedName } from '../../shared/stored'
import { DAY_MS } from '../../shared/time'
import { lockAccount } from '../../users/accountLock'
import type { AccountLimitsDeps } from './deps'
import * as repository from './repository'
import { formatLimit, parseLimit } from './values'

const RAISE_WAIT_MS = DAY_MS
/** A raise that is not confirmed by then lapses. */
const RAISE_OPEN_MS = 7 * DAY_MS

/** The raise that waits to be confirmed; undefined once it has lapsed. */
function waitingRaise({ raise_value: value, raise_from: from, raise_until: until }: repository.LimitRow, now: number) {
  return from && until && now < until.getTime() ? { value, from, until } : undefined
}

export function limitToWire(row: repository.UsedLimitRow, scale: number, now: number): AccountLimit {
  const kind = storedName(LIMIT_KIND, row.kind)
  const text = (value: bigint) => formatLimit(kind, value, scale)
  const raise = waitingRaise(row, now)
  return {
    kind,
    value: text(row.value),
    used: text(row.used),
    left: text(row.used < row.value ? row.value - row.used : 0n),
    timeZone: row.time_zone,
    resetsAt: row.resets_at?.toISOString() ?? null,
    raise: raise
      ? {
          value: raise.value === null ? null : text(raise.value),
          from: raise.from.toISOString(),
          until: raise.until.toISOString(),
        }
      : null,
  }
}

/** A lower limit counts at once, a higher one or none only after its waiting time and a confirmation. */
export async function setLimit(
  tx: Tx,
  { clock, config }: AccountLimitsDeps,
  userId: bigint,
  kind: AccountLimitKind,
  wish: SetAccountLimit,
): Promise<Result<undefined, 'account_limit_invalid'>> {
  const value = wish.value === null ? null : parseLimit(kind, wish.value, config.currency.scale)
  if (value === undefined) return refuse('account_limit_invalid')
  await lockAccount(tx, userId)
  const present = await repository.findLimit(tx, userId, kind)
  const isRaise = present !== undefined && (value === null || value > present.value)
  if (isRaise) {
    const from = clock.now() + RAISE_WAIT_MS
    await repository.saveRaise(tx, userId, kind, { value, from: new Date(from), until: new Date(from + RAISE_OPEN_MS) })
  } else if (value !== null) await repository.saveLimit(tx, userId, kind, value, await timeZoneHere(tx, wish.timeZone))
  return ok(undefined)
}

/** The second confirmation of a raise, after its waiting time. */
export async function confirmRaise(
  tx: Tx,
  { clock }: AccountLimitsDeps,
  userId: bigint,
  kind: AccountLimitKind,
): Promise<Result<undefined, 'raise_not_due'>> {
  await lockAccount(tx, userId)
  const row = await repository.findLimit(tx, userId, kind)
  const now = clock.now()
  const raise = row && waitingRaise(row, now)
  if (!raise || now < raise.from.getTime()) return refuse('raise_not_due')
  if (raise.value === null) await repository.deleteLimit(tx, userId, kind)
  else await repository.saveLimit(tx, userId, kind, raise.value, row.time_zone)
  return ok(undefined)
}
