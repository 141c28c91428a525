import { randomBytes } from 'node:crypto'
import type { AcceptedOrder } from '../../contract/proof'
import type { Agreed, AskedOrder } from '../../proof/ask'
import type { RememberedHead } from '../../proof/heads'
import type { SeenLog } from '../../proof/seenLog'
import type { SeenCheckpoint } from '../../proof/time'
import type { UnsignedOrder } from '../../server/test/asks'
import type { Http } from '../../src/api/http'
import { createRequestId } from '../../src/domain/requestId'
import { EvidenceStore, type EvidenceStoreDeps } from '../../src/stores/asking/EvidenceStore'
import { OrderSigner } from '../../src/stores/asking/OrderSigner'
import * as orderChecks from '../../src/stores/asking/orderChecks'
import { ConnectionStore } from '../../src/stores/ConnectionStore'
import type { CheckedReceipt, ProofCheckDeps } from '../../src/stores/ProofStore'
import type { Acceptances, KeptOrder } from '../../src/stores/persistence/acceptances'
import type { KeptResult } from '../../src/stores/persistence/keptResults'
import type { KeptSplit } from '../../src/stores/persistence/splitLog'
import { checkOrder } from '../../src/stores/proofCheck'
import { appHttp } from './appHttp'

/** A request to the service, with what it answered. */
export type Request = (path: string, body?: object) => Promise<{ status: number; text: string }>

export interface AppDeviceOptions {
  request: Request
  /** The clock of the service, epoch ms. */
  serverNow(): number
  /** How far the device's clock is ahead of it. */
  aheadMs?: number
  /** False: the device has not compared its clock with the service's yet. */
  isMeasured?: boolean
}

/** A device's storage, in memory. */
function keptIn<T>(first: T): { read(): T; write(next: T): void }
function keptIn<T>(): { read(): T | undefined; write(next: T | undefined): void }
function keptIn<T>(first?: T) {
  let value = first
  return {
    read: () => value,
    write: (next: T) => {
      value = next
    },
  }
}

function acceptancesInMemory(): Acceptances {
  const all = new Map<string, KeptOrder>()
  const change = (id: string, changes: Partial<KeptOrder>) => {
    const known = all.get(id)
    if (known) all.set(id, { ...known, ...changes })
  }
  return {
    readAll: () => [...all.values()],
    read: (id) => all.get(id),
    change,
    keep: (order) => {
      if (!all.has(order.orderId)) all.set(order.orderId, order)
    },
    forget: (id) => change(id, { checked: true }),
  }
}

/** What checks a receipt on this phone. */
function checkingWith(
  own: Pick<ProofCheckDeps, 'http' | 'remembered' | 'now'> & { acceptances: ReturnType<typeof acceptancesInMemory> },
): ProofCheckDeps {
  const results = new Map<string, KeptResult>()
  const refusals = keptIn(0)
  return {
    ...own,
    pin: '',
    signers: '',
    orderOf: () => undefined,
    checkpoints: { read: (id) => own.acceptances.read(id)?.checkpoints ?? [] },
    keptResults: { read: (id) => results.get(id), write: (id, result) => void results.set(id, result) },
    seenPrices: { read: () => [] },
    refusals: { read: () => refusals.read() ?? 0, write: refusals.write },
    keptPolicy: keptIn(),
    ownWitnesses: { read: () => [], readPage: async () => undefined },
    pause: async () => undefined,
  }
}

const evidenceOf = (deps: Pick<EvidenceStoreDeps, 'kept' | 'signer' | 'clock' | 'now'>) =>
  new EvidenceStore({
    ...deps,
    account: () => 'lin_mei88',
    fetched: keptIn<readonly SeenCheckpoint[]>([]),
    keptSplit: keptIn<KeptSplit>(),
    refusedAsks: { read: () => undefined },
    leftAsks: { read: () => undefined, keep: () => undefined },
  })

/** The terms on a product's page. */
async function agreedOn(http: Http, symbol: string): Promise<Agreed> {
  const page = await http.call('getProduct', { params: { symbol } })
  if (!page.ok) throw new Error(page.error.code)
  const { source, instrument, entryTimeoutMs, staleAfterMs, sourceLagMs } = page.value
  return { source, instrument, entryTimeoutMs, staleAfterMs, sourceLagMs, currency: 'USD', scale: 2 }
}

/** A phone with the app's own code, which signs orders, keeps evidence and checks receipts, by a clock that may be wrong. */
export function createAppDevice({ request, serverNow, aheadMs = 0, isMeasured = true }: AppDeviceOptions) {
  const http = appHttp(request)
  const own = { aheadMs }
  const now = () => serverNow() + own.aheadMs
  const clock = new ConnectionStore(now)
  if (isMeasured) clock.addClockSample(now(), now(), serverNow())
  const remembered = keptIn<RememberedHead>()
  const seenLog = keptIn<SeenLog>()
  const signer = new OrderSigner({
    http,
    now,
    steadyNow: serverNow,
    readPage: async () => undefined,
    keptWitnesses: () => undefined,
    ownWitnesses: () => [],
    pin: '',
    loadChecks: async () => orderChecks,
    keptKey: keptIn<string>(),
    keptLog: seenLog,
    rememberedKey: () => remembered.read()?.publicKey,
    randomBytes: async (count) => randomBytes(count),
    pause: async () => undefined,
  })
  const acceptances = acceptancesInMemory()
  const evidence = evidenceOf({ kept: acceptances, signer, clock, now })
  const checking = checkingWith({ http, acceptances, remembered, now: () => clock.ownNow() })

  return {
    aheadMs,
    evidence,
    /** Somebody sets the device's clock; the next answer to a ping measures it. */
    setClock(byMs: number) {
      own.aheadMs += byMs
      clock.addClockSample(now(), now(), serverNow())
    },
    /** Asks what the log is now. Returns how many heads the device has seen of it. */
    async seesHead(): Promise<number | undefined> {
      await signer.checkpoint()
      return seenLog.read()?.size
    },

    /** Places an order as the app does. Returns it with what the app finds wrong with the acceptance, or the refusal. */
    async place(order: Omit<UnsignedOrder, 'id'>) {
      const [agreed] = await Promise.all([agreedOn(http, order.symbol), signer.makeReady()])
      const asked = { ...order, id: createRequestId(clock.ownNow(), randomBytes) }
      const signed = await signer.sign(asked, agreed)
      if (!signed) throw new Error('the device has no key, or knows no log')
      const { status, text } = await request('/orders', { ...asked, ask: signed.ask })
      const answer = JSON.parse(text)
      if (status !== 201) {
        const other = answer.code === 'ask_other_log' ? await signer.startOver() : undefined
        return { id: asked.id, refused: answer.code as string, problems: undefined, other }
      }
      const { acceptance } = answer as AcceptedOrder
      const mine: AskedOrder = { ...asked, ...signed, agreed }
      return { id: asked.id, refused: undefined, problems: await evidence.accepted(asked.id, acceptance, mine) }
    },

    /** Asks for the state of an order and for the checkpoints that are due. True when it has ended and nothing more is. */
    async follow(id: string): Promise<boolean> {
      const order = await http.call('getOrder', { params: { id } })
      if (!order.ok) throw new Error(order.error.code)
      evidence.note(order.value)
      await evidence.fetchDue()
      const { closedAt } = order.value
      const last = acceptances.read(id)?.checkpoints.slice(-1)[0]
      return closedAt !== null && last !== undefined && last.asked > Date.parse(closedAt)
    },

    /** The app's verdict on the receipt of an order. */
    async check(id: string): Promise<CheckedReceipt> {
      const found = await checkOrder(checking, id, (await request(`/orders/${id}/receipt`)).text)
      if (!found.ok) throw new Error(found.error.code)
      return found.value
    },
  }
}

export type AppDevice = ReturnType<typeof createAppDevice>
