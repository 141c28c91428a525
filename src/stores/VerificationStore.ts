import { makeAutoObservable, runInAction } from 'mobx'
import type { SubmitVerification, Verification } from '../../contract/verification'
import type { ApiResult } from '../api/http'
import type { IdentityApi } from '../api/identity'
import { failed, IDLE, LOADING, type Loadable, ready } from '../domain/loadable'

/** Where the real-name verification of the user stands. */
export class VerificationStore {
  state: Loadable<Verification> = IDLE

  constructor(private readonly deps: { api: IdentityApi }) {
    makeAutoObservable<VerificationStore, 'deps'>(this, { deps: false })
  }

  async load(): Promise<void> {
    if (this.state.kind !== 'ready') this.state = LOADING
    const answer = await this.deps.api.verification()
    runInAction(() => {
      if (answer.ok) this.state = ready(answer.value)
      else if (this.state.kind !== 'ready') this.state = failed(answer.error.code)
    })
  }

  /** The same answers again get the same answer, so a lost one may be sent again. */
  async submit(answers: SubmitVerification): Promise<ApiResult<Verification>> {
    const answer = await this.deps.api.submit(answers)
    runInAction(() => {
      if (answer.ok) this.state = ready(answer.value)
    })
    return answer
  }

  reset(): void {
    this.state = IDLE
  }
}
