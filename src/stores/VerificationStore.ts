import type { SubmitVerification, Verification } from '../../contract/verification'
import type { ApiResult } from '../api/http'
import type { IdentityApi } from '../api/identity'
import type { VerificationDraft, VerificationDrafts } from './persistence/verificationDraft'
import { Resource } from './Resource'

export interface VerificationStoreDeps {
  api: Pick<IdentityApi, 'verification' | 'submit'>
  drafts: VerificationDrafts
  /** Of the user who is logged in; empty for nobody. */
  account(): string
  now(): number
}

/** The state of the real-name verification, and what they are entering for it. */
export class VerificationStore {
  readonly current: Resource<Verification>
  /**
   * What was entered and not submitted yet. Outlives the page, and a reload where the device can seal it. Not observed: a
   * form reads it once, when it opens.
   */
  draft: VerificationDraft | undefined = undefined

  constructor(private readonly deps: VerificationStoreDeps) {
    this.current = new Resource(
      () => deps.api.verification(),
      (verification) => {
        const { status } = verification
        if (status !== 'not_submitted' && status !== 'rejected') this.forgetDraft()
        return verification
      },
    )
  }

  async load(): Promise<void> {
    const { deps } = this
    const account = deps.account()
    const kept = this.draft === undefined ? await deps.drafts.read(account, deps.now()) : undefined
    // Something may have been typed meanwhile, or somebody else logged in.
    if (deps.account() === account) this.draft ??= kept
    await this.current.refresh()
  }

  /** The same answers again get the same answer, so a lost one may be sent again. */
  submit(answers: SubmitVerification): Promise<ApiResult<Verification>> {
    return this.current.takeFrom(this.deps.api.submit(answers))
  }

  keepDraft(draft: VerificationDraft): void {
    const { account, drafts, now } = this.deps
    if (account() === '') return
    this.draft = draft
    void drafts.write(account(), draft, now())
  }

  /** Also on the device: it was submitted, or the user logs out of it. */
  forgetDraft(): void {
    this.draft = undefined
    this.deps.drafts.remove()
  }

  /** The session is over. A draft stays on the device: an ended session is no wish to start again. */
  reset(): void {
    this.current.reset()
    this.draft = undefined
  }
}
