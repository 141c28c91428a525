import { makeAutoObservable, runInAction } from 'mobx'
import type {
  ChangePassword,
  DeleteMe,
  DisableSecondFactor,
  PersonalData,
  SecondFactor,
  SecondFactorSetup,
} from '../../contract/security'
import type { ApiResult } from '../api/http'
import type { IdentityApi } from '../api/identity'
import { failed, IDLE, LOADING, type Loadable, ready } from '../domain/loadable'

/** Passwords, the second sign-in factor, and the user's own data. Nothing secret is kept here. */
export class SecurityStore {
  secondFactor: Loadable<SecondFactor> = IDLE

  constructor(private readonly deps: { api: IdentityApi }) {
    makeAutoObservable<SecurityStore, 'deps'>(this, { deps: false })
  }

  async loadSecondFactor(): Promise<void> {
    if (this.secondFactor.kind !== 'ready') this.secondFactor = LOADING
    const answer = await this.deps.api.secondFactor()
    runInAction(() => {
      if (answer.ok) this.secondFactor = ready(answer.value)
      else if (this.secondFactor.kind !== 'ready') this.secondFactor = failed(answer.error.code)
    })
  }

  beginSecondFactor(loginPassword: string): Promise<ApiResult<SecondFactorSetup>> {
    return this.deps.api.beginSecondFactor({ loginPassword })
  }

  /** Answers the recovery codes, which are shown once. */
  async enableSecondFactor(code: string): Promise<ApiResult<string[]>> {
    const answer = await this.deps.api.enableSecondFactor({ code })
    if (!answer.ok) return answer
    const { codes } = answer.value
    runInAction(() => {
      this.secondFactor = ready({ enabled: true, recoveryCodesLeft: codes.length })
    })
    return { ok: true, value: codes }
  }

  async disableSecondFactor(body: DisableSecondFactor): Promise<ApiResult<null>> {
    const answer = await this.deps.api.disableSecondFactor(body)
    runInAction(() => {
      if (answer.ok) this.secondFactor = ready({ enabled: false, recoveryCodesLeft: 0 })
    })
    return answer
  }

  changePassword(change: ChangePassword): Promise<ApiResult<null>> {
    return this.deps.api.changePassword(change)
  }

  exportMe(loginPassword: string): Promise<ApiResult<PersonalData>> {
    return this.deps.api.exportMe({ loginPassword })
  }

  deleteMe(body: DeleteMe): Promise<ApiResult<null>> {
    return this.deps.api.deleteMe(body)
  }

  reset(): void {
    this.secondFactor = IDLE
  }
}
