import type { PasskeyAssertion } from '../../../../contract/passkeys'
import type { Tx } from '../../database/database'
import { bindAll } from '../../shared/bindAll'
import type { SecurityDeps } from './deps'
import { lockedUntil } from './guesses'
import { checkLoginPassword } from './loginPassword'
import { challengeFor, checkPasskey } from './passkeyCheck'
import { holdPasskey } from './passkeyRepository'
import { addPasskey, beginPasskey, listPasskeys, removeAllPasskeys, removePasskey, renamePasskey } from './passkeys'
import { changePassword, issueChangeCode } from './passwordChange'
import { placeOf, type SessionUser } from './places'
import * as secondFactor from './secondFactor'
import { beginSecondFactor, disableSecondFactor, enableSecondFactor, removeSecondFactor } from './secondFactorSetup'
import { checkTradePassword } from './tradePassword'

export { newChallenge, takeChallenge } from './challenges'
export type { PasskeySettings } from './passkeySettings'
export type { SessionUser } from './places'
export type { SecondFactorRefusal } from './secondFactor'
export { checkChallenge, verifyAssertion, verifyNewPasskey } from './webauthn'

/** Guards withdrawals and changes to security, for every module that needs it. */
export type SecurityService = ReturnType<typeof createSecurityService>

export function createSecurityService(deps: SecurityDeps) {
  const { database, clock } = deps
  return {
    /** For the place of the session. */
    async tradePasswordLockedUntil(user: SessionUser) {
      const now = clock.now()
      return lockedUntil(database, user.id, 'trade_password', now, await placeOf(database, user))
    },
    isSecondFactorOn: (userId: bigint) => secondFactor.isSecondFactorOn(database, userId),
    getSecondFactor: (userId: bigint) => secondFactor.getSecondFactor(database, userId),
    /** In the caller's transaction: whether that passkey still belongs to this user; it does until the transaction ends. */
    holdPasskey: (tx: Tx, userId: bigint, { id }: PasskeyAssertion) =>
      holdPasskey(tx, userId, Buffer.from(id, 'base64url')),
    /** Whose passkey signed a login challenge; it stands for password and second factor. */
    userOfPasskey: (assertion: PasskeyAssertion) => checkPasskey(deps, assertion),
    /** Whether the user has a usable passkey; never if the server has no address for passkeys. */
    hasPasskeys: async (userId: bigint) =>
      deps.config.passkeys !== undefined && (await listPasskeys(deps, userId)).items.length > 0,
    ...bindAll(deps, {
      checkTradePassword,
      checkLoginPassword,
      checkSecondFactor: secondFactor.checkSessionFactor,
      checkLoginFactor: secondFactor.checkSecondFactor,
      listPasskeys,
      passkeyChallenge: challengeFor,
      beginPasskey,
      addPasskey,
      renamePasskey,
      removePasskey,
      removePasskeys: removeAllPasskeys,
      beginSecondFactor,
      enableSecondFactor,
      disableSecondFactor,
      removeSecondFactor,
      changePassword,
      issueChangeCode,
    }),
  }
}
