import type { CreateDeposit, Deposit } from '../../../../contract/deposits'
import type { Tx } from '../../database/database'
import { present } from '../../shared/assert'
import { isIdTimeOff } from '../../shared/ids'
import { formatMoney, parseMoney } from '../../shared/money'
import { bodyHash, hasBody, replay } from '../../shared/replay'
import { ok, type Result, refuse } from '../../shared/result'
import { lockAccount } from '../../users/accountLock'
import type { OwnRefusal } from '../accountLimits/service'
import { referenceNumber } from '../referenceNumber'
import type { DepositsDeps } from './deps'
import { KINDS } from './kinds'
import { creditDeposit } from './outcomes'
import type { DepositRow } from './repository'
import * as repository from './repository'
import type { DepositChannel } from './settings'
import { depositToWire } from './wire'

export type DepositRefusal =
  | OwnRefusal
  | 'amount_invalid'
  | 'amount_too_high'
  | 'amount_too_low'
  | 'deposit_channel_unknown'
  | 'rate_limited'
  | 'request_id_conflict'
  | 'request_id_time_off'

/** Nobody needs more at a time; it bounds how many one account can leave open. */
const UNDER_REVIEW_MAX = 50
function checkTerms(channel: DepositChannel | undefined, amount: bigint | undefined, scale: number) {
  if (amount === undefined || amount <= 0n) return refuse('amount_invalid')
  if (!channel) return refuse('deposit_channel_unknown')
  if (amount < channel.minimum) return refuse('amount_too_low', { limit: formatMoney(channel.minimum, scale) })
  if (amount > channel.maximum) return refuse('amount_too_high', { limit: formatMoney(channel.maximum, scale) })
  return ok({ channel, amount })
}

/** The answer to an id that exists: the same deposit for the same body, a conflict for another. */
const repeat = async (deps: DepositsDeps, userId: bigint, id: string, hash: Buffer) =>
  replay(await repository.deposits.find(deps.database, userId, id), hasBody(hash), 'request_id_conflict', (row) => ({
    created: false,
    deposit: depositToWire(row, deps.config.currency.scale),
  }))

async function checkRoom(deps: DepositsDeps, userId: bigint): Promise<Result<undefined, 'rate_limited'>> {
  const { count, firstExpiry } = await repository.countUnderReview(deps.database, userId)
  if (count < UNDER_REVIEW_MAX) return ok(undefined)
  const waitMs = (firstExpiry?.getTime() ?? 0) - deps.clock.now()
  return refuse('rate_limited', { retryAfterSeconds: Math.max(60, Math.ceil(waitMs / 1000)) })
}

async function insert(
  tx: Tx,
  deps: DepositsDeps,
  userId: bigint,
  order: { id: string; channel: DepositChannel; amount: bigint; hash: Buffer },
): Promise<DepositRow | undefined> {
  const { channel, amount } = order
  const now = deps.clock.now()
  const number = await repository.deposits.nextNumber(tx)
  const reference = referenceNumber('FD', number, now)
  const row = await repository.insertDeposit(tx, {
    number,
    user_id: userId,
    id: order.id,
    reference,
    channel: channel.id,
    channel_kind: channel.kind,
    channel_label: channel.label,
    amount,
    body_hash: order.hash,
    instructions: channel.instructions({ reference, amount }, deps.config.currency),
    created_at: new Date(now),
    expires_at: KINDS[channel.kind].creditsAtOnce ? null : new Date(now + deps.config.deposits.expiryMs),
  })
  return row && KINDS[channel.kind].creditsAtOnce ? creditDeposit(tx, deps, row) : row
}

/** `created` is false for a repeat: after a lost answer the app sends the same id again. */
export async function requestDeposit(
  deps: DepositsDeps,
  channels: ReadonlyMap<string, DepositChannel>,
  userId: bigint,
  body: CreateDeposit,
): Promise<Result<{ created: boolean; deposit: Deposit }, DepositRefusal>> {
  const { scale } = deps.config.currency
  const parsed = parseMoney(body.amount, scale)
  const hash = bodyHash(body.channel, parsed)
  // A repeat gets its answer even after the channel was removed or its limits changed.
  const repeated = await repeat(deps, userId, body.id, hash)
  if (repeated) return repeated
  if (isIdTimeOff(body.id, deps.clock.now())) return refuse('request_id_time_off')
  const terms = checkTerms(channels.get(body.channel), parsed, scale)
  if (!terms.ok) return terms
  const room = await checkRoom(deps, userId)
  if (!room.ok) return room
  const inserted = await deps.database.attempt(async (tx) => {
    await lockAccount(tx, userId)
    // A repeat that waited here for the first request must not meet the limit that this one has used up.
    if (await repository.deposits.find(tx, userId, body.id)) return ok(undefined)
    const allowed = await deps.accountLimits.checkDeposit(tx, userId, terms.value.amount)
    return allowed.ok ? ok(await insert(tx, deps, userId, { id: body.id, hash, ...terms.value })) : allowed
  })
  if (!inserted.ok) return inserted
  const row = inserted.value
  if (row) return ok({ created: true, deposit: depositToWire(row, scale) })
  return present(await repeat(deps, userId, body.id, hash), 'an id that could not be inserted is there')
}
