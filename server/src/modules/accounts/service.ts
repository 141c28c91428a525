import type {
  CheckRegistration,
  CompleteRegistration,
  CreditPart,
  Login,
  LoginRecord,
  Me,
  NewSession,
  RegistrationTicket,
  SessionEntry,
} from '../../../../contract/accounts'
import type { LoginByPasskey } from '../../../../contract/passkeys'
import type { PasswordResetDone, ResetPassword } from '../../../../contract/security'
import type { Tx } from '../../database/database'
import { SESSION_IDLE_MS } from '../../plugins/auth'
import { present } from '../../shared/assert'
import type { AuthenticatedUser } from '../../shared/http'
import { formatMoney } from '../../shared/money'
import { type Page, type PageQuery, readNumbered } from '../../shared/page'
import { type AppError, fail, ok, type Result } from '../../shared/result'
import { DAY_MS } from '../../shared/time'
import { findRecordsEnd } from '../../users/recordsEnd'
import { type DemoSignIn, seedDemo } from './demoSeed'
import type { AccountsBase } from './deps'
import type { Origin } from './devices'
import { findExampleAccount, refillExample, seedExampleAccount } from './exampleAccount'
import { type LoginRefusal, login, loginByPasskey, type PasskeyLoginRefusal } from './login'
import { deleteOldLanes } from './loginLanes'
import { ADDRESSES_KEPT_MS, forgetAddresses, listLoginRecords } from './loginRecords'
import { issueResetCode, type ResetRefusal, resetPassword } from './passwordReset'
import { type AccountPhone, readPhone, setPhone } from './phoneChange'
import {
  type CompletionRefusal,
  checkRegistration,
  completeRegistration,
  issueOpeningCode,
  type RegistrationRefusal,
} from './registration'
import * as repository from './repository'
import * as sessions from './sessionRepository'

export type { DemoSignIn } from './demoSeed'
export { passwords } from './passwords'

/** Minor units over all closed orders of a user. */
export interface ProfitLoss {
  total: bigint
  today: bigint
  /** Whether the user has ever placed an order. */
  hasTraded: boolean
}

/** Questions of the user center to the orders module. */
export interface ProfitLossSource {
  profitLossOf(userId: bigint, sinceMs: number): Promise<ProfitLoss>
}

export interface AccountsService {
  checkRegistration(input: CheckRegistration): Promise<Result<RegistrationTicket, AppError<RegistrationRefusal>>>
  completeRegistration(input: CompleteRegistration): Promise<Result<{ account: string }, AppError<CompletionRefusal>>>
  login(input: Login, origin: Origin): Promise<Result<NewSession, AppError<LoginRefusal>>>
  /** A passkey stands for account, password and second factor. */
  loginByPasskey(
    input: LoginByPasskey,
    origin: Omit<Origin, 'deviceToken'>,
  ): Promise<Result<NewSession, AppError<PasskeyLoginRefusal>>>
  logout(user: AuthenticatedUser): Promise<void>
  listSessions(user: AuthenticatedUser): Promise<SessionEntry[]>
  /** Also forgets the session's device: it signs in as a new one. */
  endSession(user: AuthenticatedUser, sessionId: string): Promise<Result<undefined, AppError<'not_found'>>>
  /** Newest first; addresses and what came from them are kept for 90 days. */
  listLogins(user: AuthenticatedUser, query: PageQuery): Promise<Result<Page<LoginRecord>, AppError<'invalid_request'>>>
  me(user: AuthenticatedUser): Promise<Me>
  /** A new account-opening code; `issuedBy` is the operator. */
  issueOpeningCode(tx: Tx, issuedBy: string): Promise<string>
  /** `reset_code_invalid` also for an account that does not exist. */
  resetPassword(input: ResetPassword, origin: Origin): Promise<Result<PasswordResetDone, AppError<ResetRefusal>>>
  /** In the operator's transaction. The code is shown once and kept only as a hash. */
  issueResetCode(
    tx: Tx,
    input: { userId: bigint; kind: ResetPassword['kind']; issuedBy: string },
  ): Promise<{ code: string; expiresAt: Date }>
  /** The typed phone number, by the rules of registration. */
  readPhone(country: string, text: string): Result<AccountPhone, AppError<'country_blocked' | 'phone_invalid'>>
  /**
   * Sets another number for a user, in the operator's transaction, which a refusal rolls back. Sessions and holds stay.
   */
  setPhone(tx: Tx, userId: bigint, phone: AccountPhone): Promise<Result<undefined, AppError<'phone_taken'>>>
  /** The demo account and its account-opening code, made once; for demo funds only. */
  seedDemo(): Promise<DemoSignIn>
  /** Makes the account of the house's example orders, once. */
  seedExample(): Promise<void>
  /** That account; undefined if there is none. */
  findExample(): Promise<bigint | undefined>
  /** Another grant of demo funds for it. */
  refillExample(userId: bigint): Promise<void>
  /** Deletes expired rows. */
  sweep(): Promise<void>
}

/** Whether the user earned a part of the credit score; the module that owns the part decides. */
export type CreditSources = Partial<Record<CreditPart['kind'], (userId: bigint) => Promise<boolean>>>

export interface AccountsDeps extends AccountsBase {
  profitLoss: ProfitLossSource
  credit: CreditSources
}

/** PRODUCT.md 9.7. The module that owns a step says whether it is done. */
const CREDIT_POINTS: [CreditPart['kind'], number][] = [
  ['base', 60],
  ['verified', 20],
  ['payout_account', 10],
  ['second_factor', 10],
]

async function endSession(
  deps: AccountsBase,
  user: AuthenticatedUser,
  sessionId: string,
): Promise<Result<undefined, AppError<'not_found'>>> {
  const isOwn = sessionId === user.sessionId
  const deleted = await sessions.deleteSession(deps.database, user.id, sessionId, { forgetDevice: !isOwn })
  if (!deleted) return fail('not_found')
  deps.auth.forgetSession(sessionId)
  return ok(undefined)
}

async function listSessions(deps: AccountsBase, user: AuthenticatedUser): Promise<SessionEntry[]> {
  const now = deps.clock.now()
  const rows = await sessions.listSessions(deps.database, user.id, new Date(now), new Date(now - SESSION_IDLE_MS))
  return rows.map((row) => ({
    id: row.id,
    device: row.device,
    createdAt: row.created_at.toISOString(),
    lastSeenAt: row.last_seen_at.toISOString(),
    current: row.id === user.sessionId,
  }))
}

async function listLogins(deps: AccountsBase, user: AuthenticatedUser, query: PageQuery) {
  const since = new Date(deps.clock.now() - ADDRESSES_KEPT_MS)
  return readNumbered(
    query,
    (before, limit) => listLoginRecords(deps.database, user.id, before, limit, since),
    ({ id, at, device, address, outcome }): LoginRecord => ({
      id: String(id),
      at: at.toISOString(),
      device,
      address,
      outcome,
    }),
  )
}

async function creditOf({ credit }: AccountsDeps, userId: bigint): Promise<CreditPart[]> {
  return Promise.all(
    CREDIT_POINTS.map(async ([kind, points]) => ({
      kind,
      points,
      earned: kind === 'base' || ((await credit[kind]?.(userId)) ?? false),
    })),
  )
}

async function me(deps: AccountsDeps, user: AuthenticatedUser): Promise<Me> {
  const now = deps.clock.now()
  const [row, balance, profitLoss, creditParts, sessionMinutes, hasLimits, recordsEnd] = await Promise.all([
    repository.findUserById(deps.database, user.id),
    deps.ledger.balanceOf(user.id),
    deps.profitLoss.profitLossOf(user.id, now - (now % DAY_MS)),
    creditOf(deps, user.id),
    deps.accountLimits.sessionMinutes(user.id),
    deps.accountLimits.hasLimits(user.id),
    findRecordsEnd(deps.database, user.id),
  ])
  const { account, nickname, opening_code: openingCode } = present(row, 'a session belongs to a user')
  const { scale } = deps.config.currency
  return {
    account,
    nickname,
    openingCode,
    verified: creditParts.some((part) => part.kind === 'verified' && part.earned),
    creditScore: creditParts.reduce((sum, part) => sum + (part.earned ? part.points : 0), 0),
    creditParts,
    balance,
    accountProfitLoss: formatMoney(profitLoss.total, scale),
    todayProfitLoss: formatMoney(profitLoss.today, scale),
    hasTraded: profitLoss.hasTraded,
    hasLimits,
    sessionMinutes,
    recordsArchived: recordsEnd !== null,
    recordsFrom: recordsEnd?.toISOString() ?? null,
  }
}

export function createAccountsService(deps: AccountsDeps): AccountsService {
  return {
    checkRegistration: (input) => checkRegistration(deps, input),
    completeRegistration: (input) => completeRegistration(deps, input),
    login: (input, origin) => login(deps, input, origin),
    listLogins: (user, query) => listLogins(deps, user, query),
    loginByPasskey: (input, origin) => loginByPasskey(deps, input, origin),
    async logout(user) {
      await endSession(deps, user, user.sessionId)
    },
    listSessions: (user) => listSessions(deps, user),
    endSession: (user, sessionId) => endSession(deps, user, sessionId),
    me: (user) => me(deps, user),
    issueOpeningCode,
    resetPassword: (input, origin) => resetPassword(deps, input, origin),
    issueResetCode: (tx, input) => issueResetCode(tx, { ...input, now: deps.clock.now() }),
    readPhone: (country, text) => readPhone(deps, country, text),
    setPhone: (tx, userId, phone) => setPhone(deps, tx, userId, phone),
    seedDemo: () => seedDemo(deps),
    seedExample: () => seedExampleAccount(deps),
    findExample: () => findExampleAccount(deps.database),
    refillExample: (userId) => refillExample(deps, userId),
    async sweep() {
      const now = deps.clock.now()
      await sessions.deleteExpiredSessions(deps.database, new Date(now), new Date(now - SESSION_IDLE_MS))
      await deleteOldLanes(deps.database, now)
      await forgetAddresses(deps.database, now)
    },
  }
}
