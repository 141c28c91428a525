import type { AccountLimits, Activity, BeginBreak, SetAccountLimit } from '../../../../contract/accountLimits'
import type { AccountLimitKind } from '../../../../contract/limits'
import { type Database, databaseErrorCode, type Queryable, type Tx } from '../../database/database'
import type { Clock } from '../../shared/clock'
import { formatMoney } from '../../shared/money'
import { type AppError, fail, ok, type Result } from '../../shared/result'
import type { Sealer } from '../../shared/sealing'
import type { Settings } from '../../shared/settings'
import { LIMIT_KIND, storedName } from '../../shared/stored'
import { DAY_MS, MINUTE_MS } from '../../shared/time'
import { lockAccount } from '../../users/accountLock'
import { marksOfDocument } from '../../users/documents'
import { phoneOfUser } from '../../users/phones'
import { notifyUser } from '../../users/userEvents'
import * as repository from './repository'
import { formatLimit, isTimeZone, parseLimit } from './values'

export interface AccountLimitsDeps {
  config: Pick<Settings, 'currency'>
  clock: Clock
  database: Database
  sealer: Pick<Sealer, 'marks' | 'openText'>
}

/** Which rule that the user set refuses something. */
export type OwnRefusal = 'account_limit_reached' | 'on_break'

/** Limits and breaks that users set for themselves (PRODUCT.md 19). Nobody else can set, raise or end any of it. */
export interface AccountLimitsService {
  get(userId: bigint): Promise<AccountLimits>
  set(
    userId: bigint,
    kind: AccountLimitKind,
    wish: SetAccountLimit,
  ): Promise<Result<AccountLimits, AppError<'account_limit_invalid'>>>
  /** The second confirmation of a raise, after its waiting time. */
  confirm(userId: bigint, kind: AccountLimitKind): Promise<Result<AccountLimits, AppError<'raise_not_due'>>>
  beginBreak(userId: bigint, wish: BeginBreak): Promise<Result<AccountLimits, AppError<'break_invalid'>>>
  /** The user's wish to trade again, once the break is over. */
  endBreak(userId: bigint): Promise<Result<AccountLimits, AppError<'break_not_over'>>>
  activity(userId: bigint, sinceMs: number): Promise<Activity>
  hasLimits(userId: bigint): Promise<boolean>
  /** After how much time in the app the user wants a reminder; null for never. */
  sessionMinutes(userId: bigint): Promise<number | null>
  /** Whether a deposit may begin. Call it with the account locked, so that two at once do not pass together. */
  checkDeposit(tx: Tx, userId: bigint, amount: bigint): Promise<Result<undefined, AppError<OwnRefusal>>>
  /** The error for an order that `place_orders` refused because of a limit of this stored kind, or of a break. */
  refusalOf(userId: bigint, limitKind: number | 'break'): Promise<AppError<OwnRefusal>>
  /** For a new account or a newly verified document: a break of the same person applies to this account, too. */
  joinPerson(tx: Tx, userId: bigint): Promise<void>
  /** For a new phone number of an account: breaks of its person and its own hold for both. */
  followPerson(tx: Tx, userId: bigint): Promise<void>
  /** Before an account is deleted, while it still names its person: its break holds for a later account. */
  leavePerson(tx: Tx, userId: bigint): Promise<void>
}

const RAISE_WAIT_MS = DAY_MS
/** A raise that is not confirmed by then lapses. */
const RAISE_OPEN_MS = 7 * DAY_MS
const REOPEN_WAIT_MS = DAY_MS
/** The device computes the end before the request arrives. */
const TOLERANCE_MS = 10 * MINUTE_MS
const BREAK_MIN_MS = DAY_MS
const BREAK_MAX_MS = 366 * DAY_MS
const EXCLUSION_MIN_MS = 181 * DAY_MS

const kindOf = (stored: number) => storedName(LIMIT_KIND, stored)

function isOver(row: repository.BreakRow, now: number) {
  return row.reopens_at !== null && row.reopens_at.getTime() <= now
}

async function read(deps: AccountLimitsDeps, source: Queryable, userId: bigint): Promise<AccountLimits> {
  const now = deps.clock.now()
  const { scale } = deps.config.currency
  const rows = await repository.readLimits(source, userId, new Date(now))
  const pause = await repository.findBreak(source, userId)
  return {
    limits: rows.map((row) => {
      const kind = kindOf(row.kind)
      const text = (value: bigint) => formatLimit(kind, value, scale)
      const { raise_from: from, raise_until: until, raise_value: raised } = row
      return {
        kind,
        value: text(row.value),
        used: text(row.used),
        left: text(row.used < row.value ? row.value - row.used : 0n),
        timeZone: row.time_zone,
        resetsAt: row.resets_at?.toISOString() ?? null,
        raise:
          from && until && until.getTime() > now
            ? { value: raised === null ? null : text(raised), from: from.toISOString(), until: until.toISOString() }
            : null,
      }
    }),
    break:
      pause && !isOver(pause, now)
        ? {
            kind: pause.kind,
            startedAt: pause.started_at.toISOString(),
            until: pause.until?.toISOString() ?? null,
            reopensAt: pause.reopens_at?.toISOString() ?? null,
          }
        : null,
  }
}

/** PostgreSQL's error for a time zone that it does not know, although `Intl` does. */
const UNKNOWN_TIME_ZONE = '22023'

function refuseUnknownZone(error: unknown) {
  if (databaseErrorCode(error) !== UNKNOWN_TIME_ZONE) throw error
  return fail('account_limit_invalid')
}

async function setIn(tx: Tx, deps: AccountLimitsDeps, userId: bigint, kind: AccountLimitKind, wish: SetAccountLimit) {
  const value = wish.value === null ? null : parseLimit(kind, wish.value, deps.config.currency.scale)
  if (value === undefined || !isTimeZone(wish.timeZone)) return fail('account_limit_invalid')
  await lockAccount(tx, userId)
  const present = await repository.findLimit(tx, userId, kind)
  const isRaise = present !== undefined && (value === null || value > present.value)
  if (isRaise) {
    const from = deps.clock.now() + RAISE_WAIT_MS
    await repository.saveRaise(tx, userId, kind, { value, from: new Date(from), until: new Date(from + RAISE_OPEN_MS) })
  } else if (value !== null) await repository.saveLimit(tx, userId, kind, value, wish.timeZone)
  return ok(undefined)
}

async function confirmIn(tx: Tx, deps: AccountLimitsDeps, userId: bigint, kind: AccountLimitKind) {
  await lockAccount(tx, userId)
  const row = await repository.findLimit(tx, userId, kind)
  const now = deps.clock.now()
  if (!row?.raise_from || !row.raise_until) return fail('raise_not_due')
  if (now < row.raise_from.getTime() || now >= row.raise_until.getTime()) return fail('raise_not_due')
  if (row.raise_value === null) await repository.deleteLimit(tx, userId, kind)
  else await repository.saveLimit(tx, userId, kind, row.raise_value, row.time_zone)
  return ok(undefined)
}

/** Whether a break of this kind may last that long. */
function isPossible({ kind, until }: BeginBreak, now: number): boolean {
  if (until === null) return kind === 'exclusion'
  const length = Date.parse(until) - now
  return kind === 'exclusion'
    ? length >= EXCLUSION_MIN_MS - TOLERANCE_MS
    : length >= BREAK_MIN_MS - TOLERANCE_MS && length <= BREAK_MAX_MS
}

/** The marks of the user's person, by each sealing key: of the phone number, and of the verified document. */
async function marksOf(tx: Tx, deps: AccountLimitsDeps, userId: bigint): Promise<Buffer[]> {
  const person = await repository.findPerson(tx, userId)
  if (!person) return []
  const phone = phoneOfUser(deps.sealer, userId, person)
  const document = await repository.findDocument(tx, userId)
  return [
    ...(phone === undefined ? [] : deps.sealer.marks(phone, 'phone of a person')),
    ...(document ? marksOfDocument(deps.sealer, userId, document) : []),
  ]
}

async function beginIn(tx: Tx, deps: AccountLimitsDeps, userId: bigint, wish: BeginBreak) {
  const now = deps.clock.now()
  if (!isPossible(wish, now)) return fail('break_invalid')
  await lockAccount(tx, userId)
  const present = await repository.findBreak(tx, userId)
  const until = wish.until === null ? null : new Date(wish.until)
  const isShorter =
    present !== undefined &&
    !isOver(present, now) &&
    until !== null &&
    (present.until === null || until.getTime() < present.until.getTime())
  if (isShorter) return fail('break_invalid')
  if (present && isOver(present, now)) await repository.deleteBreak(tx, userId)
  const row = { kind: wish.kind, started_at: new Date(now), until, reopens_at: null }
  const marks = await marksOf(tx, deps, userId)
  await repository.deletePersonBreaksOver(tx, marks, new Date(now))
  await repository.saveBreak(tx, userId, row)
  await repository.savePersonBreak(tx, marks, row)
  return ok(undefined)
}

async function endIn(tx: Tx, deps: AccountLimitsDeps, userId: bigint) {
  await lockAccount(tx, userId)
  const row = await repository.findBreak(tx, userId)
  const now = deps.clock.now()
  if (!row) return ok(undefined)
  if (row.until === null || row.until.getTime() > now)
    return fail('break_not_over', row.until ? { until: row.until.toISOString() } : undefined)
  // The answer was lost and the client asks again.
  if (row.reopens_at) return ok(undefined)
  const reopensAt = new Date(now + REOPEN_WAIT_MS)
  await repository.setReopening(tx, userId, reopensAt)
  await repository.setPersonReopening(tx, await marksOf(tx, deps, userId), new Date(now), reopensAt)
  return ok(undefined)
}

/** Whether the first ends later; a permanent one is longest. */
function isLonger(one: repository.BreakRow, other: repository.BreakRow) {
  if (one.until === null || other.until === null) return other.until !== null
  return one.until.getTime() > other.until.getTime()
}

async function joinPerson(tx: Tx, deps: AccountLimitsDeps, userId: bigint) {
  const marks = await marksOf(tx, deps, userId)
  const known = await repository.findPersonBreak(tx, marks, new Date(deps.clock.now()))
  if (!known) return
  await repository.savePersonBreak(tx, marks, known)
  const own = await repository.findBreak(tx, userId)
  // An account that has already asked to continue is not held again for the same break.
  if (own && !isLonger(known, own)) return
  await repository.saveBreak(tx, userId, known)
  await notifyUser(tx, userId, ['account_limits'])
}

async function leavePerson(tx: Tx, deps: AccountLimitsDeps, userId: bigint) {
  const own = await repository.findBreak(tx, userId)
  if (own && !isOver(own, deps.clock.now())) await repository.savePersonBreak(tx, await marksOf(tx, deps, userId), own)
}

async function followPerson(tx: Tx, deps: AccountLimitsDeps, userId: bigint) {
  await lockAccount(tx, userId)
  // The longer one first: it becomes the account's own.
  await joinPerson(tx, deps, userId)
  await leavePerson(tx, deps, userId)
}

export function createAccountLimitsService(deps: AccountLimitsDeps): AccountLimitsService {
  const { database, clock, config } = deps
  const { scale } = config.currency
  const get = (userId: bigint) => read(deps, database, userId)

  /** Runs a change in its own transaction and returns the resulting state. */
  async function change<E extends AppError>(
    userId: bigint,
    work: (tx: Tx) => Promise<Result<undefined, E>>,
  ): Promise<Result<AccountLimits, E>> {
    const result = await database.attempt(async (tx) => {
      const done = await work(tx)
      if (done.ok) await notifyUser(tx, userId, ['account_limits', 'account'])
      return done
    })
    return result.ok ? ok(await get(userId)) : result
  }

  async function breakRefusal(source: Queryable, userId: bigint): Promise<AppError<'on_break'> | undefined> {
    const pause = await repository.findBreak(source, userId)
    if (!pause || isOver(pause, clock.now())) return undefined
    const until = pause.reopens_at ?? pause.until
    return until ? { code: 'on_break', details: { until: until.toISOString() } } : { code: 'on_break' }
  }

  async function limitRefusal(source: Queryable, userId: bigint, stored: number) {
    const kind = kindOf(stored)
    const rows = await repository.readLimits(source, userId, new Date(clock.now()))
    const row = rows.find((each) => each.kind === stored)
    const limit = row && formatLimit(kind, row.value, scale)
    const details = { ownLimit: kind, ...(limit === undefined ? {} : { limit }) }
    return { code: 'account_limit_reached' as const, details }
  }

  return {
    get,
    set: (userId, kind, wish) => change(userId, (tx) => setIn(tx, deps, userId, kind, wish)).catch(refuseUnknownZone),
    confirm: (userId, kind) => change(userId, (tx) => confirmIn(tx, deps, userId, kind)),
    beginBreak: (userId, wish) => change(userId, (tx) => beginIn(tx, deps, userId, wish)),
    endBreak: (userId) => change(userId, (tx) => endIn(tx, deps, userId)),
    async activity(userId, sinceMs) {
      const { orders, stakes, profit_loss } = await repository.readActivity(database, userId, sinceMs)
      return { orders: Number(orders), stakes: formatMoney(stakes, scale), profitLoss: formatMoney(profit_loss, scale) }
    },
    hasLimits: (userId) => repository.hasLimits(database, userId),
    async sessionMinutes(userId) {
      const limit = await repository.findLimit(database, userId, 'session')
      return limit ? Number(limit.value) : null
    },
    async checkDeposit(tx, userId, amount) {
      const pause = await breakRefusal(tx, userId)
      if (pause) return { ok: false, error: pause }
      const kind = await repository.limitBrokenByDeposit(tx, userId, amount, new Date(clock.now()))
      return kind === null ? ok(undefined) : { ok: false, error: await limitRefusal(tx, userId, kind) }
    },
    async refusalOf(userId, limitKind) {
      if (limitKind !== 'break') return limitRefusal(database, userId, limitKind)
      return (await breakRefusal(database, userId)) ?? { code: 'on_break' }
    },
    joinPerson: (tx, userId) => joinPerson(tx, deps, userId),
    followPerson: (tx, userId) => followPerson(tx, deps, userId),
    leavePerson: (tx, userId) => leavePerson(tx, deps, userId),
  }
}
