import type {
  AddPasskey,
  BeginPasskey,
  Passkey,
  PasskeyAssertion,
  PasskeyChallenge,
  PasskeyList,
  PasskeySetup,
  RemovePasskey,
} from '../../../../contract/passkeys'
import type { ChangePassword, RecoveryCodes, SecondFactor, SecondFactorSetup } from '../../../../contract/security'
import type { Tx } from '../../database/database'
import type { AuthenticatedUser } from '../../shared/http'
import type { Result } from '../../shared/result'
import type { SecurityDeps } from './deps'
import { lockedUntil } from './guesses'
import { checkLoginPassword } from './loginPassword'
import { challengeFor, checkPasskey, type PasskeyRefusal } from './passkeyCheck'
import { holdPasskey } from './passkeyRepository'
import * as passkeys from './passkeys'
import { changePassword, issueChangeCode, type PasswordChangeRefusal, type PasswordKind } from './passwordChange'
import { placeOf, type SessionUser } from './places'
import type { SecondFactorProof, SecondFactorRefusal } from './secondFactor'
import * as secondFactor from './secondFactor'
import * as secondFactorSetup from './secondFactorSetup'
import { checkTradePassword } from './tradePassword'

export { newChallenge, takeChallenge } from './challenges'
export type { PasskeySettings } from './passkeySettings'
export type { SessionUser } from './places'
export type { SecondFactorRefusal } from './secondFactor'
export { checkChallenge, verifyAssertion, verifyNewPasskey } from './webauthn'

/** Guards withdrawals and changes to security, for every module that needs it. */
export interface SecurityService {
  /** Call it outside a transaction: a wrong try counts in any case, for the place of the session. */
  checkTradePassword(
    user: SessionUser,
    password: string,
  ): Promise<Result<undefined, 'trade_password_locked' | 'trade_password_wrong'>>
  /** For the place of the session. */
  tradePasswordLockedUntil(user: SessionUser): Promise<Date | undefined>
  /** Outside a transaction, too. */
  checkLoginPassword(user: SessionUser, password: string): Promise<Result<undefined, 'password_wrong' | 'rate_limited'>>
  isSecondFactorOn(userId: bigint): Promise<boolean>
  /** Passes without a proof if the second factor is off. */
  checkSecondFactor(user: SessionUser, proof: SecondFactorProof): Promise<Result<undefined, SecondFactorRefusal>>
  /** Counts wrong codes at a login by `place`, a device, so that guesses there do not lock anybody who is signed in. */
  checkLoginFactor(
    userId: bigint,
    proof: SecondFactorProof,
    place: string,
  ): Promise<Result<undefined, SecondFactorRefusal>>
  /** Whose passkey signed a login challenge; it stands for password and second factor. */
  userOfPasskey(assertion: PasskeyAssertion): Promise<Result<bigint, PasskeyRefusal>>
  /** In the caller's transaction: whether that passkey still belongs to this user; it does until the transaction ends. */
  holdPasskey(tx: Tx, userId: bigint, assertion: PasskeyAssertion): Promise<boolean>
  /** Whether the user has a usable passkey; never if the server has no address for passkeys. */
  hasPasskeys(userId: bigint): Promise<boolean>

  listPasskeys(userId: bigint): Promise<PasskeyList>
  /** Without `userId` for a login, else for that user to confirm something. */
  passkeyChallenge(userId?: bigint): Promise<Result<PasskeyChallenge, 'not_found'>>
  beginPasskey(
    user: AuthenticatedUser,
    input: BeginPasskey,
  ): Promise<Result<PasskeySetup, passkeys.BeginPasskeyRefusal>>
  addPasskey(user: SessionUser, input: AddPasskey, device: string): Promise<Result<Passkey, passkeys.AddPasskeyRefusal>>
  renamePasskey(userId: bigint, id: string, name: string): Promise<Result<PasskeyList, 'invalid_request' | 'not_found'>>
  removePasskey(
    user: SessionUser,
    id: string,
    input: RemovePasskey,
  ): Promise<Result<PasskeyList, passkeys.RemovePasskeyRefusal>>

  getSecondFactor(userId: bigint): Promise<SecondFactor>
  beginSecondFactor(
    user: AuthenticatedUser,
    loginPassword: string,
  ): Promise<Result<SecondFactorSetup, 'password_wrong' | 'rate_limited' | 'second_factor_state'>>
  enableSecondFactor(
    user: SessionUser,
    code: string,
  ): Promise<Result<RecoveryCodes, 'rate_limited' | 'second_factor_state' | 'second_factor_wrong'>>
  disableSecondFactor(
    user: SessionUser,
    input: { loginPassword: string; code: string },
  ): Promise<Result<undefined, 'password_wrong' | 'second_factor_state' | SecondFactorRefusal>>

  /** In the operator's transaction, for a user who lost it. False when it was off. */
  removeSecondFactor(tx: Tx, userId: bigint): Promise<boolean>

  /** As `removeSecondFactor`, for all passkeys. Returns how many there were. */
  removePasskeys(tx: Tx, userId: bigint): Promise<number>

  changePassword(user: AuthenticatedUser, input: ChangePassword): Promise<Result<undefined, PasswordChangeRefusal>>
  /** In the operator's transaction. The code is shown once and kept only as a hash. */
  issueChangeCode(
    tx: Tx,
    input: { userId: bigint; kind: PasswordKind; issuedBy: string },
  ): Promise<{ code: string; expiresAt: Date }>
}

export function createSecurityService(deps: SecurityDeps): SecurityService {
  const { database, clock } = deps
  return {
    checkTradePassword: (user, password) => checkTradePassword(deps, user, password),
    async tradePasswordLockedUntil(user) {
      const now = clock.now()
      return lockedUntil(database, user.id, 'trade_password', now, await placeOf(database, user))
    },
    checkLoginPassword: (user, password) => checkLoginPassword(deps, user, password),
    isSecondFactorOn: (userId) => secondFactor.isSecondFactorOn(database, userId),
    checkSecondFactor: (user, proof) => secondFactor.checkSessionFactor(deps, user, proof),
    checkLoginFactor: (userId, proof, place) => secondFactor.checkSecondFactor(deps, userId, proof, place),
    userOfPasskey: (assertion) => checkPasskey(deps, assertion),
    holdPasskey: (tx, userId, { id }) => holdPasskey(tx, userId, Buffer.from(id, 'base64url')),
    hasPasskeys: async (userId) =>
      deps.config.passkeys !== undefined && (await passkeys.listPasskeys(deps, userId)).items.length > 0,
    listPasskeys: (userId) => passkeys.listPasskeys(deps, userId),
    passkeyChallenge: (userId) => challengeFor(deps, userId),
    beginPasskey: (user, input) => passkeys.beginPasskey(deps, user, input),
    addPasskey: (user, input, device) => passkeys.addPasskey(deps, user, input, device),
    renamePasskey: (userId, id, name) => passkeys.renamePasskey(deps, userId, id, name),
    removePasskey: (user, id, input) => passkeys.removePasskey(deps, user, id, input),
    getSecondFactor: (userId) => secondFactor.getSecondFactor(database, userId),
    beginSecondFactor: (user, loginPassword) => secondFactorSetup.beginSecondFactor(deps, user, loginPassword),
    enableSecondFactor: (user, code) => secondFactorSetup.enableSecondFactor(deps, user, code),
    disableSecondFactor: (user, input) => secondFactorSetup.disableSecondFactor(deps, user, input),
    removeSecondFactor: (tx, userId) => secondFactorSetup.removeSecondFactor(deps, tx, userId),
    removePasskeys: (tx, userId) => passkeys.removeAllPasskeys(deps, tx, userId),
    changePassword: (user, input) => changePassword(deps, user, input),
    issueChangeCode: (tx, input) => issueChangeCode(tx, { ...input, now: clock.now() }),
  }
}
