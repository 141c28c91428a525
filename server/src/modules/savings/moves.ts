import type { ErrorCode } from '../../../../contract/errors'
import type { MoveSavings, SavingsMovement } from '../../../../contract/savings'
import { addDays, savingsDates, savingsDay } from '../../../../contract/savingsDates'
import type { Database, Tx } from '../../database/database'
import type { Ledger } from '../../ledger/ledger'
import type { Clock } from '../../shared/clock'
import { isIdTimeOff } from '../../shared/ids'
import { formatMoney, parseMoney } from '../../shared/money'
import { replay } from '../../shared/replay'
import { ok, type Result, refuse } from '../../shared/result'
import { SAVINGS_KIND } from '../../shared/stored'
import { notifyUser } from '../../users/userEvents'
import type { MovementKind, MovementRow } from './repository'
import * as repository from './repository'
import type { SavingsSettings } from './settings'
import { movementToWire } from './wire'

export interface MoveDeps {
  database: Database
  clock: Clock
  ledger: Ledger
  config: { currency: { scale: number }; savings: SavingsSettings }
}

type AmountRefusal = 'amount_invalid' | 'amount_too_high' | 'amount_too_low'

type InRefusal = AmountRefusal | 'balance_insufficient' | 'savings_deposits_used_up'
type OutRefusal = AmountRefusal | 'daily_limit_reached' | 'savings_confirmed_insufficient' | 'savings_transfers_used_up'

/** A move may be refused because of its id as well. */
type WithId<C> = C | 'request_id_conflict' | 'request_id_time_off'
export type DepositRefusal = WithId<InRefusal>
export type TransferOutRefusal = WithId<OutRefusal>

/** A movement, and whether this call made it (201) or an earlier one did (200). */
export interface Moved {
  movement: SavingsMovement
  created: boolean
}

/** The first instant of a day in Shanghai. */
const startOf = (day: string) => Date.parse(`${day}T00:00:00+08:00`)

/**
 * A clock that goes back, or another node's that is behind, must not put a movement on a day that is already decided.
 */
const noEarlierThan = (atMs: number, day: string | null) => (day === null ? atMs : Math.max(atMs, startOf(day)))

/** Locks the saver, looks for the same id and then runs `move`. A refusal inside rolls everything back. */
async function moveOnce<C extends ErrorCode>(
  deps: MoveDeps,
  userId: bigint,
  body: MoveSavings,
  kind: MovementKind,
  amount: bigint | undefined,
  move: (tx: Tx) => Promise<Result<MovementRow, C>>,
): Promise<Result<Moved, WithId<C>>> {
  const { scale } = deps.config.currency
  return deps.database.attempt(async (tx) => {
    await repository.lockSaver(tx, userId)
    const earlier = await replay(
      await repository.findMovement(tx, userId, body.id),
      (row) => row.kind === kind && row.amount === amount,
      'request_id_conflict',
      (row) => ({ movement: movementToWire(row, scale), created: false }),
    )
    if (earlier) return earlier
    if (isIdTimeOff(body.id, deps.clock.now())) return refuse('request_id_time_off')
    const row = await move(tx)
    if (!row.ok) return row
    await notifyUser(tx, userId, ['savings', 'account'])
    return ok({ movement: movementToWire(row.value, scale), created: true })
  })
}

function checkAmount(
  amount: bigint | undefined,
  minimum: bigint,
  maximum: bigint | undefined,
  scale: number,
): Result<bigint, AmountRefusal> {
  if (amount === undefined || amount <= 0n) return refuse('amount_invalid')
  if (amount < minimum) {
    return refuse('amount_too_low', { limit: formatMoney(minimum, scale) })
  }
  if (maximum !== undefined && amount > maximum) {
    return refuse('amount_too_high', { limit: formatMoney(maximum, scale) })
  }
  return ok(amount)
}

/** Books a deposit of an amount that fits the terms. Under `lockSaver`. */
export async function bookDeposit(
  deps: MoveDeps,
  tx: Tx,
  userId: bigint,
  { id, amount }: { id: string; amount: bigint },
): Promise<Result<MovementRow, 'balance_insufficient' | 'savings_deposits_used_up'>> {
  const accrued = await repository.accrualBegan(tx)
  const atMs = noEarlierThan(deps.clock.now(), accrued && addDays(accrued, 1))
  const day = savingsDay(atMs)
  const used = await repository.usedOn(tx, userId, SAVINGS_KIND.deposit, day)
  if (used.times >= deps.config.savings.depositsPerDay) return refuse('savings_deposits_used_up')
  const dates = savingsDates(atMs, new Set(await repository.closedDaysFrom(tx, day)))
  const posted = await deps.ledger.post(tx, {
    userId,
    kind: 'savingsDeposited',
    reference: id,
    postings: [
      { account: 'available', amount: -amount },
      { account: 'savingsPending', amount },
    ],
  })
  if (posted.outcome === 'insufficient') return refuse('balance_insufficient')
  const row = await repository.insertMovement(tx, {
    userId,
    id,
    kind: SAVINGS_KIND.deposit,
    amount,
    day,
    tradeDay: dates.tradeDay,
    countsOn: dates.confirmedOn,
    createdAt: new Date(atMs),
  })
  return ok(row)
}

/** From the available balance into the pending share. */
export async function deposit(
  deps: MoveDeps,
  userId: bigint,
  body: MoveSavings,
): Promise<Result<Moved, DepositRefusal>> {
  const { currency, savings: terms } = deps.config
  const typed = parseMoney(body.amount, currency.scale)
  const result = await moveOnce<InRefusal>(deps, userId, body, SAVINGS_KIND.deposit, typed, async (tx) => {
    const checked = checkAmount(typed, terms.depositMinimum, terms.depositMaximum, currency.scale)
    return checked.ok ? bookDeposit(deps, tx, userId, { id: body.id, amount: checked.value }) : checked
  })
  if (result.ok || result.error.code !== 'balance_insufficient') return result
  const { available } = await deps.ledger.balanceOf(userId)
  return refuse('balance_insufficient', { available })
}

/** From the confirmed share to the available balance, at once. What goes out on a day does not earn on that day. */
export async function transferOut(
  deps: MoveDeps,
  userId: bigint,
  body: MoveSavings,
): Promise<Result<Moved, TransferOutRefusal>> {
  const { currency, savings: terms } = deps.config
  const money = (minor: bigint) => formatMoney(minor, currency.scale)
  const typed = parseMoney(body.amount, currency.scale)
  return moveOnce<OutRefusal>(deps, userId, body, SAVINGS_KIND.transfer_out, typed, async (tx) => {
    const checked = checkAmount(typed, 1n, undefined, currency.scale)
    if (!checked.ok) return checked
    const amount = checked.value
    const accrued = await repository.accrualBegan(tx)
    const { amount: confirmed, since } = await repository.confirmedShare(tx, userId)
    const atMs = noEarlierThan(noEarlierThan(deps.clock.now(), accrued && addDays(accrued, 1)), since)
    const day = savingsDay(atMs)
    const used = await repository.usedOn(tx, userId, SAVINGS_KIND.transfer_out, day)
    if (used.times >= terms.transfersOutPerDay) return refuse('savings_transfers_used_up')
    if (amount > confirmed) {
      return refuse('savings_confirmed_insufficient', { available: money(confirmed) })
    }
    const remaining = terms.transferOutDaily > used.amount ? terms.transferOutDaily - used.amount : 0n
    if (amount > remaining) {
      return refuse('daily_limit_reached', { remaining: money(remaining) })
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
    if (posted.outcome === 'insufficient') return refuse('savings_confirmed_insufficient')
    const row = await repository.insertMovement(tx, {
      userId,
      id: body.id,
      kind: SAVINGS_KIND.transfer_out,
      amount,
      day,
      tradeDay: null,
      countsOn: day,
      createdAt: new Date(atMs),
    })
    return ok(row)
  })
}
