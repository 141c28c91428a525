import { makeAutoObservable, observableRef } from 'mobx'
import type { AccountStore } from './AccountStore'

/** In the order in which they are offered. */
export const FIRST_STEPS = ['guide', 'order', 'limit', 'identity'] as const
export type FirstStep = (typeof FIRST_STEPS)[number]

/** What the device keeps for an account: that the guide was opened, and that its user wants no more of this. */
export interface KeptSteps {
  account: string
  guide: boolean
  dismissed: boolean
}

export interface FirstStepsStoreDeps {
  account: Pick<AccountStore, 'figures'>
  kept: { read(): KeptSteps | undefined; write(steps: KeptSteps): unknown }
}

/**
 * What a new user has still to do (PRODUCT.md 2.9). The server knows of orders, limits and identity; only the guide and the
 * wish to see no more are this device's. Who has placed an order and is verified is new no longer.
 */
export class FirstStepsStore {
  private own: KeptSteps | undefined

  constructor(private readonly deps: FirstStepsStoreDeps) {
    this.own = deps.kept.read()
    makeAutoObservable<FirstStepsStore, 'deps' | 'own'>(this, { deps: false, own: observableRef })
  }

  isDone(step: FirstStep): boolean {
    const { figures } = this.deps.account
    if (!figures) return false
    const done = {
      guide: this.kept.guide,
      order: figures.hasTraded,
      limit: figures.hasLimits,
      identity: figures.verified,
    }
    return done[step]
  }

  /** The remaining steps; none if the user is unknown or no longer new, or has dismissed them. */
  get open(): FirstStep[] {
    if (!this.deps.account.figures || this.kept.dismissed) return []
    if (this.isDone('order') && this.isDone('identity')) return []
    return FIRST_STEPS.filter((step) => !this.isDone(step))
  }

  openGuide(): void {
    this.keep({ ...this.kept, guide: true })
  }

  dismiss(): void {
    this.keep({ ...this.kept, dismissed: true })
  }

  private get kept(): KeptSteps {
    const account = this.deps.account.figures?.account ?? ''
    return this.own?.account === account ? this.own : { account, guide: false, dismissed: false }
  }

  private keep(steps: KeptSteps): void {
    this.own = steps
    this.deps.kept.write(steps)
  }
}
