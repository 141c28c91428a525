import type { OrderRefusal } from '../../../contract/errors'
import type { Acceptance } from '../../../contract/proof'
import type { AcceptanceProblem } from '../../../proof/acceptance'
import type { Agreed, AskedFields, AskedOrder } from '../../../proof/ask'
import type { LeftAsk } from '../../../proof/leftAsk'
import type { Restored } from '../../../proof/restores'
import type { SeenLog } from '../../../proof/seenLog'
import type { DeviceSigner } from '../../../proof/signing'
import type { SeenCheckpoint } from '../../../proof/time'
import type { Http } from '../../api/http'
import { MeasuredClock, type Reading } from '../../domain/measuredClock'
import type { Witness } from '../persistence/ownWitnesses'
import type * as orderChecks from './orderChecks'

export interface OrderSignerDeps {
  http: Http
  /** Cryptography comes late: no page needs it before an order is placed. */
  loadChecks(): Promise<typeof orderChecks>
  keptKey: { read(): string | undefined; write(seed: string): void }
  keptLog: { read(): SeenLog | undefined; write(log: SeenLog): void }
  /** The log's key, if this device has checked a receipt. */
  rememberedKey(): string | undefined
  randomBytes(count: number): Promise<Uint8Array>
  /** Lets the tap be painted before the device signs, which takes a slow one as long as two pictures. */
  pause(): Promise<void>
  /** Values that the deployment built into the app (docs/PROOF_FORMAT.md, "What the app believes"). */
  pin: string
  /** This device's clock, epoch ms. */
  now(): number
  /** Its clock that nobody sets, in ms; undefined if there is none. */
  steadyNow(): number | undefined
  /** The text at an address of somebody else; undefined without an answer. */
  readPage(url: string, body?: string): Promise<string | undefined>
  /** Keys of the witnesses that this device was first told of. */
  keptWitnesses(): readonly string[] | undefined
  /** The witnesses that the user has chosen. */
  ownWitnesses(): readonly Witness[]
}

/** Two signed checkpoints of the log, of which the second does not continue the first. */
export interface SplitLog {
  before: SeenCheckpoint
  after: SeenCheckpoint
  /** The house's statement that it had to restore the log. */
  restored?: Restored
}

/** The device's additions to an order, and in which log it belongs. */
export type SignedAsk = Pick<AskedOrder, 'ask' | 'origin'>

/** A ticket asks for a checkpoint at most this often. */
const FRESH_MS = 30_000
const SEED_BYTES = 32

/**
 * Signs orders with this device's key and the newest state of the log that the device has seen, and checks what the service
 * signs in return (docs/PROOF_DESIGN.md, "Ask"). A checkpoint counts only if a key of the log has signed it; the first such key is
 * taken from the app's build, from an earlier check or from the service, and later ones have to lead on from it.
 */
export class OrderSigner {
  private signer: Promise<DeviceSigner> | undefined
  private fetching: Promise<SeenCheckpoint | undefined> | undefined
  private fetchedAt = Number.NEGATIVE_INFINITY
  private restored = false
  private log: SeenLog | undefined
  /** What the service answered last; undefined without an answer that the log has signed. */
  private newest: SeenLog | undefined
  /** Whether that contradicts the log that this device has seen. */
  private isSplit = false
  private readonly clock = new MeasuredClock()
  /** The origin that the app's build pins. */
  private pinnedOrigin: string | undefined
  /** Today's first. */
  private keys: readonly string[] = []

  constructor(private readonly deps: OrderSignerDeps) {}

  /** For a ticket that opens: makes the key if there is none, and asks for the log's current state. Never rejects. */
  async prepare(): Promise<void> {
    const isFresh = this.deps.now() - this.fetchedAt < FRESH_MS
    await Promise.all([this.signerOfDevice().catch(() => undefined), isFresh ? undefined : this.checkpoint()])
  }

  /** The newest checkpoint with the service's time as this device measures it; undefined without one that the log has signed. Never rejects. */
  checkpoint(): Promise<SeenCheckpoint | undefined> {
    this.fetching ??= this.fetch()
      .catch(() => undefined)
      .finally(() => {
        this.fetching = undefined
      })
    return this.fetching
  }

  /**
   * Waits for all that a signature needs. The time in an order's id is taken afterward: the order has seconds from then on, and
   * a slow phone would have spent them on loading. Never rejects.
   */
  async makeReady(): Promise<void> {
    await Promise.all([this.ready(), this.signerOfDevice()]).catch(() => undefined)
    if (!this.log) await this.checkpoint()
    await this.deps.pause()
  }

  /** Signs an order; undefined if the device has no key, or cannot learn which log it is. */
  async sign(order: AskedFields, agreed: Agreed): Promise<SignedAsk | undefined> {
    const checks = await this.ready().catch(() => undefined)
    const signer = await this.signerOfDevice().catch(() => undefined)
    if (!checks || !signer) return undefined
    // Its result counts for the next order.
    void this.prepare()
    const seen = this.log ?? (await this.unseen(checks))
    return seen && { ask: checks.signAsk(signer, order, agreed, seen), origin: seen.origin }
  }

  /**
   * The service says that the log which this device has seen is not its own. From here on the newest one counts, so that the
   * user can continue. Returns both checkpoints if they contradict each other: each is signed, so that together they are proof, unless
   * the log was `restored`, which the house then has signed as well.
   */
  async startOver(): Promise<SplitLog | undefined> {
    const before = this.log
    await this.checkpoint()
    const after = this.newest
    if (!after) return undefined
    const isSplit = this.isSplit || (before?.origin === after.origin && after.size < before.size)
    this.see(after)
    return before && isSplit ? this.splitOf(before, after) : undefined
  }

  /**
   * What the witnesses have signed of the log that this device has seen, once an order. A witness whose log is another one is told
   * as any log that does not continue what was seen.
   */
  async askWitnesses(): Promise<{ joined: SeenCheckpoint[]; split: SplitLog | undefined }> {
    const [checks, witnesses] = await Promise.all([this.ready(), this.witnesses()])
    const { log } = this
    if (!log) return { joined: [], split: undefined }
    const { joined, other } = await checks.askWitnesses(this.deps, witnesses, log)
    return { joined, split: other && (await this.splitOf(other, log)) }
  }

  /** Leaves the hash of what this device asks for with the witnesses; undefined if none of them has signed for it. */
  async leaveAsk({ origin, agreed, ...order }: AskedOrder): Promise<LeftAsk | undefined> {
    const [checks, witnesses] = await Promise.all([this.ready(), this.witnesses()])
    const ask = checks.askTextOf(origin, order, agreed)
    const seenBy = await checks.leaveAsk(this.deps, witnesses, ask)
    return seenBy.length > 0 ? { ask, signature: order.ask.signature, seenBy } : undefined
  }

  /** Those that count for this device: the user's own, otherwise the pinned or named ones at the addresses that the service gives. */
  private async witnesses(): Promise<readonly Witness[]> {
    const own = this.deps.ownWitnesses()
    if (own.length > 0) return own
    const [checks, policy] = await Promise.all([this.ready(), this.deps.http.call('getProofPolicy')])
    if (!policy.ok) return []
    const pinned = checks.parsePin(this.deps.pin)?.policy.witnesses ?? []
    const trusted = pinned.length > 0 ? pinned : (this.deps.keptWitnesses() ?? policy.value.witnesses)
    return checks.namedWitnesses(policy.value).filter(({ key }) => trusted.includes(key))
  }

  /** The witness that the user names, if it has signed the log that this device has seen; `split`: it has signed another one. */
  async findWitness(entered: string): Promise<Witness | 'address' | 'silent' | { split: SplitLog }> {
    const checks = await this.ready()
    await this.checkpoint()
    const { log } = this
    const found = log ? await checks.findWitness(this.deps, entered, log) : 'silent'
    return log && typeof found === 'object' && 'other' in found
      ? { split: await this.splitOf(found.other, log) }
      : (found as Witness)
  }

  /** What the newest answer of the service contradicts, if it does; once. */
  async takeSplit(): Promise<SplitLog | undefined> {
    if (!this.isSplit || !this.log || !this.newest) return undefined
    this.isSplit = false
    return this.splitOf(this.log, this.newest)
  }

  private async splitOf(before: SeenLog, after: SeenLog): Promise<SplitLog> {
    const [checks, policy] = await Promise.all([this.ready(), this.deps.http.call('getProofPolicy')])
    const restored = policy.ok ? checks.restoreSaid(policy.value.restores, { ...before, keys: this.keys }) : undefined
    return { before: before.checkpoint, after: after.checkpoint, ...(restored && { restored }) }
  }

  /**
   * The problem with the acceptance of an order that this device has asked for. Undefined: it could not be checked.
   */
  async problemsOf(acceptance: Acceptance, asked: AskedOrder): Promise<AcceptanceProblem[] | undefined> {
    const checks = await this.ready().catch(() => undefined)
    if (!checks) return undefined
    if (!this.keys.includes(acceptance.publicKey) && !(await this.renewKeys())) return undefined
    return checks.acceptanceProblems(acceptance, asked, this.keys)
  }

  /** Whether the log has signed that it refuses an order of this device. Undefined: it could not be checked. */
  async isRefused(asked: AskedOrder, refusal: OrderRefusal): Promise<boolean | undefined> {
    const checks = await this.ready().catch(() => undefined)
    if (!checks) return undefined
    if (!this.keys.includes(refusal.publicKey) && !(await this.renewKeys())) return undefined
    return checks.isAskRefused(asked, refusal, this.keys)
  }

  /** The late part, with what this device knows of the log. */
  private async ready(): Promise<typeof orderChecks> {
    const { loadChecks, keptLog, pin, rememberedKey } = this.deps
    const checks = await loadChecks()
    if (this.restored) return checks
    this.restored = true
    const pinned = checks.parsePin(pin)?.log
    this.pinnedOrigin = pinned?.name
    this.log = keptLog.read()
    this.keys = this.log?.keys ?? [pinned?.publicKey ?? rememberedKey() ?? []].flat()
    return checks
  }

  private signerOfDevice(): Promise<DeviceSigner> {
    this.signer ??= this.makeSigner().catch((error: unknown) => {
      this.signer = undefined
      throw error
    })
    return this.signer
  }

  private async makeSigner(): Promise<DeviceSigner> {
    const { keptKey, randomBytes } = this.deps
    const { signerOf, toHex } = await this.ready()
    const kept = keptKey.read()
    if (kept) return signerOf(kept)
    const seed = toHex(await randomBytes(SEED_BYTES))
    keptKey.write(seed)
    return signerOf(seed)
  }

  private reading(): Reading {
    return { wall: this.deps.now(), steady: this.deps.steadyNow() }
  }

  private async fetch(): Promise<SeenCheckpoint | undefined> {
    const { http } = this.deps
    const { continuesSeen, readCheckpoint, readNewest } = await this.ready()
    const known = this.log
    this.newest = undefined
    const sent = this.reading()
    this.fetchedAt = sent.wall
    const answer = await http.text(`/log/newest${known ? `?from=${known.size}` : ''}`)
    const newest = answer.ok ? readNewest(answer.value) : undefined
    if (!newest) return undefined
    const { checkpoint: text, path } = newest
    const when = this.clock.take(sent, this.reading(), newest.at)
    const read =
      readCheckpoint(text, this.keys) ?? ((await this.renewKeys()) ? readCheckpoint(text, this.keys) : undefined)
    if (!when || !read || (this.pinnedOrigin ?? read.origin) !== read.origin) return undefined
    const seen = { asked: when.asked, at: when.answered, text }
    this.newest = { ...read, keys: this.keys, checkpoint: seen }
    // Nodes may be a moment behind; the newest that was seen counts.
    if (known?.origin !== read.origin || known === undefined) this.see(this.newest)
    else if (read.size > known.size && continuesSeen(known, read, path)) this.see(this.newest)
    else this.isSplit = read.size > known.size || (read.size === known.size && read.root !== known.root)
    return seen
  }

  private see(log: SeenLog): void {
    this.isSplit = false
    this.log = log
    this.deps.keptLog.write(log)
  }

  /** The log that the service names, for a device that has seen nothing of it. */
  private async unseen({ originOf, unseenLog }: typeof orderChecks) {
    const policy = this.pinnedOrigin === undefined ? await this.deps.http.call('getProofPolicy') : undefined
    const origin = this.pinnedOrigin ?? (policy?.ok ? originOf(policy.value) : undefined)
    return origin === undefined ? undefined : unseenLog(origin)
  }

  /** False: the service gave no answer. A change of keys that does not lead on from a known one changes nothing. */
  private async renewKeys(): Promise<boolean> {
    const { logKeys } = await this.ready()
    const policy = await this.deps.http.call('getProofPolicy')
    if (!policy.ok) return false
    const keys = logKeys(policy.value, this.keys[0])
    if (keys.length > 0) this.keys = keys
    return true
  }
}
