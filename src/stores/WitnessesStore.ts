import { makeAutoObservable, observableRef, runInAction } from 'mobx'
import type { Http } from '../api/http'
import type { EvidenceStore } from './asking/EvidenceStore'
import type { OrderSigner } from './asking/OrderSigner'
import type * as orderChecks from './asking/orderChecks'
import { OWN_WITNESSES_MAX, type Witness } from './persistence/ownWitnesses'

export interface WitnessesStoreDeps {
  http: Http
  signer: Pick<OrderSigner, 'findWitness'>
  evidence: Pick<EvidenceStore, 'tellSplit'>
  loadChecks(): Promise<Pick<typeof orderChecks, 'namedWitnesses'>>
  kept: { read(): readonly Witness[]; write(witnesses: readonly Witness[]): void }
}

/** Why a witness was not added: `other` has signed another log than this device has seen. */
export type WitnessProblem = 'address' | 'silent' | 'known' | 'full' | 'other'

/** The witnesses that the user of this device has chosen, with those of the service as a proposal. */
export class WitnessesStore {
  own: readonly Witness[]
  /** Those that the service names, with addresses. */
  private named: readonly Witness[] = []

  constructor(private readonly deps: WitnessesStoreDeps) {
    this.own = deps.kept.read()
    makeAutoObservable<WitnessesStore, 'deps' | 'named'>(this, {
      deps: false,
      own: observableRef,
      named: observableRef,
    })
  }

  /** What the service proposes and the user has not chosen. */
  get proposed(): readonly Witness[] {
    return this.isFull ? [] : this.named.filter(({ key }) => this.own.every((own) => own.key !== key))
  }

  private get isFull(): boolean {
    return this.own.length >= OWN_WITNESSES_MAX
  }

  /** Asks the service for its proposal. */
  async load(): Promise<void> {
    const [checks, policy] = await Promise.all([
      this.deps.loadChecks().catch(() => undefined),
      this.deps.http.call('getProofPolicy'),
    ])
    if (!checks || !policy.ok) return
    const named = checks.namedWitnesses(policy.value)
    runInAction(() => {
      this.named = named
    })
  }

  /**
   * Adds a witness that has signed the log that this device has seen.
   * @param entered its address, with its key before it or without
   * @returns why it was not added; undefined if it was
   */
  async add(entered: string): Promise<WitnessProblem | undefined> {
    if (this.isFull) return 'full'
    const found = await this.deps.signer.findWitness(entered).catch(() => 'silent' as const)
    if (typeof found === 'string') return found
    if ('split' in found) {
      this.deps.evidence.tellSplit(found.split)
      return 'other'
    }
    if (this.own.some(({ key }) => key === found.key)) return 'known'
    this.keep([...this.own, found])
    return undefined
  }

  remove(key: string): void {
    this.keep(this.own.filter((each) => each.key !== key))
  }

  private keep(own: readonly Witness[]): void {
    this.own = own
    this.deps.kept.write(own)
  }
}
