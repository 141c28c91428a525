import type {
  ChangePassword,
  DeleteMe,
  DisableSecondFactor,
  PasswordResetDone,
  PersonalData,
  ResetPassword,
  SecondFactor,
  SecondFactorSetup,
} from '../../contract/security'
import type { ApiResult } from '../api/http'
import type { IdentityApi } from '../api/identity'
import { mapped, Resource } from './Resource'

/** Passwords, the second sign-in factor, and the user's own data. Nothing secret is kept here. */
export class SecurityStore {
  readonly secondFactor: Resource<SecondFactor>

  constructor(private readonly deps: { api: IdentityApi }) {
    this.secondFactor = new Resource(() => deps.api.secondFactor())
  }

  beginSecondFactor(loginPassword: string): Promise<ApiResult<SecondFactorSetup>> {
    return this.deps.api.beginSecondFactor({ loginPassword })
  }

  /** Answers the recovery codes, which are shown once. */
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

  changePassword(change: ChangePassword): Promise<ApiResult<null>> {
    return this.deps.api.changePassword(change)
  }

  /** With a code of customer service; it ends all sessions. */
  resetPassword(reset: ResetPassword): Promise<ApiResult<PasswordResetDone>> {
    return this.deps.api.resetPassword(reset)
  }

  exportMe(loginPassword: string): Promise<ApiResult<PersonalData>> {
    return this.deps.api.exportMe({ loginPassword })
  }

  deleteMe(body: DeleteMe): Promise<ApiResult<null>> {
    return this.deps.api.deleteMe(body)
  }

  reset(): void {
    this.secondFactor.reset()
  }
}
