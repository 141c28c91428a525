import type { CheckRegistration, Login, LoginRecord, NewSession, SessionEntry } from '../../contract/accounts'
import type { LoginByPasskey, PasskeyChallenge } from '../../contract/passkeys'
import type { AuthApi } from '../api/auth'
import type { ApiResult } from '../api/http'
import { PagedList } from './PagedList'
import { itemsOf, Resource } from './Resource'
import type { SessionStore } from './SessionStore'

export interface AuthStoreDeps {
  api: AuthApi
  session: SessionStore
}

/** The answers of step one of a registration; the passwords of step two are kept in no store. */
export type RegistrationAnswers = Omit<CheckRegistration, 'replaces'>

/** Registering, logging in and out, and the sessions of the user. */
export class AuthStore {
  /** Where the user is logged in. */
  readonly sessions: Resource<SessionEntry[]>
  /** Logins, newest first. */
  readonly logins: PagedList<LoginRecord, undefined>

  constructor(private readonly deps: AuthStoreDeps) {
    this.sessions = new Resource(() => itemsOf(deps.api.listSessions()))
    this.logins = new PagedList((_, cursor) => deps.api.listLogins(cursor === undefined ? {} : { cursor }), undefined)
  }

  /** Step one. The answers stay in the session, for a reload or a step back. */
  async checkRegistration(answers: RegistrationAnswers): Promise<ApiResult<unknown>> {
    const { api, session } = this.deps
    const earlier = session.registerInfo?.registrationToken
    const result = await api.checkRegistration(earlier ? { ...answers, replaces: earlier } : answers)
    if (result.ok) session.setRegisterInfo({ ...answers, ...result.value })
    return result
  }

  /** Step two. Afterwards the account exists and the answers of step one are gone. */
  async completeRegistration(passwords: {
    loginPassword: string
    tradePassword: string
    termsVersion?: string
  }): Promise<ApiResult<{ account: string }>> {
    const { api, session } = this.deps
    const registrationToken = session.registerInfo?.registrationToken ?? ''
    const result = await api.completeRegistration({ registrationToken, ...passwords })
    if (result.ok) session.setRegisterInfo(null)
    if (!result.ok && result.error.code === 'registration_expired') this.forgetTicket()
    return result
  }

  /** An answer may hold a token of this device, which the screen keeps. */
  async logIn(login: Login): Promise<ApiResult<NewSession>> {
    const { api, session } = this.deps
    const result = await api.logIn(login)
    if (result.ok) session.logIn(result.value.token, result.value.user)
    return result
  }

  /** The challenge that a passkey signs to log in. */
  loginChallenge(): Promise<ApiResult<PasskeyChallenge>> {
    return this.deps.api.loginChallenge()
  }

  async logInByPasskey(login: LoginByPasskey): Promise<ApiResult<NewSession>> {
    const { api, session } = this.deps
    const result = await api.logInByPasskey(login)
    if (result.ok) session.logIn(result.value.token, result.value.user)
    return result
  }

  /**
   * Ends the session here at once (PRODUCT.md 3.1: reset as a whole) and on the server as soon as the request arrives;
   * a lost answer leaves nobody logged in on this device.
   */
  async logOut(): Promise<void> {
    const { api, session } = this.deps
    const told = api.logOut()
    session.reset()
    this.reset()
    await told
  }

  /** Ends another session of the user. A session already gone counts as ended. */
  async endSession(id: string): Promise<ApiResult<unknown>> {
    const result = await this.deps.api.endSession(id)
    const isGone = result.ok || result.error.code === 'not_found'
    if (!isGone) return result
    const { value } = this.sessions
    if (value) this.sessions.set(value.filter((entry) => entry.id !== id))
    return { ok: true, value: null }
  }

  reset(): void {
    this.sessions.reset()
    this.logins.reset()
  }

  /** Drops an expired ticket, but keeps the answers: step one starts from them. */
  private forgetTicket(): void {
    const { session } = this.deps
    if (session.registerInfo) session.setRegisterInfo({ ...session.registerInfo, registrationToken: '', expiresAt: '' })
  }
}
