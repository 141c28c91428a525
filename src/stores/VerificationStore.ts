import { makeAutoObservable, runInAction } from 'mobx'
import type { SubmitVerification, Verification } from '../../contract/verification'
import type { ApiResult } from '../api/http'
import type { IdentityApi } from '../api/identity'
import { failed, IDLE, LOADING, type Loadable, ready } from '../domain/loadable'
import type { VerificationDraft, VerificationDrafts } from './persistence/verificationDraft'

export interface VerificationStoreDeps {
  api: Pick<IdentityApi, 'verification' | 'submit'>
  drafts: VerificationDrafts
  /** Of the user who is logged in; empty for nobody. */
  account(): string
  now(): number
}

/** Where the real-name verification of the user stands, and what they are entering for it. */
export class VerificationStore {
  state: Loadable<Verification> = IDLE
  /**
   * What was entered and not submitted yet. Outlives the page; without the ID number also a reload. Not observed: a form
   * reads it once, when it opens.
   */
  draft: VerificationDraft | undefined = undefined
  /** Answers from before a log-out or a submission are dropped. */
  private generation = 0

  constructor(private readonly deps: VerificationStoreDeps) {
    makeAutoObservable<VerificationStore, 'deps' | 'generation'>(this, { deps: false, generation: false, draft: false })
  }

  async load(): Promise<void> {
    const { generation, deps } = this
    if (this.state.kind !== 'ready') this.state = LOADING
    this.draft ??= deps.drafts.read(deps.account(), deps.now())
    const answer = await deps.api.verification()
    if (generation !== this.generation) return
    runInAction(() => {
      if (answer.ok) this.take(answer.value)
      else if (this.state.kind !== 'ready') this.state = failed(answer.error.code)
    })
  }

  /** The same answers again get the same answer, so a lost one may be sent again. */
  async submit(answers: SubmitVerification): Promise<ApiResult<Verification>> {
    const { generation } = this
    const answer = await this.deps.api.submit(answers)
    if (generation !== this.generation) return answer
    runInAction(() => {
      if (!answer.ok) return
      this.generation += 1
      this.take(answer.value)
    })
    return answer
  }

  keepDraft(draft: VerificationDraft): void {
    const { account, drafts, now } = this.deps
    if (account() === '') return
    this.draft = draft
    drafts.write(account(), draft, now())
  }

  /** Also on the device: it was submitted, or the user logs out of it. */
  forgetDraft(): void {
    this.draft = undefined
    this.deps.drafts.remove()
  }

  /** The session is over. A draft stays on the device: an ended session is no wish to start again. */
  reset(): void {
    this.generation += 1
    this.state = IDLE
    this.draft = undefined
  }

  private take(verification: Verification): void {
    this.state = ready(verification)
    const { status } = verification
    if (status !== 'not_submitted' && status !== 'rejected') this.forgetDraft()
  }
}
