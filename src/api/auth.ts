import type { CheckRegistration, CompleteRegistration, Login, LoginRecordsQuery } from '../../contract/accounts'
import type { Http } from './http'

export type AuthApi = ReturnType<typeof createAuthApi>

export const createAuthApi = (http: Http) => ({
  /** Step one: keeps account and phone reserved until the ticket expires. */
  checkRegistration: (body: CheckRegistration) => http.call('checkRegistration', { body }),
  /** Step two: the account exists afterwards. */
  completeRegistration: (body: CompleteRegistration) => http.call('completeRegistration', { body }),
  logIn: (body: Login) => http.call('login', { body }),
  /** Ends the current session on the server. */
  logOut: () => http.call('logout'),
  listSessions: () => http.call('listSessions'),
  listLogins: (query: LoginRecordsQuery) => http.call('listLogins', { query }),
  endSession: (id: string) => http.call('endSession', { params: { id } }),
})
