import type { CheckRegistration, Login, LoginRecord, NewSession, SessionEntry } from '../../contract/accounts'
import type { LoginByPasskey, PasskeyChallenge } from '../../contract/passkeys'
import type { ApiResult, Http } from '../api/http'
import { PagedList } from './PagedList'
import { deviceTokens } from './persistence/deviceTokens'
import { itemsOf, Resource } from './Resource'
import type { SessionStore } from './SessionStore'
import { UNCERTAIN } from './sending/sendOnce'

export interface AuthStoreDeps {
  http: Http
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
  /** The ticket of a registration whose answer was lost. */
  private unclearTicket = ''

  constructor(private readonly deps: AuthStoreDeps) {
    this.sessions = new Resource(() => itemsOf(deps.http.call('listSessions')))
    this.logins = new PagedList((_, cursor) => deps.http.call('listLogins', { query: { cursor } }), undefined)
  }

  /** Step one. The answers stay in the session, for a reload or a step back. */
  async checkRegistration(answers: RegistrationAnswers): Promise<ApiResult<unknown>> {
    const { http, session } = this.deps
    const earlier = session.registerInfo?.registrationToken
    const body = earlier ? { ...answers, replaces: earlier } : answers
    const result = await http.call('checkRegistration', { body })
    if (result.ok) session.setRegisterInfo({ ...answers, ...result.value })
    return result
  }

  /**
   * Step two. Afterwards the account exists and the answers of step one are gone. If an answer was lost and the ticket is
   * used up, the password tells whether the account was made: it then logs in.
   */
  async completeRegistration(passwords: {
    loginPassword: string
    tradePassword: string
    termsVersion?: string
  }): Promise<ApiResult<{ account: string }>> {
    const { http, session } = this.deps
    const { account = '', registrationToken = '' } = session.registerInfo ?? {}
    const result = await http.call('completeRegistration', { body: { registrationToken, ...passwords } })
    if (result.ok) session.setRegisterInfo(null)
    else if (UNCERTAIN.has(result.error.code)) this.unclearTicket = registrationToken
    else if (result.error.code === 'registration_expired') {
      if (this.unclearTicket === registrationToken) {
        const login = await this.logIn({ account, password: passwords.loginPassword })
        if (login.ok) return { ok: true, value: { account } }
        if (UNCERTAIN.has(login.error.code)) return login
      }
      this.forgetTicket()
    }
    return result
  }

  /** As from this device, if the account knows it. */
  async logIn(login: Omit<Login, 'deviceToken'>): Promise<ApiResult<NewSession>> {
    const { http, session } = this.deps
    const deviceToken = deviceTokens.of(login.account)
    const body = deviceToken === undefined ? login : { ...login, deviceToken }
    const result = await http.call('login', { body })
    if (!result.ok) return result
    session.logIn(result.value.token, result.value.user)
    if (result.value.deviceToken) deviceTokens.keep(login.account, result.value.deviceToken)
    return result
  }

  /** The challenge that a passkey signs to log in. */
  loginChallenge(): Promise<ApiResult<PasskeyChallenge>> {
    return this.deps.http.call('getLoginChallenge')
  }

  async logInByPasskey(body: LoginByPasskey): Promise<ApiResult<NewSession>> {
    const { http, session } = this.deps
    const result = await http.call('loginByPasskey', { body })
    if (result.ok) session.logIn(result.value.token, result.value.user)
    return result
  }

  /**
   * Ends the session here at once (PRODUCT.md 3.1: reset as a whole) and on the server as soon as the request arrives;
   * a lost answer leaves nobody logged in on this device.
   */
  async logOut(): Promise<void> {
    const { http, session } = this.deps
    const told = http.call('logout')
    session.reset()
    this.reset()
    await told
  }

  /** Ends another session of the user. A session already gone counts as ended. */
  async endSession(id: string): Promise<ApiResult<unknown>> {
    const result = await this.deps.http.call('endSession', { params: { id } })
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
