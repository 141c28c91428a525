import { observable, runInAction } from 'mobx'
import type { Order } from '../../contract/orders'
import type { AnyReceipt } from '../../contract/proof'
import { typedCode } from '../../contract/typedText'
import type { HistoryProblem, RememberedHead } from '../../proof/heads'
import type { ReceiptCheck } from '../../proof/receipt'
import type { SeenCheckpoint, Tie } from '../../proof/time'
import type { WitnessPolicy } from '../../proof/witnesses'
import type { ApiResult, Http } from '../api/http'
import { type Booking, bookingOf } from '../domain/proof/booking'
import type { SeenPrice } from '../domain/proof/otherPrices'
import type { KeptAcceptance } from '../domain/proof/sameOrder'
import type { Acceptances } from './persistence/acceptances'
import type { KeptResult, VerifiedResult } from './persistence/keptResults'
import type { Witness } from './persistence/ownWitnesses'
import { Resource, Resources } from './Resource'

/** The inputs of a check in addition to the receipt. */
export interface ProofCheckDeps {
  http: Http
  /** The order as the app shows it. */
  orderOf(id: string): Order | undefined
  acceptances: Pick<Acceptances, 'forget'> & { read(orderId: string): KeptAcceptance | undefined }
  /** The checkpoints that this device fetched while an order ran. */
  checkpoints: { read(orderId: string): readonly SeenCheckpoint[] }
  /** The results that this device has verified, for good; the first of an order stays. */
  keptResults: { read(orderId: string): KeptResult | undefined; write(orderId: string, result: KeptResult): void }
  /** The prices that the stream gave this device while orders on a product ran. */
  seenPrices: { read(symbol: string): readonly SeenPrice[] }
  /** The newest head that this device has seen, of this server. */
  remembered: { read(): RememberedHead | undefined; write(head: RememberedHead): void }
  /** How often in a row the service did not show that its log continues. */
  refusals: { read(): number; write(count: number): void }
  /** This device's clock, in ms since 1970; the service's while that is off. */
  now(): number
  /** Lets the page answer between two steps of a check, each of which takes tens of ms on a slow phone. */
  pause(): Promise<void>
  /** The secret of the key with which this device signs its orders; left out where it does not matter whose an order is. */
  deviceSeed?: () => string | undefined
  /** The witnesses that this device was first told of. */
  keptPolicy: { read(): WitnessPolicy | undefined; write(policy: WitnessPolicy): void }
  /** The witnesses that the user has chosen, and how they are asked. */
  ownWitnesses: { read(): readonly Witness[]; readPage(url: string): Promise<string | undefined> }
  /** Values that the deployment built into the app (docs/PROOF_FORMAT.md, "What the app believes"). */
  pin: string
  /** Sets of signers of prices that the deployment built in, besides the published ones. */
  signers: string
}

/** The checks are in their own chunk, loaded when the first closed order is checked. */
export interface ProofChecks {
  checkOrder(deps: ProofCheckDeps, orderId: string, text: string): Promise<ApiResult<CheckedReceipt>>
  checkFile(deps: ProofCheckDeps, text: string, linked?: string): Promise<ApiResult<CheckedReceipt>>
  tlogProof(receipt: AnyReceipt): string
}

export interface ProofStoreDeps extends ProofCheckDeps {
  /** How the orders ended whose result this device has verified, by their ids. */
  verifiedBefore(): ReadonlyMap<string, VerifiedResult>
  loadChecks(): Promise<ProofChecks>
  sleep(ms: number): Promise<void>
}

/** Which of the witnesses that this app relies on have seen the log of a receipt. */
export interface WitnessCheck {
  /** Names of the witnesses that have signed, e.g. "witness.example.com/w1". */
  seenBy: string[]
  /** How many signatures are needed; 0 if the app knows no witness. */
  needed: number
  /**
   * The source of the witnesses' names: the user, the app's build, or the server at this device's first request;
   * undefined without any.
   */
  namedBy: 'user' | 'app' | 'server' | undefined
}

/** Witnesses sign a new head within seconds: number of checks of a fresh result, and the pause between them. */
const WITNESS_TRIES = 3
const WITNESS_TRY_MS = 2_000

/** How many of a list's newest results are checked unasked; the others are when they are opened. */
const VERIFIED_AT_ONCE_MAX = 3

/** A receipt with what this device found when it checked it. */
export interface CheckedReceipt {
  /** An empty object if the text is no receipt. */
  receipt: AnyReceipt
  /** The receipt as the service gave it. */
  text: string
  check: ReceiptCheck
  /** The content of a picture of the result, so that it can be compared with the receipt, e.g. "7K3Q-9X2T-AB4C". */
  code: string
  /** Differences between the newest head that this device knew and the receipt's. */
  history: HistoryProblem | undefined
  /** The house's statement that a restore voided a part of the log, as this device has accepted it. */
  restored: RememberedHead['restored']
  witnesses: WitnessCheck
  /** The holders of the log at the time of the order, so that it cannot have been written later; undefined: nobody. */
  tied: Tie | undefined
  /** For how long prices of the order stood in no head, in ms. */
  unfixedMs: number
  /** The key that has signed the order, hex, if it is none of this device. */
  otherDevice?: string
  /** How an own order that holds changed the balance; undefined if the service did not say. */
  booking?: Booking
}

/** Nothing speaks against it, and it could be checked; it may still wait for witnesses. */
export const isSound = ({ check, history }: CheckedReceipt): boolean =>
  check.problems.length === 0 && !check.unable && !history

/** Whether as many witnesses have seen it as this app asks for. */
export const isWitnessed = ({ witnesses }: CheckedReceipt): boolean => witnesses.seenBy.length >= witnesses.needed

/** Heads are made seconds apart. */
const FIXED_WITHIN_MS = 10_000

/** Whether a head had each price of the order soon: until one has, the service could still choose them. */
export const isFixedInTime = ({ unfixedMs }: Pick<CheckedReceipt, 'unfixedMs'>): boolean => unfixedMs <= FIXED_WITHIN_MS

/** All that has to be so before a result is called verified. */
export const isVerified = (checked: CheckedReceipt): boolean =>
  isSound(checked) && isWitnessed(checked) && isFixedInTime(checked)

const waitsForWitnesses = ({ value }: Resource<CheckedReceipt>): boolean =>
  value !== undefined && isSound(value) && !isWitnessed(value)

/** The chunk with the checks could not be loaded. */
const noAnswer = { ok: false, error: { code: 'network', details: {}, requestId: '' } } as const

export interface PublicLog {
  /** Orders of all users settled on this day of UTC, and how many of them were void. */
  orders: number
  voided: number
  /** When the newest head was signed, epoch ms. */
  signedAt: number
}

/** Receipts of closed orders, checked on this device, whose memory of the log exposes a rewritten history. */
export class ProofStore {
  readonly publicLog = new Resource(() => this.readPublicLog())
  /** By order: pages of several closed orders are open at a time, one above the other. */
  private readonly checks: Resources<string, Resource<CheckedReceipt>>
  /** Ids of orders whose receipts this device has checked and found to hold. */
  private readonly verified = observable.set<string>()
  private readonly broken = observable.set<string>()
  /** What earlier sessions have verified, once it is asked for. */
  private before: ReadonlyMap<string, VerifiedResult> | undefined
  /** Orders whose check has started. A failed check shows on the order's own page. */
  private readonly asked = new Set<string>()

  constructor(private readonly deps: ProofStoreDeps) {
    this.checks = new Resources((orderId) => new Resource(() => this.check(orderId)))
  }

  /** The receipt of an order with the findings; idle until `open` is called for it. For observers. */
  checkOf(orderId: string): Resource<CheckedReceipt> {
    return this.checks.of(orderId)
  }

  /** Fetches the receipt of a closed order and checks it on this device. */
  async open(orderId: string): Promise<void> {
    const check = this.checkOf(orderId)
    check.reset()
    await check.refresh()
    for (let tries = 0; tries < WITNESS_TRIES && waitsForWitnesses(check); tries++) {
      await this.deps.sleep(WITNESS_TRY_MS)
      if (waitsForWitnesses(check)) await check.refresh()
    }
  }

  /** Whether this device has checked the receipt of an order, and everything about it holds. For observers. */
  isVerified(orderId: string): boolean {
    return this.verified.has(orderId)
  }

  /** Whether a check of this device has found that the receipt of an order does not hold. For observers. */
  isBroken(orderId: string): boolean {
    return this.broken.has(orderId)
  }

  /** Ids of the results that this device has verified, now or earlier. For observers. */
  verifiedOf(results: readonly { id: string; result: Order['status'] }[]): ReadonlySet<string> {
    this.before ??= this.deps.verifiedBefore()
    const { before } = this
    return new Set(
      results.flatMap(({ id, result }) => (this.isVerified(id) || before.get(id)?.status === result ? [id] : [])),
    )
  }

  /** Checks these orders in this order, one at a time, until `isOver` or the service does not answer. */
  async verifyAll(orderIds: readonly string[], isOver: () => boolean): Promise<void> {
    for (const id of orderIds) if (isOver() || !(await this.check(id)).ok) return
  }

  /** Checks the newest of these orders, newest first, one at a time; each is asked for once. */
  async verifyNewest(orderIds: readonly string[]): Promise<void> {
    for (const id of orderIds.slice(0, VERIFIED_AT_ONCE_MAX)) {
      if (this.asked.has(id)) continue
      this.asked.add(id)
      await this.check(id)
    }
  }

  /**
   * Checks the receipt in a file that somebody hands over: a receipt, or evidence with one. `linked` is the checkpoint of the
   * link that came with it. Needs no session.
   */
  async checkFile(text: string, linked = ''): Promise<ApiResult<CheckedReceipt>> {
    const checks = await this.deps.loadChecks().catch(() => undefined)
    return checks ? checks.checkFile(this.deps, text, linked) : noAnswer
  }

  /** Checks the result that its user lets anyone open by this code, however it is spelled. */
  async checkShared(code: string, linked = ''): Promise<ApiResult<CheckedReceipt>> {
    const letters = typedCode(code)
      .toUpperCase()
      .replace(/O/g, '0')
      .replace(/[IL]/g, '1')
      .replace(/[^0-9A-Z]/g, '')
    const answer = await this.deps.http.callText('getSharedReceipt', { params: { code: letters } })
    return answer.ok ? this.checkFile(answer.value, linked) : answer
  }

  /** Whether anyone may open the receipt of an order by its code; undefined without an answer. */
  async isShared(orderId: string): Promise<boolean | undefined> {
    const answer = await this.deps.http.call('getShared', { params: { id: orderId } })
    return answer.ok ? answer.value.shared : undefined
  }

  share(orderId: string, shared: boolean): Promise<ApiResult<{ shared: boolean }>> {
    return this.deps.http.call('shareResult', { params: { id: orderId }, body: { shared } })
  }

  /** The checked receipt of an order as a file of c2sp.org/tlog-proof; undefined if there is none that holds. */
  async tlogProof(orderId: string): Promise<string | undefined> {
    const { value } = this.checkOf(orderId)
    const checks = await this.deps.loadChecks().catch(() => undefined)
    return value && checks && isSound(value) ? checks.tlogProof(value.receipt) : undefined
  }

  /** The session is over. What this device remembers of the public log stays. */
  reset(): void {
    this.checks.reset()
    runInAction(() => {
      this.verified.clear()
      this.broken.clear()
    })
    this.before = undefined
    this.asked.clear()
  }

  private async readPublicLog(): Promise<ApiResult<PublicLog>> {
    const { http } = this.deps
    const [head, endings] = await Promise.all([
      http.call('getLatestHead'),
      http.call('getEndings', { query: { days: '1' } }),
    ])
    if (!head.ok) return head
    if (!endings.ok) return endings
    const { items } = endings.value
    const voids = items.flatMap((item) => Object.values(item.voids))
    const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0)
    const value = { orders: sum(items.map(({ orders }) => orders)), voided: sum(voids), signedAt: head.value.head.at }
    return { ok: true, value }
  }

  private async check(orderId: string): Promise<ApiResult<CheckedReceipt>> {
    // As it was sent: how a receipt is spelled is checked, too.
    const answer = await this.deps.http.callText('getReceipt', { params: { id: orderId } })
    if (!answer.ok) return answer
    const checks = await this.deps.loadChecks().catch(() => undefined)
    if (!checks) return noAnswer
    const found = await checks.checkOrder(this.deps, orderId, answer.value)
    if (!found.ok) return found
    if (!isSound(found.value)) {
      if (!found.value.check.unable) runInAction(() => this.broken.add(orderId))
      return found
    }
    if (isVerified(found.value)) runInAction(() => this.verified.add(orderId))
    const { profitLoss, scale } = found.value.receipt.order
    const entries = await this.deps.http.call('listBookedOrders', { query: { ids: orderId } })
    if (!entries.ok) return found
    return { ok: true, value: { ...found.value, booking: bookingOf(profitLoss, scale, entries.value.items) } }
  }
}
