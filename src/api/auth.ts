import type { CheckRegistration, CompleteRegistration, Login, LoginRecordsQuery } from '../../contract/accounts'
import type { LoginByPasskey } from '../../contract/passkeys'
import type { Http } from './http'

export type AuthApi = ReturnType<typeof createAuthApi>

export const createAuthApi = (http: Http) => ({
  /** Step one: keeps account and phone reserved until the ticket expires. */
  checkRegistration: (body: CheckRegistration) => http.call('checkRegistration', { body }),
  /** Step two: the account exists afterwards. */
  completeRegistration: (body: CompleteRegistration) => http.call('completeRegistration', { body }),
  logIn: (body: Login) => http.call('login', { body }),
  /** The challenge that a passkey signs to log in. */
  loginChallenge: () => http.call('getLoginChallenge'),
  logInByPasskey: (body: LoginByPasskey) => http.call('loginByPasskey', { body }),
  /** Ends the current session on the server. */
  logOut: () => http.call('logout'),
  listSessions: () => http.call('listSessions'),
  listLogins: (query: LoginRecordsQuery) => http.call('listLogins', { query }),
  endSession: (id: string) => http.call('endSession', { params: { id } }),
})
