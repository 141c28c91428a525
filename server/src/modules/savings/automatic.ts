import type { Tx } from '../../database/database'
import { newId } from '../../shared/ids'
import { parseMoney } from '../../shared/money'
import { ok, type Result, refuse } from '../../shared/result'
import { notifyUser } from '../../users/userEvents'
import { bookDeposit, type MoveDeps } from './moves'
import { lockSaver } from './repository'

/**
 * Turns the automatic deposit on, with what is to stay in the available balance, or off. It begins with the next day's
 * pass, or with this day's if there was none.
 */
export async function setAutomatic(
  { database, clock, config }: MoveDeps,
  userId: bigint,
  floor: string | null,
): Promise<Result<undefined, 'amount_invalid'>> {
  const amount = floor === null ? null : parseMoney(floor, config.currency.scale)
  if (amount === undefined || (amount !== null && amount < 0n)) return refuse('amount_invalid')
  await database.withTransaction(async (tx) => {
    await lockSaver(tx, userId)
    await tx.query('update savings_account set floor = $2, floor_since = $3 where user_id = $1', [
      userId,
      amount,
      amount === null ? null : new Date(clock.now()),
    ])
    await notifyUser(tx, userId, ['savings'])
  })
  return ok(undefined)
}

/** What one saver's floor leaves, in the bounds of one deposit; 0 if that is less than the least deposit. */
function surplus(available: bigint, floor: bigint, { savings }: MoveDeps['config']): bigint {
  const above = available - floor
  if (above > savings.depositMaximum) return savings.depositMaximum
  return above < savings.depositMinimum ? 0n : above
}

/** One saver's turn of a day, once, whoever else is at it. The balance stays as it is until the deposit is booked. */
async function sweep(deps: MoveDeps, tx: Tx, userId: bigint, today: string) {
  await lockSaver(tx, userId)
  const saver = await tx.first<{ floor: bigint }>(
    `update savings_account set swept_on = $2
      where user_id = $1 and floor is not null and (swept_on is null or swept_on < $2) returning floor`,
    [userId, today],
  )
  if (!saver) return
  const amount = surplus(await deps.ledger.lockAvailable(tx, userId), saver.floor, deps.config)
  // With the day's deposits used up there is another day.
  if (amount === 0n || !(await bookDeposit(deps, tx, userId, { id: newId(), amount })).ok) return
  await notifyUser(tx, userId, ['savings', 'account'])
}

/** The next savers whose turn of `today` is due, at most `limit`, each in a transaction. Returns how many there were. */
export async function sweepSome(deps: MoveDeps, today: string, limit: number): Promise<number> {
  const due = await deps.database.query<{ user_id: bigint }>(
    `select saver.user_id from savings_account saver join app_user owner on owner.id = saver.user_id
      where saver.floor is not null and (saver.swept_on is null or saver.swept_on < $1) and owner.deleted_at is null
      order by saver.swept_on nulls first, saver.user_id limit $2`,
    [today, limit],
  )
  for (const { user_id: userId } of due) await deps.database.withTransaction((tx) => sweep(deps, tx, userId, today))
  return due.length
}
