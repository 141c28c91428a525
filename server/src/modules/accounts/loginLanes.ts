import type { Queryable, Tx } from '../../database/database'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../shared/time'
import { accountKey } from './repository'

/**
 * PRODUCT.md 9.5. A lane is where logins to an account come from: a device that the account knows, or a network. Ten
 * wrong logins of a lane are free, then its wait doubles up to `waitMaxMs`; after `forgetMs` without one the lane
 * starts over. From unknown devices and networks together at most `budget` wrong logins are checked in `windowMs`;
 * beyond that each unknown network gets one try every `waitMaxMs`.
 */
export const LOGIN_RULE = {
  free: 10,
  waitMaxMs: 15 * MINUTE_MS,
  forgetMs: DAY_MS,
  budget: 100,
  windowMs: HOUR_MS,
}

/** Where a login comes from. */
export interface Lane {
  account: string
  name: string
  /** Neither the device nor the network has signed in to this account before. */
  isStranger: boolean
}

/**
 * Counts a login as wrong before it is checked, in its own statement. `waitMs` above 0: it may not be checked yet.
 * `isSpent`: it was the last one in the shared budget of unknown devices and networks.
 */
export async function beginLogin(
  tx: Queryable,
  lane: Lane,
  now: number,
  rule: typeof LOGIN_RULE = LOGIN_RULE,
): Promise<{ waitMs: number; isSpent: boolean }> {
  const { free, waitMaxMs, forgetMs, budget, windowMs } = rule
  const row = await tx.first<{ wait_until: Date | null; spent: boolean }>(
    `select wait_until, spent from begin_login($1, $2, $3, $4, $5, $6::float8 * interval '1 ms', $7::float8 * interval '1 ms',
                                               $8, $9::float8 * interval '1 ms')`,
    [accountKey(lane.account), lane.name, lane.isStranger, new Date(now), free, waitMaxMs, forgetMs, budget, windowMs],
  )
  const until = row?.wait_until
  return { waitMs: until ? Math.max(1, until.getTime() - now) : 0, isSpent: row?.spent ?? false }
}

/**
 * After a right login: its lane starts over and the try leaves the shared budget. Other people's guesses stay counted.
 * Rows are locked in the order of `begin_login`, so that a right and a wrong login at once do not deadlock.
 */
export async function endLogin(tx: Tx, lane: Lane) {
  const key = accountKey(lane.account)
  if (lane.isStranger)
    await tx.query('update login_pressure set wrong = greatest(wrong - 1, 0) where account_key = $1', [key])
  await tx.query('delete from login_lane where account_key = $1 and lane = $2', [key, lane.name])
}

export async function deleteOldLanes(tx: Queryable, now: number) {
  const { forgetMs, windowMs } = LOGIN_RULE
  await tx.query('delete from login_lane where last_failed_at <= $1', [new Date(now - forgetMs)])
  await tx.query('delete from login_pressure where since <= $1', [new Date(now - windowMs)])
}
