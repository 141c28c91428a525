import type { SubmitVerification, Verification } from '../../contract/verification'
import type { ApiResult, Http } from '../api/http'
import type { VerificationDraft, VerificationDrafts } from './persistence/verificationDraft'
import { Resource } from './Resource'

export interface VerificationStoreDeps {
  http: Http
  drafts: VerificationDrafts
  /** Account of the logged-in user; empty without one. */
  account(): string
  now(): number
}

/** The state of the real-name verification, and what the user is entering for it. */
export class VerificationStore {
  readonly current: Resource<Verification>
  /**
   * Entries not submitted yet. It outlives the page, and a reload if the device can seal it. It is not
   * observed: a form reads it once, when it opens.
   */
  draft: VerificationDraft | undefined = undefined

  constructor(private readonly deps: VerificationStoreDeps) {
    this.current = new Resource(
      () => deps.http.call('getVerification'),
      (verification) => {
        const { status, renewal } = verification
        const isAsked = status === 'not_submitted' || status === 'rejected' || renewal !== null
        if (!isAsked) this.forgetDraft()
        return verification
      },
    )
  }

  async load(): Promise<void> {
    const { deps } = this
    const account = deps.account()
    const kept = this.draft === undefined ? await deps.drafts.read(account, deps.now()) : undefined
    // In the meantime the user may have typed something, or another user may have logged in.
    if (deps.account() === account) this.draft ??= kept
    await this.current.refresh()
  }

  /** The same answers again get the same answer, so a lost one may be sent again. */
  submit(body: SubmitVerification): Promise<ApiResult<Verification>> {
    return this.current.takeFrom(this.deps.http.call('submitVerification', { body }))
  }

  keepDraft(draft: VerificationDraft): void {
    const { account, drafts, now } = this.deps
    if (account() === '') return
    this.draft = draft
    void drafts.write(account(), draft, now())
  }

  /** Forgets the draft, on the device too: the user submits it or logs out. */
  forgetDraft(): void {
    this.draft = undefined
    this.deps.drafts.remove()
  }

  /** The session is over. A draft stays on the device: a user whose session expires may want to continue later. */
  reset(): void {
    this.current.reset()
    this.draft = undefined
  }
}
