import type {
  CheckRegistration,
  CompleteRegistration,
  CreditPart,
  Login,
  Me,
  NewSession,
  RegistrationTicket,
  SessionEntry,
} from '../../../../contract/accounts'
import type { Tx } from '../../database/database'
import { SESSION_ABSOLUTE_MS, SESSION_IDLE_MS } from '../../plugins/auth'
import { present } from '../../shared/assert'
import type { AuthenticatedUser } from '../../shared/http'
import { newId } from '../../shared/ids'
import { formatMoney } from '../../shared/money'
import { type AppError, fail, ok, type Result } from '../../shared/result'
import { DAY_MS } from '../../shared/time'
import { newToken } from '../../shared/tokens'
import { type DemoSignIn, seedDemo } from './demoSeed'
import type { AccountsBase } from './deps'
import { isInvalidAccount } from './identity'
import { verifyPassword } from './passwords'
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

/** Minor units over all closed orders of a user. */
export interface ProfitLoss {
  total: bigint
  today: bigint
}

/** What the user centre asks of the orders module. */
export interface ProfitLossSource {
  profitLossOf(userId: bigint, sinceMs: number): Promise<ProfitLoss>
}

export interface AccountsService {
  checkRegistration(input: CheckRegistration): Promise<Result<RegistrationTicket, AppError<RegistrationRefusal>>>
  completeRegistration(input: CompleteRegistration): Promise<Result<{ account: string }, AppError<CompletionRefusal>>>
  login(
    input: Login,
    device: string,
  ): Promise<
    Result<
      NewSession,
      AppError<'rate_limited' | 'second_factor_required' | 'second_factor_wrong' | 'wrong_credentials'>
    >
  >
  logout(user: AuthenticatedUser): Promise<void>
  listSessions(user: AuthenticatedUser): Promise<SessionEntry[]>
  endSession(user: AuthenticatedUser, sessionId: string): Promise<Result<undefined, AppError<'not_found'>>>
  me(user: AuthenticatedUser): Promise<Me>
  /** A new account-opening code; `issuedBy` is the operator. */
  issueOpeningCode(tx: Tx, issuedBy: string): Promise<string>
  /** The demo account and its account-opening code, made once; for demo funds only. */
  seedDemo(): Promise<DemoSignIn>
  /** Deletes what has expired. */
  sweep(): Promise<void>
}

/** PRODUCT.md 9.5: 10 wrong logins slow down, never lock for good. */
const LOGIN_RULE = { free: 10, waitMaxMs: 60_000, forgetMs: 15 * 60_000 }

/** Whether the user earned a part of the credit score; asked of the module that owns it. */
export type CreditSources = Partial<Record<CreditPart['kind'], (userId: bigint) => Promise<boolean>>>

export interface AccountsDeps extends AccountsBase {
  profitLoss: ProfitLossSource
  credit: CreditSources
}

/** PRODUCT.md 9.7. Whether each step is done is asked of the module that owns it. */
const CREDIT_POINTS: [CreditPart['kind'], number][] = [
  ['base', 60],
  ['verified', 20],
  ['payout_account', 10],
  ['second_factor', 10],
]

async function login(
  deps: AccountsBase,
  input: Login,
  device: string,
): Promise<
  Result<NewSession, AppError<'rate_limited' | 'second_factor_required' | 'second_factor_wrong' | 'wrong_credentials'>>
> {
  const now = deps.clock.now()
  const account = isInvalidAccount(input.account) ? undefined : input.account
  if (account !== undefined) {
    const { waitMs } = await sessions.beginAttempt(deps.database, account, now, LOGIN_RULE)
    if (waitMs > 0) return fail('rate_limited', { retryAfterSeconds: Math.ceil(waitMs / 1000) })
  }
  const user = account === undefined ? undefined : await repository.findUserByAccount(deps.database, account)
  const matches = await verifyPassword(user?.login_password_hash, input.password)
  if (!user || !matches) return fail('wrong_credentials')
  // Asked only when the password is right; the attempt counted above stays counted until the code is right, too.
  const factor = await deps.security.checkSecondFactor(user.id, input.secondFactorCode)
  if (!factor.ok) return factor

  const { token, hash } = newToken()
  const expiresAt = new Date(now + SESSION_ABSOLUTE_MS)
  await deps.database.withTransaction(async (tx) => {
    await sessions.clearAttempts(tx, user.account)
    await sessions.insertSession(tx, {
      id: newId(),
      tokenHash: hash,
      userId: user.id,
      device,
      createdAt: new Date(now),
      expiresAt,
    })
    await deps.security.noteLogin(tx, user.id, device)
  })
  return ok({
    token,
    expiresAt: expiresAt.toISOString(),
    user: { account: user.account, nickname: user.nickname },
  })
}

async function endSession(
  deps: AccountsBase,
  user: AuthenticatedUser,
  sessionId: string,
): Promise<Result<undefined, AppError<'not_found'>>> {
  const deleted = await sessions.deleteSession(deps.database, user.id, sessionId)
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
  const [row, balance, profitLoss, creditParts, sessionMinutes, recordsArchived] = await Promise.all([
    repository.findUserById(deps.database, user.id),
    deps.ledger.balanceOf(user.id),
    deps.profitLoss.profitLossOf(user.id, now - (now % DAY_MS)),
    creditOf(deps, user.id),
    deps.accountLimits.sessionMinutes(user.id),
    repository.hasArchivedRecords(deps.database, user.id),
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
    sessionMinutes,
    recordsArchived,
  }
}

export function createAccountsService(deps: AccountsDeps): AccountsService {
  return {
    checkRegistration: (input) => checkRegistration(deps, input),
    completeRegistration: (input) => completeRegistration(deps, input),
    login: (input, device) => login(deps, input, device),
    async logout(user) {
      await endSession(deps, user, user.sessionId)
    },
    listSessions: (user) => listSessions(deps, user),
    endSession: (user, sessionId) => endSession(deps, user, sessionId),
    me: (user) => me(deps, user),
    issueOpeningCode,
    seedDemo: () => seedDemo(deps),
    async sweep() {
      const now = deps.clock.now()
      await sessions.deleteExpiredSessions(deps.database, new Date(now), new Date(now - SESSION_IDLE_MS))
      await sessions.deleteOldAttempts(deps.database, new Date(now - LOGIN_RULE.forgetMs))
    },
  }
}
