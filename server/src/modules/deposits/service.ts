import type {
  CreateDeposit,
  Deposit,
  DepositChannelList,
  DepositNotice,
  DepositPage,
  MoneyListQuery,
} from '../../../../contract/deposits'
import type { ErrorCode } from '../../../../contract/errors'
import type { Database, Tx } from '../../database/database'
import { present } from '../../shared/assert'
import { isIdTimeOff } from '../../shared/ids'
import { formatMoney, parseMoney } from '../../shared/money'
import { readNumbered } from '../../shared/page'
import { bodyHash, hasBody, replay } from '../../shared/replay'
import { type AppError, fail, ok, type Result } from '../../shared/result'
import type { Settings } from '../../shared/settings'
import { MONEY_STATUS } from '../../shared/stored'
import { findCommitted, lockAccount } from '../../users/accountLock'
import type { AccountLimitsService, OwnRefusal } from '../accountLimits/service'
import { type EndedProblem, type MoneyStatus, underReview } from '../moneyRequest'
import { referenceNumber } from '../referenceNumber'
import { KINDS, type SignedNotice } from './kinds'
import { receiveNotice } from './notices'
import * as outcomes from './outcomes'
import type { DepositRow, NamedDeposit, NoticeRow } from './repository'
import * as repository from './repository'
import type { DepositChannel, DepositSettings } from './settings'
import { depositToWire } from './wire'

export type { DepositRow, NamedDeposit, NoticeRow } from './repository'

export { depositToWire } from './wire'

export interface DepositsDeps extends outcomes.OutcomeDeps {
  database: Database
  config: Pick<Settings, 'currency'> & { deposits: DepositSettings }
  accountLimits: Pick<AccountLimitsService, 'checkDeposit'>
}

/** Why an operator's decision on a deposit cannot be carried out. */
export type DepositProblem = EndedProblem | 'still_open' | 'other_amount' | 'user_deleted'

export type DepositRefusal =
  | OwnRefusal
  | 'amount_invalid'
  | 'amount_too_high'
  | 'amount_too_low'
  | 'deposit_channel_unknown'
  | 'rate_limited'
  | 'request_id_conflict'
  | 'request_id_time_off'

export interface DepositsService {
  channels(): DepositChannelList
  /** `created` is false for a repeat. */
  create(
    userId: bigint,
    body: CreateDeposit,
  ): Promise<Result<{ created: boolean; deposit: Deposit }, AppError<DepositRefusal>>>
  list(userId: bigint, query: MoneyListQuery): Promise<Result<DepositPage, AppError<'invalid_request'>>>
  /** `unavailable` while it may be under way: see `findCommitted`. */
  get(userId: bigint, id: string): Promise<Result<Deposit, AppError<'not_found' | 'unavailable'>>>
  cancel(userId: bigint, id: string): Promise<Result<Deposit, AppError<'deposit_decided' | 'not_found'>>>
  /** `invalid_request` if the channel takes no receipt. */
  addReceipt(
    userId: bigint,
    id: string,
    uploadId: string,
  ): Promise<Result<Deposit, AppError<'deposit_decided' | 'invalid_request' | 'not_found' | 'photo_missing'>>>
  /** Whether the notice is genuine and may be read. */
  checkNotice(channel: string, notice: SignedNotice): Result<undefined, AppError<'not_found' | 'signature_invalid'>>
  /** After `checkNotice`. */
  receiveNotice(
    channel: string,
    notice: DepositNotice,
    body: Buffer,
  ): Promise<Result<undefined, AppError<'amount_invalid' | 'deposit_decided' | 'not_found' | 'request_id_conflict'>>>
  /** Ends expired deposits, in bounded batches; returns how many. */
  sweep(): Promise<number>
  listAll(status: MoneyStatus, limit: number): Promise<NamedDeposit[]>
  find(reference: string): Promise<{ deposit: NamedDeposit; notices: NoticeRow[] } | undefined>
  /** The receipt as JPEG; undefined without one, or when it was deleted on schedule. Throws `ObjectStoreError`. */
  readReceipt(row: DepositRow): Promise<Buffer | undefined>
  /** In the operator's transaction. `late`: the money arrived although the deposit was canceled or has expired. */
  approve(
    tx: Tx,
    reference: string,
    claim: { amount: bigint; late: boolean },
  ): Promise<Result<DepositRow, DepositProblem>>
  reject(tx: Tx, reference: string, note: string): Promise<Result<DepositRow, EndedProblem>>
}

/** Nobody needs more at a time; it bounds how many one account can leave open. */
const UNDER_REVIEW_MAX = 50
const SWEEP_BATCH = 100
const SWEEP_BATCHES = 100

function checkTerms(channel: DepositChannel | undefined, amount: bigint | undefined, scale: number) {
  if (amount === undefined || amount <= 0n) return fail('amount_invalid')
  if (!channel) return fail('deposit_channel_unknown')
  if (amount < channel.minimum) return fail('amount_too_low', { limit: formatMoney(channel.minimum, scale) })
  if (amount > channel.maximum) return fail('amount_too_high', { limit: formatMoney(channel.maximum, scale) })
  return ok({ channel, amount })
}

/** The answer to an id that exists: the same deposit for the same body, a conflict for another. */
const repeat = async (deps: DepositsDeps, userId: bigint, id: string, hash: Buffer) =>
  replay(await repository.deposits.find(deps.database, userId, id), hasBody(hash), 'request_id_conflict', (row) => ({
    created: false,
    deposit: depositToWire(row, deps.config.currency.scale),
  }))

async function checkRoom(deps: DepositsDeps, userId: bigint): Promise<Result<undefined, AppError<'rate_limited'>>> {
  const { count, firstExpiry } = await repository.countUnderReview(deps.database, userId)
  if (count < UNDER_REVIEW_MAX) return ok(undefined)
  const waitMs = (firstExpiry?.getTime() ?? 0) - deps.clock.now()
  return fail('rate_limited', { retryAfterSeconds: Math.max(60, Math.ceil(waitMs / 1000)) })
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
  return row && KINDS[channel.kind].creditsAtOnce ? outcomes.credit(tx, deps, row) : row
}

async function create(
  deps: DepositsDeps,
  channels: ReadonlyMap<string, DepositChannel>,
  userId: bigint,
  body: CreateDeposit,
): Promise<Result<{ created: boolean; deposit: Deposit }, AppError<DepositRefusal>>> {
  const { scale } = deps.config.currency
  const parsed = parseMoney(body.amount, scale)
  const hash = bodyHash(body.channel, parsed)
  // A repeat gets its answer even after the channel was removed or its limits changed.
  const repeated = await repeat(deps, userId, body.id, hash)
  if (repeated) return repeated
  if (isIdTimeOff(body.id, deps.clock.now())) return fail('request_id_time_off')
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

/** Changes one of the user's own deposits under review, in its own transaction. */
async function change<C extends ErrorCode>(
  deps: DepositsDeps,
  userId: bigint,
  id: string,
  work: (tx: Tx, row: DepositRow) => Promise<Result<DepositRow, AppError<C>>>,
): Promise<Result<Deposit, AppError<C | 'not_found'>>> {
  const result = await deps.database.attempt(async (tx) => {
    const row = await repository.deposits.lock(tx, userId, id)
    return row ? work(tx, row) : fail('not_found')
  })
  return result.ok ? ok(depositToWire(result.value, deps.config.currency.scale)) : result
}

async function cancelIn(
  tx: Tx,
  deps: DepositsDeps,
  row: DepositRow,
): Promise<Result<DepositRow, AppError<'deposit_decided'>>> {
  // The answer was lost and the client sends the request again.
  if (row.status === MONEY_STATUS.failed && row.reason_code === 'cancelled_by_user') return ok(row)
  if (row.status !== MONEY_STATUS.under_review) return fail('deposit_decided')
  return ok(await outcomes.fail(tx, deps, row, { code: 'cancelled_by_user', note: null }))
}

async function addReceiptIn(
  tx: Tx,
  deps: DepositsDeps,
  row: DepositRow,
  uploadId: string,
): Promise<Result<DepositRow, AppError<'deposit_decided' | 'invalid_request' | 'photo_missing'>>> {
  if (row.receipt_upload_id === uploadId) return ok(row)
  if (row.status !== MONEY_STATUS.under_review) return fail('deposit_decided')
  if (!KINDS[row.channel_kind].isByHand) {
    return fail('invalid_request', { fields: [{ field: 'id', problem: 'this channel takes no receipt' }] })
  }
  const use = `deposit ${row.id}`
  const now = new Date(deps.clock.now())
  if (!(await deps.uploads.attach(tx, { userId: row.user_id, id: uploadId, purpose: 'deposit_receipt', use }))) {
    return fail('photo_missing')
  }
  if (row.receipt_upload_id !== null) await deps.uploads.discard(tx, row.user_id, [row.receipt_upload_id], now)
  return ok(present(await repository.addReceipt(tx, row.number, uploadId, now), 'the row is held'))
}

/** Ends one deposit of a batch. A failure leaves nothing behind, and the rest of the batch continues. */
async function expire(tx: Tx, deps: DepositsDeps, row: DepositRow): Promise<Error | undefined> {
  await tx.query('savepoint one')
  try {
    await outcomes.fail(tx, deps, row, { code: 'expired', note: null })
    await tx.query('release savepoint one')
    return undefined
  } catch (error) {
    await tx.query('rollback to savepoint one')
    return new Error(`deposit ${row.reference} could not be ended`, { cause: error })
  }
}

/** Throws, after ending all that it could, if any could not be ended. */
async function sweep(deps: DepositsDeps): Promise<number> {
  let total = 0
  const failed = new Map<bigint, Error>()
  for (let batch = 0; batch < SWEEP_BATCHES; batch++) {
    const found = await deps.database.withTransaction(async (tx) => {
      const rows = await repository.lockExpired(tx, new Date(deps.clock.now()), SWEEP_BATCH)
      for (const row of rows) {
        const error = await expire(tx, deps, row)
        if (error) failed.set(row.number, error)
        else total += 1
      }
      return rows.length
    })
    if (found < SWEEP_BATCH) break
  }
  if (failed.size > 0) throw new AggregateError(failed.values(), `${failed.size} deposits could not be ended`)
  return total
}

/**
 * Why a deposit cannot be credited; `approve` checks the state again. A cancellation by the user or an expiry does not
 * outweigh money that arrived; an operator's rejection does.
 */
export function creditProblem(row: DepositRow, claim: { amount: bigint; late: boolean }): DepositProblem | undefined {
  if (row.status === MONEY_STATUS.successful) return 'successful'
  if (row.amount !== claim.amount) return 'other_amount'
  if (row.status === MONEY_STATUS.under_review) return claim.late ? 'still_open' : undefined
  const canBeLate = row.reason_code === 'cancelled_by_user' || row.reason_code === 'expired'
  return claim.late && canBeLate ? undefined : 'failed'
}

async function approve(
  tx: Tx,
  deps: DepositsDeps,
  reference: string,
  claim: { amount: bigint; late: boolean },
): Promise<Result<DepositRow, DepositProblem>> {
  const row = await repository.deposits.lockByReference(tx, reference)
  if (!row) return { ok: false, error: 'unknown' }
  const problem = creditProblem(row, claim)
  if (problem) return { ok: false, error: problem }
  if (!(await repository.userLives(tx, row.user_id))) return { ok: false, error: 'user_deleted' }
  return ok(await outcomes.credit(tx, deps, row))
}

async function reject(
  tx: Tx,
  deps: DepositsDeps,
  reference: string,
  note: string,
): Promise<Result<DepositRow, EndedProblem>> {
  const row = underReview(await repository.deposits.lockByReference(tx, reference))
  return row.ok ? ok(await outcomes.fail(tx, deps, row.value, { code: 'rejected', note })) : row
}

export function createDepositsService(deps: DepositsDeps): DepositsService {
  const { currency, deposits: settings } = deps.config
  const channels = new Map(settings.channels.map((channel) => [channel.id, channel]))
  const money = (minor: bigint) => formatMoney(minor, currency.scale)
  const toWire = (row: DepositRow) => depositToWire(row, currency.scale)
  return {
    channels: () => ({
      items: [...channels.values()].map(({ id, kind, label, minimum, maximum }) => ({
        id,
        kind,
        label,
        minimum: money(minimum),
        maximum: money(maximum),
      })),
      presets: settings.presets.map(money),
    }),
    create: (userId, body) => create(deps, channels, userId, body),
    list: (userId, query) =>
      readNumbered(
        query,
        (before, limit) => repository.deposits.list(deps.database, userId, { status: query.status, before, limit }),
        toWire,
      ),
    async get(userId, id) {
      const found = await findCommitted(deps, userId, id, repository.deposits.find)
      return found.ok ? ok(toWire(found.value)) : found
    },
    cancel: (userId, id) => change(deps, userId, id, (tx, row) => cancelIn(tx, deps, row)),
    addReceipt: (userId, id, uploadId) => change(deps, userId, id, (tx, row) => addReceiptIn(tx, deps, row, uploadId)),
    checkNotice(id, notice) {
      const channel = channels.get(id)
      if (!channel?.isGenuine) return fail('not_found')
      return channel.isGenuine(notice, deps.clock.now()) ? ok(undefined) : fail('signature_invalid')
    },
    receiveNotice: (channel, notice, body) => receiveNotice(deps, channel, notice, body),
    sweep: () => sweep(deps),
    listAll: (status, limit) => repository.deposits.listAll(deps.database, status, limit),
    async find(reference) {
      const deposit = await repository.deposits.findNamed(deps.database, reference)
      return deposit && { deposit, notices: await repository.listNotices(deps.database, reference) }
    },
    readReceipt: async (row) =>
      row.receipt_upload_id === null ? undefined : deps.uploads.read(row.user_id, row.receipt_upload_id),
    approve: (tx, reference, claim) => approve(tx, deps, reference, claim),
    reject: (tx, reference, note) => reject(tx, deps, reference, note),
  }
}
