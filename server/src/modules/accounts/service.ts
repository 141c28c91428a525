import type {
  CheckRegistration,
  CompleteRegistration,
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
import type { AuthenticatedUser } from '../../shared/http'
import type { Page, PageQuery } from '../../shared/page'
import type { Result } from '../../shared/result'
import { type DemoSignIn, seedDemo } from './demoSeed'
import type { Origin } from './devices'
import { findExampleAccount, refillExample, seedExampleAccount } from './exampleAccount'
import { type LoginRefusal, login, loginByPasskey, type PasskeyLoginRefusal } from './login'
import { deleteOldLanes } from './loginLanes'
import { forgetAddresses } from './loginRecords'
import { type AccountsDeps, readMe } from './me'
import { createOpeningCodes, issueOpeningCode } from './openingCodes'
import { issueResetCode, type ResetRefusal, resetPassword } from './passwordReset'
import { type AccountPhone, readPhone, setPhone } from './phoneChange'
import {
  type CompletionRefusal,
  checkRegistration,
  completeRegistration,
  type RegistrationRefusal,
} from './registration'
import { deleteExpiredSessions, endSession, listLogins, listSessions } from './sessions'

export type { DemoSignIn } from './demoSeed'
export { passwords } from './passwords'

export interface AccountsService {
  checkRegistration(input: CheckRegistration, address: string): Promise<Result<RegistrationTicket, RegistrationRefusal>>
  completeRegistration(input: CompleteRegistration): Promise<Result<{ account: string }, CompletionRefusal>>
  login(input: Login, origin: Origin): Promise<Result<NewSession, LoginRefusal>>
  /** A passkey stands for account, password and second factor. */
  loginByPasskey(
    input: LoginByPasskey,
    origin: Omit<Origin, 'deviceToken'>,
  ): Promise<Result<NewSession, PasskeyLoginRefusal>>
  logout(user: AuthenticatedUser): Promise<void>
  listSessions(user: AuthenticatedUser): Promise<SessionEntry[]>
  /** Also forgets the session's device: it signs in as a new one. */
  endSession(user: AuthenticatedUser, sessionId: string): Promise<Result<undefined, 'not_found'>>
  /** Newest first; addresses and what came from them are kept for 90 days. */
  listLogins(user: AuthenticatedUser, query: PageQuery): Promise<Result<Page<LoginRecord>, 'invalid_request'>>
  me(user: AuthenticatedUser): Promise<Me>
  /** A new account-opening code; `issuedBy` is the operator. */
  issueOpeningCode(tx: Tx, issuedBy: string): Promise<string>
  /** `reset_code_invalid` also for an account that does not exist. */
  resetPassword(input: ResetPassword, origin: Origin): Promise<Result<PasswordResetDone, ResetRefusal>>
  /** In the operator's transaction. The code is shown once and kept only as a hash. */
  issueResetCode(
    tx: Tx,
    input: { userId: bigint; kind: ResetPassword['kind']; issuedBy: string },
  ): Promise<{ code: string; expiresAt: Date }>
  /** The typed phone number, by the rules of registration. */
  readPhone(country: string, text: string): Result<AccountPhone, 'country_blocked' | 'phone_invalid'>
  /**
   * Sets another number for a user, in the operator's transaction, which a refusal rolls back. Sessions and holds stay.
   */
  setPhone(tx: Tx, userId: bigint, phone: AccountPhone): Promise<Result<undefined, 'phone_taken'>>
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

export function createAccountsService(deps: AccountsDeps): AccountsService {
  const checkOpeningCode = createOpeningCodes(deps)
  return {
    checkRegistration: (input, address) => checkRegistration({ ...deps, checkOpeningCode }, input, address),
    completeRegistration: (input) => completeRegistration(deps, input),
    login: (input, origin) => login(deps, input, origin),
    listLogins: (user, query) => listLogins(deps, user, query),
    loginByPasskey: (input, origin) => loginByPasskey(deps, input, origin),
    async logout(user) {
      await endSession(deps, user, user.sessionId)
    },
    listSessions: (user) => listSessions(deps, user),
    endSession: (user, sessionId) => endSession(deps, user, sessionId),
    me: (user) => readMe(deps, user),
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
      await deleteExpiredSessions(deps, now)
      await deleteOldLanes(deps.database, now)
      await forgetAddresses(deps.database, now)
    },
  }
}
