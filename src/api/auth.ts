import type {
  CheckRegistration,
  CompleteRegistration,
  Login,
  NewSession,
  RegisteredAccount,
  RegistrationTicket,
  SessionEntry,
} from '../../contract/accounts'
import type { ApiResult, Http } from './http'

export interface AuthApi {
  /** Step one: keeps account and phone reserved until the ticket expires. */
  checkRegistration(body: CheckRegistration): Promise<ApiResult<RegistrationTicket>>
  /** Step two: the account exists afterwards. */
  completeRegistration(body: CompleteRegistration): Promise<ApiResult<RegisteredAccount>>
  logIn(body: Login): Promise<ApiResult<NewSession>>
  /** Ends the session at hand on the server. */
  logOut(): Promise<ApiResult<null>>
  listSessions(): Promise<ApiResult<{ items: SessionEntry[] }>>
  endSession(id: string): Promise<ApiResult<null>>
}

export function createAuthApi(http: Http): AuthApi {
  return {
    checkRegistration: (body) => http.call('checkRegistration', { body }),
    completeRegistration: (body) => http.call('completeRegistration', { body }),
    logIn: (body) => http.call('login', { body }),
    logOut: () => http.call('logout'),
    listSessions: () => http.call('listSessions'),
    endSession: (id) => http.call('endSession', { params: { id } }),
  }
}
