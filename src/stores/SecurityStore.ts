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
import type { ApiResult, Http } from '../api/http'
import { mapped, Resource } from './Resource'

/** Passwords, the second sign-in factor, passkeys, and the user's own data. Nothing secret is kept here. */
export class SecurityStore {
  readonly secondFactor: Resource<SecondFactor>
  readonly passkeys: Resource<PasskeyList>

  constructor(private readonly deps: { http: Http }) {
    this.secondFactor = new Resource(() => deps.http.call('getSecondFactor'))
    this.passkeys = new Resource(() => deps.http.call('listPasskeys'))
  }

  beginSecondFactor(loginPassword: string): Promise<ApiResult<SecondFactorSetup>> {
    return this.deps.http.call('beginSecondFactor', { body: { loginPassword } })
  }

  /** Returns the recovery codes, which are shown once. */
  async enableSecondFactor(code: string): Promise<ApiResult<string[]>> {
    const asked = mapped(this.deps.http.call('enableSecondFactor', { body: { code } }), ({ codes }) => codes)
    await this.secondFactor.takeFrom(mapped(asked, (codes) => ({ enabled: true, recoveryCodesLeft: codes.length })))
    return asked
  }

  async disableSecondFactor(body: DisableSecondFactor): Promise<ApiResult<null>> {
    const asked = this.deps.http.call('disableSecondFactor', { body })
    await this.secondFactor.takeFrom(mapped(asked, () => ({ enabled: false, recoveryCodesLeft: 0 })))
    return asked
  }

  /** The device's options to create a passkey. */
  beginPasskey(body: BeginPasskey): Promise<ApiResult<PasskeySetup>> {
    return this.deps.http.call('beginPasskey', { body })
  }

  async addPasskey(body: AddPasskey): Promise<ApiResult<Passkey>> {
    const answer = await this.deps.http.call('addPasskey', { body })
    if (answer.ok) await this.passkeys.refresh()
    return answer
  }

  renamePasskey(id: string, name: string): Promise<ApiResult<PasskeyList>> {
    return this.passkeys.takeFrom(this.deps.http.call('renamePasskey', { params: { id }, body: { name } }))
  }

  removePasskey(id: string, body: RemovePasskey): Promise<ApiResult<PasskeyList>> {
    return this.passkeys.takeFrom(this.deps.http.call('removePasskey', { params: { id }, body }))
  }

  /** The challenge that a passkey signs in place of a code. */
  passkeyChallenge(): Promise<ApiResult<PasskeyChallenge>> {
    return this.deps.http.call('getPasskeyChallenge')
  }

  changePassword(body: ChangePassword): Promise<ApiResult<null>> {
    return this.deps.http.call('changePassword', { body })
  }

  /** With a code of customer service; it ends all sessions. */
  resetPassword(body: ResetPassword): Promise<ApiResult<PasswordResetDone>> {
    return this.deps.http.call('resetPassword', { body })
  }

  exportMe(body: ExportMe): Promise<ApiResult<PersonalData>> {
    return this.deps.http.call('exportMe', { body })
  }

  deleteMe(body: DeleteMe): Promise<ApiResult<null>> {
    return this.deps.http.call('deleteMe', { body })
  }

  reset(): void {
    this.secondFactor.reset()
    this.passkeys.reset()
  }
}
