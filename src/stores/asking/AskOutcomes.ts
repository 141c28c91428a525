import { observable, runInAction } from 'mobx'
import type { AcceptedOrder } from '../../../contract/proof'
import type { AskedOrder } from '../../../proof/ask'
import { finalFrom } from '../../../proof/entry'
import type { ApiFailure, ApiResult, Http } from '../../api/http'
import type { FailureCode } from '../../domain/loadable'
import type { RefusedAsk, RefusedAsks } from '../persistence/refusedAsks'
import type { Intent } from '../sending/intents'
import { UNCERTAIN } from '../sending/sendOnce'
import type { OrderSigner } from './OrderSigner'

export interface AskOutcomesDeps {
  http: Http
  signer: Pick<OrderSigner, 'isRefused'>
  kept: RefusedAsks
  account(): string
  /** Whether the device still has no answer. */
  isUnclear(orderId: string): boolean
  /** This device's clock, epoch ms. */
  now(): number
  /** The service's. */
  serverNow(): number
}

/** This many questions in a row without an answer about one order, while others are answered, are no chance. */
const SILENT_FROM = 3

/** The service was not reached. */
const UNREACHED: ReadonlySet<FailureCode> = new Set(['network', 'timeout'])

/** Refusals that the service does not sign: it does not know the ask, or asks to be asked again. */
const NEVER_SIGNED: ReadonlySet<FailureCode> = new Set([
  ...UNCERTAIN,
  'ask_invalid',
  'invalid_request',
  'order_id_conflict',
  'rate_limited',
  'stake_invalid',
  'unauthenticated',
])
/** The ones among them that say nothing about an order, so that it is asked for again. */
const ASK_AGAIN: ReadonlySet<FailureCode> = new Set([...UNCERTAIN, 'rate_limited', 'unauthenticated'])

const NOT_FOUND = { ok: false, error: { code: 'not_found', details: {}, requestId: '' } } as const

/** What became of orders that this device has asked for and has no acceptance of (docs/PROOF_FORMAT.md, "Refusals"). */
export class AskOutcomes {
  /** Orders about which the service says nothing, though it answers other questions. */
  private readonly silent = observable.set<string>()
  private readonly inVain = new Map<string, number>()

  constructor(private readonly deps: AskOutcomesDeps) {}

  /** What the service had said was not made; undefined if it said so of no order of this id and this user. */
  refusedOf(orderId: string): RefusedAsk | undefined {
    const known = this.deps.kept.read(orderId)
    return known?.account === this.deps.account() ? known : undefined
  }

  /** For observers. */
  isSilent(orderId: string): boolean {
    return this.silent.has(orderId)
  }

  /** Keeps a refusal. False if the service should have signed it and has not; undefined if that could not be checked. */
  async refused(asked: AskedOrder, { code, details }: ApiFailure): Promise<boolean | undefined> {
    const { signer, kept, account, now } = this.deps
    const ask = { account: account(), asked, code, toldAt: now() }
    const { refusal } = details
    const isSigned = refusal ? await signer.isRefused(asked, refusal) : false
    kept.keep(refusal && isSigned !== false ? { ...ask, refusal } : ask)
    return isSigned || NEVER_SIGNED.has(code) || (isSigned === undefined ? undefined : false)
  }

  /**
   * Asks for an order without an answer. What the service does not have once nothing can be made of it any more is sent
   * again: in return, the service signs that it has not made it.
   */
  async find({ id, body }: Intent<'order'>): Promise<ApiResult<AcceptedOrder>> {
    const found = await this.deps.http.call('getOrder', { params: { id } })
    const isFinal = this.deps.serverNow() >= finalFrom(id)
    if (!this.deps.isUnclear(id)) return found
    const isMissing = !found.ok && found.error.code === 'not_found'
    const answer = isMissing && isFinal ? await this.askForGood({ id, ...body }) : found
    if (answer.ok || answer.error.code === 'not_found') this.heard(id)
    else if (!UNREACHED.has(answer.error.code)) await this.unheard(id)
    return answer
  }

  /** The session is over. Refused asks wait on the device for their owner. */
  reset(): void {
    runInAction(() => this.silent.clear())
    this.inVain.clear()
  }

  private async askForGood(asked: AskedOrder): Promise<ApiResult<AcceptedOrder>> {
    const { agreed: _, origin: __, ...body } = asked
    const answer = await this.deps.http.call('placeOrder', { body })
    if (answer.ok || ASK_AGAIN.has(answer.error.code)) return answer
    await this.refused(asked, answer.error)
    return NOT_FOUND
  }

  private heard(id: string): void {
    this.inVain.delete(id)
    runInAction(() => this.silent.delete(id))
  }

  private async unheard(id: string): Promise<void> {
    const times = (this.inVain.get(id) ?? 0) + 1
    this.inVain.set(id, times)
    if (times < SILENT_FROM || this.silent.has(id)) return
    const others = await this.deps.http.call('listOrders', { query: { state: 'holding', limit: 1 } })
    if (others.ok) runInAction(() => this.silent.add(id))
  }
}
