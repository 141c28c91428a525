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
  /** Answers from before a change or a log-out are dropped. */
  private generation = 0

  constructor(private readonly deps: { api: IdentityApi }) {
    makeAutoObservable<SecurityStore, 'deps' | 'generation'>(this, { deps: false, generation: false })
  }

  async loadSecondFactor(): Promise<void> {
    const { generation } = this
    if (this.secondFactor.kind !== 'ready') this.secondFactor = LOADING
    const answer = await this.deps.api.secondFactor()
    if (generation !== this.generation) return
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
    const { generation } = this
    const answer = await this.deps.api.enableSecondFactor({ code })
    if (!answer.ok) return answer
    const { codes } = answer.value
    if (generation === this.generation) this.take({ enabled: true, recoveryCodesLeft: codes.length })
    return { ok: true, value: codes }
  }

  async disableSecondFactor(body: DisableSecondFactor): Promise<ApiResult<null>> {
    const { generation } = this
    const answer = await this.deps.api.disableSecondFactor(body)
    if (answer.ok && generation === this.generation) this.take({ enabled: false, recoveryCodesLeft: 0 })
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
    this.generation += 1
    this.secondFactor = IDLE
  }

  /** What the user has just done is newer than any answer still on its way. */
  private take(secondFactor: SecondFactor): void {
    this.generation += 1
    this.secondFactor = ready(secondFactor)
  }
}
