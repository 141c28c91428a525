import type { MoveSavings, SavingsMovement } from '../../../../contract/savings'
import { addDays, savingsDates, savingsDay } from '../../../../contract/savingsDates'
import type { Database, Tx } from '../../database/database'
import { notifyUser } from '../../database/userEvents'
import type { Ledger } from '../../ledger/ledger'
import type { Clock } from '../../shared/clock'
import { formatMoney, parseMoney } from '../../shared/money'
import { fail, ok, RefusedError, type Result } from '../../shared/result'
import * as repository from './repository'
import { MOVEMENT, type MovementKind, type MovementRow } from './repository'
import type { SavingsSettings } from './settings'
import { movementToWire } from './wire'

export interface MoveDeps {
  database: Database
  clock: Clock
  ledger: Ledger
  config: { currency: { scale: number }; savings: SavingsSettings }
}

/** A movement, and whether this call made it (201) or an earlier one did (200). */
export interface Moved {
  movement: SavingsMovement
  created: boolean
}

/** The answer to an id that exists: the same movement for the same body, a conflict for another. */
function replay(row: MovementRow, kind: MovementKind, amount: bigint | undefined, scale: number): Result<Moved> {
  if (row.kind !== kind || row.amount !== amount) return fail('request_id_conflict')
  return ok({ movement: movementToWire(row, scale), created: false })
}

/** The first instant of a day in Shanghai. */
const startOf = (day: string) => Date.parse(`${day}T00:00:00+08:00`)

/** No clock that goes back, and no other node's that is behind, may put a movement on a day that is decided already. */
const noEarlierThan = (atMs: number, day: string | null) => (day === null ? atMs : Math.max(atMs, startOf(day)))

/**
 * Runs `move` for a saver that is locked, after a look for the same id. Refusals inside roll everything back.
 */
async function moveOnce(
  deps: MoveDeps,
  userId: bigint,
  body: MoveSavings,
  kind: MovementKind,
  amount: bigint | undefined,
  move: (tx: Tx) => Promise<MovementRow>,
): Promise<Result<Moved>> {
  const { scale } = deps.config.currency
  try {
    return await deps.database.withTransaction<Result<Moved>>(async (tx) => {
      await repository.lockSaver(tx, userId)
      const earlier = await repository.findMovement(tx, userId, body.id)
      if (earlier) return replay(earlier, kind, amount, scale)
      const row = await move(tx)
      await notifyUser(tx, userId, ['savings', 'account'])
      return ok({ movement: movementToWire(row, scale), created: true })
    })
  } catch (error) {
    if (error instanceof RefusedError) return fail(error.code, error.details)
    throw error
  }
}

function refuseAmount(amount: bigint | undefined, minimum: bigint, maximum: bigint | undefined, scale: number): bigint {
  if (amount === undefined || amount <= 0n) throw new RefusedError({ code: 'amount_invalid' })
  if (amount < minimum) {
    throw new RefusedError({ code: 'amount_too_low', details: { limit: formatMoney(minimum, scale) } })
  }
  if (maximum !== undefined && amount > maximum) {
    throw new RefusedError({ code: 'amount_too_high', details: { limit: formatMoney(maximum, scale) } })
  }
  return amount
}

/**
 * From the available balance into the pending share. Codes: `amount_invalid`, `amount_too_low`, `amount_too_high`,
 * `savings_deposits_used_up`, `balance_insufficient`, `request_id_conflict`.
 */
export async function deposit(deps: MoveDeps, userId: bigint, body: MoveSavings): Promise<Result<Moved>> {
  const { currency, savings: terms } = deps.config
  const typed = parseMoney(body.amount, currency.scale)
  const result = await moveOnce(deps, userId, body, MOVEMENT.deposit, typed, async (tx) => {
    const amount = refuseAmount(typed, terms.depositMinimum, terms.depositMaximum, currency.scale)
    const accrued = await repository.accrualBegan(tx)
    const atMs = noEarlierThan(deps.clock.now(), accrued && addDays(accrued, 1))
    const day = savingsDay(atMs)
    const used = await repository.usedOn(tx, userId, MOVEMENT.deposit, day)
    if (used.times >= terms.depositsPerDay) throw new RefusedError({ code: 'savings_deposits_used_up' })
    const dates = savingsDates(atMs, new Set(await repository.closedDaysFrom(tx, day)))
    const posted = await deps.ledger.post(tx, {
      userId,
      kind: 'savingsDeposited',
      reference: body.id,
      postings: [
        { account: 'available', amount: -amount },
        { account: 'savingsPending', amount },
      ],
    })
    if (posted.outcome === 'insufficient') throw new RefusedError({ code: 'balance_insufficient' })
    return repository.insertMovement(tx, {
      userId,
      id: body.id,
      kind: MOVEMENT.deposit,
      amount,
      day,
      tradeDay: dates.tradeDay,
      countsOn: dates.confirmedOn,
      createdAt: new Date(atMs),
    })
  })
  if (result.ok || result.error.code !== 'balance_insufficient') return result
  const { available } = await deps.ledger.balanceOf(userId)
  return fail('balance_insufficient', { available })
}

/**
 * From the confirmed share to the available balance, at once. What goes out on a day does not earn on that day. Codes:
 * `amount_invalid`, `savings_transfers_used_up`, `savings_confirmed_insufficient`, `daily_limit_reached`,
 * `request_id_conflict`.
 */
export async function transferOut(deps: MoveDeps, userId: bigint, body: MoveSavings): Promise<Result<Moved>> {
  const { currency, savings: terms } = deps.config
  const money = (minor: bigint) => formatMoney(minor, currency.scale)
  const typed = parseMoney(body.amount, currency.scale)
  return moveOnce(deps, userId, body, MOVEMENT.transferOut, typed, async (tx) => {
    const amount = refuseAmount(typed, 1n, undefined, currency.scale)
    const accrued = await repository.accrualBegan(tx)
    const { amount: confirmed, since } = await repository.confirmedShare(tx, userId)
    const atMs = noEarlierThan(noEarlierThan(deps.clock.now(), accrued && addDays(accrued, 1)), since)
    const day = savingsDay(atMs)
    const used = await repository.usedOn(tx, userId, MOVEMENT.transferOut, day)
    if (used.times >= terms.transfersOutPerDay) throw new RefusedError({ code: 'savings_transfers_used_up' })
    if (amount > confirmed) {
      throw new RefusedError({ code: 'savings_confirmed_insufficient', details: { available: money(confirmed) } })
    }
    const remaining = terms.transferOutDaily > used.amount ? terms.transferOutDaily - used.amount : 0n
    if (amount > remaining) {
      throw new RefusedError({ code: 'daily_limit_reached', details: { remaining: money(remaining) } })
    }
    const posted = await deps.ledger.post(tx, {
      userId,
      kind: 'savingsTransferredOut',
      reference: body.id,
      postings: [
        { account: 'savingsConfirmed', amount: -amount },
        { account: 'available', amount },
      ],
    })
    if (posted.outcome === 'insufficient') throw new RefusedError({ code: 'savings_confirmed_insufficient' })
    return repository.insertMovement(tx, {
      userId,
      id: body.id,
      kind: MOVEMENT.transferOut,
      amount,
      day,
      tradeDay: null,
      countsOn: day,
      createdAt: new Date(atMs),
    })
  })
}
