import type { CheckRegistration } from '../../../../contract/accounts'
import { bindAll } from '../../shared/bindAll'
import type { AuthenticatedUser } from '../../shared/http'
import { seedDemo } from './demoSeed'
import { findExampleAccount, refillExample, seedExampleAccount } from './exampleAccount'
import { login, loginByPasskey } from './login'
import { deleteOldLanes } from './loginLanes'
import { forgetAddresses } from './loginRecords'
import { type AccountsDeps, readMe } from './me'
import { createOpeningCodes, issueOpeningCode } from './openingCodes'
import { issueResetCode, resetPassword } from './passwordReset'
import { readPhone, setPhone } from './phoneChange'
import { checkRegistration, completeRegistration } from './registration'
import { deleteExpiredSessions, endSession, listLogins, listSessions } from './sessions'

export type { DemoSignIn } from './demoSeed'
export { passwords } from './passwords'

export type AccountsService = ReturnType<typeof createAccountsService>

export function createAccountsService(deps: AccountsDeps) {
  const checkOpeningCode = createOpeningCodes(deps)
  return {
    checkRegistration: (input: CheckRegistration, address: string) =>
      checkRegistration({ ...deps, checkOpeningCode }, input, address),
    async logout(user: AuthenticatedUser) {
      await endSession(deps, user, user.sessionId)
    },
    issueOpeningCode,
    /** Deletes expired rows. */
    async sweep() {
      const now = deps.clock.now()
      await deleteExpiredSessions(deps, now)
      await deleteOldLanes(deps.database, now)
      await forgetAddresses(deps.database, now)
    },
    ...bindAll(deps, {
      completeRegistration,
      login,
      loginByPasskey,
      listSessions,
      endSession,
      listLogins,
      me: readMe,
      resetPassword,
      issueResetCode,
      readPhone,
      setPhone,
      seedDemo,
      seedExample: seedExampleAccount,
      findExample: findExampleAccount,
      refillExample,
    }),
  }
}
