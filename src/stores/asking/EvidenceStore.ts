import { makeAutoObservable, observable, observableRef, runInAction } from 'mobx'
import type { Order } from '../../../contract/orders'
import type { Acceptance } from '../../../contract/proof'
import type { AcceptanceProblem } from '../../../proof/acceptance'
import type { AskedOrder } from '../../../proof/ask'
import { askedAt, finalFrom } from '../../../proof/entry'
import { evidenceText } from '../../../proof/evidence'
import type { SeenCheckpoint } from '../../../proof/time'
import type { Acceptances, KeptOrder } from '../persistence/acceptances'
import type { deviceLeftAsks } from '../persistence/leftAsks'
import type { RefusedAsks } from '../persistence/refusedAsks'
import type { KeptSplit } from '../persistence/splitLog'
import { bounded, dueMoment, everyMs, isOver, NEAR_EVERY_MS, type Running } from './checkpointTimes'
import type { OrderSigner, SplitLog } from './OrderSigner'

export interface EvidenceStoreDeps {
  /** Account of the logged-in user, or ''. */
  account(): string
  kept: Acceptances
  refusedAsks: Pick<RefusedAsks, 'read'>
  leftAsks: typeof deviceLeftAsks
  /** Checkpoints that this device has fetched lately, for all orders. */
  fetched: { read(): readonly SeenCheckpoint[]; write(all: readonly SeenCheckpoint[]): void }
  signer: Pick<OrderSigner, 'askWitnesses' | 'checkpoint' | 'leaveAsk' | 'problemsOf' | 'takeSplit'>
  /** Two logs that this device was shown. */
  keptSplit: { read(): KeptSplit | undefined; write(split: KeptSplit | undefined): void }
  clock: { readonly serverOffsetMs: number }
  /** This device's clock, epoch ms. */
  now(): number
}

/**
 * The service does not stand by what it has signed: it accepted something else, or it does not know the order any more,
 * or does not say what became of it, or answered when the first prices after the entry were known.
 */
export interface Dispute {
  kind: 'otherwise' | 'unknown' | 'silent' | 'late'
  kept: KeptOrder
}

/** Checkpoints that wait for their orders: four minutes of them. They go to an order after each so many. */
const FETCHED_MAX = 48
const HANDED_EVERY = 12
/** A checkpoint may have been asked for so long before the second of the entry, which is 4 s after the press. */
const BEFORE_ENTRY_MS = 10_000
/** An order that was placed just now may be under way between the service's own machines. */
const SETTLED_IN_MS = 30_000
/** This many questions in a row without an answer about one order, while others are answered, are no chance. */
const SILENT_FROM = 3
/** Most orders that are asked for at a time. */
const MISSED_MAX = 10

const withDenial = (problems: readonly AcceptanceProblem[] | undefined, denied: boolean) =>
  problems && denied ? [...problems, { kind: 'denied' } as const] : problems

/**
 * This device's evidence about the user's orders: acceptances, and what the log was when they were placed and ended.
 */
export class EvidenceStore {
  /** Notices for the user; newest last. */
  disputes: readonly Dispute[] = []
  /** Two signed states of the log that contradict each other, and that no statement of the house accounts for. */
  split: KeptSplit | undefined = undefined
  private readonly unknown = observable.set<string>()
  /** Orders that the service, when it was last asked, gave no answer about. */
  private silent: ReadonlySet<string> = new Set()
  /** Orders that the service knows, as far as asked. */
  private readonly found = new Set<string>()
  private readonly running = new Map<string, Running>()
  private triedAt = Number.NEGATIVE_INFINITY
  private fetching = false
  private failed = false
  private sinceHanded = 0
  /** Since when the app runs, by this device's clock. */
  private readonly since: number

  constructor(private readonly deps: EvidenceStoreDeps) {
    this.since = deps.now()
    makeAutoObservable<
      EvidenceStore,
      'deps' | 'since' | 'unknown' | 'silent' | 'found' | 'running' | 'triedAt' | 'fetching' | 'failed' | 'sinceHanded'
    >(this, {
      deps: false,
      since: false,
      holds: false,
      fileOf: false,
      unknown: false,
      silent: false,
      found: false,
      running: false,
      triedAt: false,
      fetching: false,
      failed: false,
      sinceHanded: false,
      disputes: observableRef,
      split: observableRef,
    })
  }

  /**
   * Keeps the signed acceptance of an order, and checks it if this device has `asked` for it; `denied`: the service had said
   * that it has no such order. Returns its faults; undefined if it could not be checked.
   */
  async accepted(
    orderId: string,
    { terms, signature, publicKey }: Acceptance,
    asked?: AskedOrder,
    denied = false,
  ): Promise<readonly AcceptanceProblem[] | undefined> {
    const { kept, signer, clock } = this.deps
    const [account, heardAt] = [this.deps.account(), this.deps.now()]
    const known = kept.read(orderId)
    if (known && asked && !known.asked) {
      kept.change(orderId, { asked })
      return this.checkAgain(known, asked, denied)
    }
    if (known) return known.asked && !known.problems ? this.checkAgain(known, known.asked) : (known.problems ?? [])
    const acceptance = { terms, signature, publicKey }
    const problems = asked && withDenial(await signer.problemsOf(acceptance, asked), denied)
    const late = asked && !denied ? this.lateness(orderId, heardAt + clock.serverOffsetMs) : {}
    const about = {
      orderId,
      account,
      checkpoints: [],
      ...late,
      ...(asked ? { asked } : {}),
      ...(problems ? { problems } : {}),
    }
    kept.keep({ ...acceptance, ...about })
    const endsAt = terms.acceptedAt + terms.entryTimeoutMs - clock.serverOffsetMs
    const placing = asked && !denied ? { heardAt, placed: false } : { heardAt: undefined, placed: true }
    this.running.set(orderId, { endsAt, closedAt: undefined, ended: 'no', ...placing })
    this.load()
    return asked ? problems : []
  }

  /** Leaves what this device asks for with the witnesses, once an order; nothing waits for it. Never rejects. */
  async leave(asked: AskedOrder): Promise<void> {
    const account = this.deps.account()
    const left = await this.deps.signer.leaveAsk(asked).catch(() => undefined)
    if (left) this.deps.leftAsks.keep({ ...left, orderId: asked.id, account })
  }

  /** A step of an order, from whichever message: its end decides when the log is looked at again. */
  note(order: Order): void {
    const isNew = !this.found.has(order.id)
    this.found.add(order.id)
    if (this.silent.has(order.id)) this.deps.kept.change(order.id, { unanswered: 0 })
    if (this.unknown.delete(order.id) || this.silent.has(order.id)) this.load()
    const isClosed = order.closedAt !== null
    const running = this.running.get(order.id) ?? (isNew && !isClosed ? this.earlier(order) : undefined)
    if (!running) return
    const { serverOffsetMs } = this.deps.clock
    const endsAt = order.expiresAt === null ? running.endsAt : Date.parse(order.expiresAt) - serverOffsetMs
    const closedAt = running.closedAt ?? (isClosed ? this.deps.now() : undefined)
    this.running.set(order.id, { ...running, endsAt, closedAt })
  }

  /** Fetches a checkpoint if one is due, one for all orders, and keeps it. */
  async fetchDue(): Promise<void> {
    const { now, signer, fetched } = this.deps
    for (const [id, running] of this.running) if (isOver(running, now())) this.running.delete(id)
    if (this.fetching || !this.isDue(now())) return
    this.fetching = true
    this.triedAt = now()
    const checkpoint = await signer.checkpoint()
    this.fetching = false
    this.failed = checkpoint === undefined
    await this.noteSplit()
    if (!checkpoint || this.running.size === 0) return
    fetched.write([...fetched.read(), checkpoint].slice(-FETCHED_MAX))
    this.sinceHanded += 1
    const all = this.sinceHanded >= HANDED_EVERY
    if (all) this.sinceHanded = 0
    for (const [id, running] of this.running) {
      const moment = dueMoment(running, now())
      if (moment || all) this.hand(id)
      if (moment === 'placed') void this.askWitnesses(id)
      const ended = running.closedAt === undefined ? ('early' as const) : ('yes' as const)
      if (moment) this.running.set(id, { ...running, ...(moment === 'placed' ? { placed: true } : { ended }) })
    }
  }

  /** A log that does not continue what this device has seen is told, unless the house had to restore it and says so. */
  private async noteSplit(): Promise<void> {
    this.tellSplit(await this.deps.signer.takeSplit())
  }

  /** Two logs that contradict each other are kept and told. */
  tellSplit(split: SplitLog | undefined): void {
    if (!split || split.restored) return
    this.deps.keptSplit.write({ before: split.before, after: split.after })
    this.load()
  }

  /** Asks the witnesses of the log what they have seen of it, once an order. */
  private async askWitnesses(orderId: string): Promise<void> {
    const { signer, kept } = this.deps
    const asked = await signer.askWitnesses().catch(() => undefined)
    if (!asked) return
    if (asked.joined.length > 0) kept.change(orderId, { witnessed: asked.joined })
    this.tellSplit(asked.split)
  }

  /** The user has read that there are two logs. */
  dismissSplit(): void {
    this.deps.keptSplit.write(undefined)
    this.load()
  }

  private isDue(now: number): boolean {
    const waited = now - this.triedAt
    return [...this.running.values()].some((running) => {
      const isAtOnce = !this.failed && dueMoment(running, now) !== undefined
      return isAtOnce || waited >= (this.failed ? NEAR_EVERY_MS : everyMs(running, now))
    })
  }

  /** An order gets the checkpoints that were fetched while it ran. */
  private hand(orderId: string): void {
    const { kept, fetched } = this.deps
    const order = kept.read(orderId)
    if (!order) return
    const last = order.checkpoints[order.checkpoints.length - 1]
    const from = last ? last.asked + 1 : order.terms.acceptedAt - BEFORE_ENTRY_MS
    const more = fetched.read().filter(({ asked }) => asked >= from)
    kept.change(orderId, { checkpoints: bounded([...order.checkpoints, ...more]) })
  }

  /** Orders of this user that the device holds an acceptance for and that nothing has been heard of; some at a time. */
  unheard(): string[] {
    const [account, now] = [this.deps.account(), this.deps.now()]
    const isOld = ({ terms }: KeptOrder) => terms.acceptedAt < now + this.deps.clock.serverOffsetMs - SETTLED_IN_MS
    const mine = this.deps.kept.readAll().filter((order) => order.account === account && !order.checked && isOld(order))
    const ids = mine.map(({ orderId }) => orderId).filter((id) => !this.found.has(id))
    const [first, again] = [ids.filter((id) => !this.unknown.has(id)), ids.filter((id) => this.unknown.has(id))]
    return [...first, ...again].slice(0, MISSED_MAX)
  }

  /** The service says that it has no such order. True if this device holds its acceptance. */
  miss(orderId: string): boolean {
    if (this.deps.kept.read(orderId) === undefined) return false
    runInAction(() => this.unknown.add(orderId))
    this.load()
    return true
  }

  /** The service answered other questions, and not the one about this order. */
  unanswered(orderId: string): void {
    const kept = this.deps.kept.read(orderId)
    if (!kept) return
    this.deps.kept.change(orderId, { unanswered: Math.min((kept.unanswered ?? 0) + 1, SILENT_FROM) })
    this.load()
  }

  /** Brings `disputes` up to date, e.g. after a login. */
  load(): void {
    const account = this.deps.account()
    this.split = this.deps.keptSplit.read()
    const own = this.deps.kept.readAll().filter((order) => order.account === account)
    this.silent = new Set(own.filter(({ unanswered }) => unanswered).map(({ orderId }) => orderId))
    const mine = own.filter(({ dismissed }) => !dismissed)
    this.disputes = mine.flatMap((kept): Dispute[] => {
      if (this.unknown.has(kept.orderId)) return [{ kind: 'unknown', kept }]
      if (kept.unanswered === SILENT_FROM) return [{ kind: 'silent', kept }]
      if (kept.problems && kept.problems.length > 0) return [{ kind: 'otherwise', kept }]
      return kept.lateMs !== undefined && !kept.checked ? [{ kind: 'late', kept }] : []
    })
  }

  /** The user has read it; the evidence stays. */
  dismiss(orderId: string): void {
    this.deps.kept.change(orderId, { dismissed: true })
    this.load()
  }

  /** Whether this device holds an acceptance of an order. */
  holds(orderId: string): boolean {
    return this.deps.kept.read(orderId) !== undefined
  }

  /**
   * The evidence about an order that can be handed to others, as a file, with its receipt as the service gave it;
   * undefined for nothing.
   */
  fileOf(orderId: string, receipt?: string): string | undefined {
    const [kept, left] = [this.deps.kept.read(orderId), this.deps.leftAsks.read(orderId)]
    if (!kept && !left && receipt === undefined) return undefined
    const seen = [...(kept?.witnessed ?? []), ...(kept?.checkpoints ?? [])]
    return evidenceText(receipt, kept, seen, this.deps.refusedAsks.read(orderId)?.refusal, left)
  }

  /** The session is over. What is kept waits on the device for its owner. */
  reset(): void {
    this.disputes = []
    this.unknown.clear()
    this.silent = new Set()
    this.found.clear()
    this.running.clear()
    this.triedAt = Number.NEGATIVE_INFINITY
    this.failed = false
    this.sinceHanded = 0
  }

  /** Whether an answer, heard by the service's clock at `after`, came late, though the app was there all the time. */
  private lateness(orderId: string, after: number): Pick<KeptOrder, 'lateMs'> {
    const wasThere = this.since + this.deps.clock.serverOffsetMs <= askedAt(orderId)
    return wasThere && after >= finalFrom(orderId) ? { lateMs: after - askedAt(orderId) } : {}
  }

  /** An acceptance that could not be checked when it came. */
  private async checkAgain(
    known: KeptOrder,
    asked: AskedOrder,
    denied = false,
  ): Promise<readonly AcceptanceProblem[] | undefined> {
    const problems = withDenial(await this.deps.signer.problemsOf(known, asked), denied)
    if (problems) this.deps.kept.change(known.orderId, { problems })
    this.load()
    return problems
  }

  /** An order that was placed at an earlier visit and still runs. */
  private earlier({ id }: Order): Running | undefined {
    const kept = this.deps.kept.read(id)
    if (!kept) return undefined
    const endsAt = kept.terms.acceptedAt + kept.terms.entryTimeoutMs - this.deps.clock.serverOffsetMs
    return { heardAt: undefined, endsAt, closedAt: undefined, placed: true, ended: 'no' }
  }
}
