import type {
  AddPasskey,
  BeginPasskey,
  Passkey,
  PasskeyChallenge,
  PasskeyList,
  PasskeySetup,
  RemovePasskey,
} from '../../contract/passkeys'
import type {
  ChangePassword,
  DeleteMe,
  DisableSecondFactor,
  ExportMe,
  PasswordResetDone,
  PersonalData,
  ResetPassword,
  SecondFactor,
  SecondFactorSetup,
} from '../../contract/security'
import type { ApiResult } from '../api/http'
import type { IdentityApi } from '../api/identity'
import { mapped, Resource } from './Resource'

/** Passwords, the second sign-in factor, passkeys, and the user's own data. Nothing secret is kept here. */
export class SecurityStore {
  readonly secondFactor: Resource<SecondFactor>
  readonly passkeys: Resource<PasskeyList>

  constructor(private readonly deps: { api: IdentityApi }) {
    this.secondFactor = new Resource(() => deps.api.secondFactor())
    this.passkeys = new Resource(() => deps.api.passkeys())
  }

  beginSecondFactor(loginPassword: string): Promise<ApiResult<SecondFactorSetup>> {
    return this.deps.api.beginSecondFactor({ loginPassword })
  }

  /** Returns the recovery codes, which are shown once. */
  async enableSecondFactor(code: string): Promise<ApiResult<string[]>> {
    const asked = mapped(this.deps.api.enableSecondFactor({ code }), ({ codes }) => codes)
    await this.secondFactor.takeFrom(mapped(asked, (codes) => ({ enabled: true, recoveryCodesLeft: codes.length })))
    return asked
  }

  async disableSecondFactor(body: DisableSecondFactor): Promise<ApiResult<null>> {
    const asked = this.deps.api.disableSecondFactor(body)
    await this.secondFactor.takeFrom(mapped(asked, () => ({ enabled: false, recoveryCodesLeft: 0 })))
    return asked
  }

  /** The device's options to create a passkey. */
  beginPasskey(body: BeginPasskey): Promise<ApiResult<PasskeySetup>> {
    return this.deps.api.beginPasskey(body)
  }

  async addPasskey(made: AddPasskey): Promise<ApiResult<Passkey>> {
    const answer = await this.deps.api.addPasskey(made)
    if (answer.ok) await this.passkeys.refresh()
    return answer
  }

  renamePasskey(id: string, name: string): Promise<ApiResult<PasskeyList>> {
    return this.passkeys.takeFrom(this.deps.api.renamePasskey(id, { name }))
  }

  removePasskey(id: string, proof: RemovePasskey): Promise<ApiResult<PasskeyList>> {
    return this.passkeys.takeFrom(this.deps.api.removePasskey(id, proof))
  }

  /** The challenge that a passkey signs in place of a code. */
  passkeyChallenge(): Promise<ApiResult<PasskeyChallenge>> {
    return this.deps.api.passkeyChallenge()
  }

  changePassword(change: ChangePassword): Promise<ApiResult<null>> {
    return this.deps.api.changePassword(change)
  }

  /** With a code of customer service; it ends all sessions. */
  resetPassword(reset: ResetPassword): Promise<ApiResult<PasswordResetDone>> {
    return this.deps.api.resetPassword(reset)
  }

  exportMe(body: ExportMe): Promise<ApiResult<PersonalData>> {
    return this.deps.api.exportMe(body)
  }

  deleteMe(body: DeleteMe): Promise<ApiResult<null>> {
    return this.deps.api.deleteMe(body)
  }

  reset(): void {
    this.secondFactor.reset()
    this.passkeys.reset()
  }
}
