import type { Locale } from '../../contract/locales'
import type { Http } from '../api/http'
import { askForPush, endPush, pushAddress } from '../platform/push'
import { randomBytes } from '../platform/random'
import { sendRequest } from '../platform/request'
import { secureRandomBytes } from '../platform/secureRandom'
import { steadyNow } from '../platform/steadyClock'
import { nextTask } from '../platform/tasks'
import { deviceTimeZone } from '../platform/timeZone'
import { AccountLimitsStore } from './AccountLimitsStore'
import type { AccountStore } from './AccountStore'
import { AlertsStore } from './AlertsStore'
import { AuthStore } from './AuthStore'
import { EvidenceStore } from './asking/EvidenceStore'
import { OrderSigner } from './asking/OrderSigner'
import { SeenPrices } from './asking/SeenPrices'
import { withoutSilent } from './asking/withoutSilent'
import { CandlesStore } from './CandlesStore'
import { CapitalRecordStore } from './CapitalRecordStore'
import type { ConnectionStore } from './ConnectionStore'
import { DepositsStore } from './DepositsStore'
import { DocumentsStore } from './DocumentsStore'
import { FavouritesStore } from './FavouritesStore'
import { FirstStepsStore } from './FirstStepsStore'
import { MessagesStore } from './MessagesStore'
import { NewsStore } from './NewsStore'
import { OrdersStore } from './OrdersStore'
import { OwnResultsStore } from './OwnResultsStore'
import { PayoutAccountStore } from './PayoutAccountStore'
import type { PreferencesStore } from './PreferencesStore'
import { ProofStore } from './ProofStore'
import { PushStore } from './PushStore'
import { deviceAcceptances } from './persistence/acceptances'
import { keptDeviceKey } from './persistence/deviceKey'
import { fetchedCheckpoints } from './persistence/fetchedCheckpoints'
import { keptSteps } from './persistence/firstSteps'
import { deviceResults } from './persistence/keptResults'
import { deviceLeftAsks } from './persistence/leftAsks'
import { keptOwnWitnesses } from './persistence/ownWitnesses'
import { pushWish } from './persistence/pushWish'
import { proofRefusals } from './persistence/refusals'
import { deviceRefusedAsks } from './persistence/refusedAsks'
import { rememberedHead } from './persistence/rememberedHead'
import { keptSeenLog } from './persistence/seenLog'
import { keptSessionTime } from './persistence/sessionTime'
import { keptSplit } from './persistence/splitLog'
import { deviceDrafts } from './persistence/verificationDraft'
import { keptWitnessPolicy } from './persistence/witnessPolicy'
import { ResultsStore } from './ResultsStore'
import { SavingsStore } from './SavingsStore'
import { SecurityStore } from './SecurityStore'
import type { SessionStore } from './SessionStore'
import { SessionTimeStore } from './SessionTimeStore'
import { deviceIntents } from './sending/intents'
import { TicksStore } from './TicksStore'
import { TrailsStore } from './TrailsStore'
import { UploadsStore } from './UploadsStore'
import { VerificationStore } from './VerificationStore'
import { WithdrawalsStore } from './WithdrawalsStore'
import { WitnessesStore } from './WitnessesStore'

const PIN = process.env.TARO_APP_PROOF_PIN ?? ''
const SIGNERS = process.env.TARO_APP_PRICE_SIGNERS ?? ''
const loadChecks = () => import('./proofCheck')

function makePushStore(http: Http, session: SessionStore, locale: () => Locale) {
  return new PushStore({
    http,
    locale,
    account: () => session.userInfo?.account ?? '',
    key: () => session.appInfo?.pushKey,
    device: { askForPush, pushAddress, endPush },
    wish: pushWish,
  })
}

/** A witness answers at once, or is not asked again for this order. */
const PAGE_WITHIN_MS = 10_000

async function readPage(url: string, body?: string): Promise<string | undefined> {
  const what = body === undefined ? ({ method: 'GET' } as const) : ({ method: 'POST', body } as const)
  const answer = await sendRequest({ url, ...what, headers: {}, timeoutMs: PAGE_WITHIN_MS })
  return answer.kind === 'answer' && answer.status === 200 ? answer.body : undefined
}

function makeSigner(http: Http) {
  return new OrderSigner({
    http,
    loadChecks,
    keptKey: keptDeviceKey,
    keptLog: keptSeenLog,
    rememberedKey: () => rememberedHead.read()?.publicKey,
    randomBytes: secureRandomBytes,
    pause: nextTask,
    pin: PIN,
    now: Date.now,
    steadyNow,
    readPage,
    keptWitnesses: () => keptWitnessPolicy.read()?.witnesses,
    ownWitnesses: keptOwnWitnesses.read,
  })
}

/** This device's part of the public log and of its own orders, to check receipts against it. */
const PROOF_MEMORY = {
  remembered: rememberedHead,
  acceptances: deviceAcceptances,
  checkpoints: { read: (id: string) => deviceAcceptances.read(id)?.checkpoints ?? [] },
  keptResults: deviceResults,
  verifiedBefore: () => deviceResults.verified(),
  refusals: proofRefusals,
  keptPolicy: keptWitnessPolicy,
  ownWitnesses: { read: keptOwnWitnesses.read, readPage: withoutSilent(readPage, Date.now) },
  deviceSeed: keptDeviceKey.read,
}

function makeProofStore(
  { orders, seenPrices }: Pick<LateStores, 'orders' | 'seenPrices'>,
  { connection, http, sleep }: EarlyStores,
) {
  return new ProofStore({
    http,
    loadChecks,
    orderOf: (id) => orders.orderOf(id),
    ...PROOF_MEMORY,
    seenPrices,
    now: () => connection.ownNow(),
    pause: nextTask,
    pin: PIN,
    signers: SIGNERS,
    sleep,
  })
}

/** What each store that sends money's movements takes. */
const sendingOf = ({ connection, http, sleep }: EarlyStores, account: () => string) => ({
  http,
  account,
  intents: deviceIntents,
  now: Date.now,
  serverNow: () => connection.serverNow(),
  randomBytes,
  sleep,
})

/** The parts of `RootStore` that the late stores build on. */
export interface EarlyStores {
  readonly session: SessionStore
  readonly preferences: PreferencesStore
  readonly connection: ConnectionStore
  readonly account: AccountStore
  readonly http: Http
  sleep(ms: number): Promise<void>
}

/** The stores that no early page shows. `RootStore` takes them as its own. */
export class LateStores {
  readonly accountLimits: AccountLimitsStore
  readonly sessionTime: SessionTimeStore
  readonly auth: AuthStore
  readonly candles: CandlesStore
  readonly favourites: FavouritesStore
  readonly alerts: AlertsStore
  readonly signer: OrderSigner
  readonly evidence: EvidenceStore
  readonly orders: OrdersStore
  readonly seenPrices: SeenPrices
  readonly ownResults: OwnResultsStore
  readonly results = new ResultsStore()
  readonly trails: TrailsStore
  readonly ticks: TicksStore
  readonly savings: SavingsStore
  readonly uploads: UploadsStore
  readonly verification: VerificationStore
  readonly security: SecurityStore
  readonly proof: ProofStore
  readonly witnesses: WitnessesStore
  readonly deposits: DepositsStore
  readonly withdrawals: WithdrawalsStore
  readonly payoutAccount: PayoutAccountStore
  readonly capitalRecord: CapitalRecordStore
  readonly firstSteps: FirstStepsStore
  readonly news: NewsStore
  readonly documents: DocumentsStore
  readonly messages: MessagesStore
  readonly push: PushStore

  constructor(early: EarlyStores) {
    const { session, preferences, connection, http, sleep } = early
    const locale = () => preferences.locale
    this.accountLimits = new AccountLimitsStore({ http, timeZone: deviceTimeZone, locale })
    this.sessionTime = new SessionTimeStore({ http, kept: keptSessionTime })
    this.auth = new AuthStore({ http, session })
    this.favourites = new FavouritesStore({ http, now: () => connection.serverNow() })
    this.alerts = new AlertsStore({ http, now: Date.now, randomBytes })
    this.news = new NewsStore({ http, locale })
    this.documents = new DocumentsStore({
      fetch: (id, wanted) => http.call('getDocument', { params: { id }, query: { locale: wanted } }),
    })
    this.messages = new MessagesStore({ http, locale })
    this.push = makePushStore(http, session, locale)
    this.candles = new CandlesStore({ http })
    const identity = { http, now: Date.now, randomBytes, sleep }
    this.uploads = new UploadsStore(identity)
    const account = () => session.userInfo?.account ?? ''
    this.verification = new VerificationStore({ ...identity, drafts: deviceDrafts, account })
    this.security = new SecurityStore(identity)
    const sending = sendingOf(early, account)
    this.deposits = new DepositsStore(sending)
    this.withdrawals = new WithdrawalsStore(sending)
    this.payoutAccount = new PayoutAccountStore(sending)
    this.capitalRecord = new CapitalRecordStore(sending)
    this.firstSteps = new FirstStepsStore({ account: early.account, kept: keptSteps })
    this.signer = makeSigner(http)
    const asking = { signer: this.signer, account, now: Date.now }
    this.evidence = new EvidenceStore({
      ...asking,
      kept: deviceAcceptances,
      fetched: fetchedCheckpoints,
      keptSplit,
      refusedAsks: deviceRefusedAsks,
      leftAsks: deviceLeftAsks,
      clock: connection,
    })
    this.ownResults = new OwnResultsStore({
      http,
      verified: () => deviceResults.verified(),
      scale: () => session.scale,
    })
    this.orders = new OrdersStore({
      ...sending,
      signer: this.signer,
      evidence: this.evidence,
      refusedAsks: deviceRefusedAsks,
      serverNow: () => connection.serverNow(),
    })
    this.seenPrices = new SeenPrices(this.orders)
    this.proof = makeProofStore(this, early)
    this.witnesses = new WitnessesStore({
      http,
      signer: this.signer,
      evidence: this.evidence,
      loadChecks,
      kept: keptOwnWitnesses,
    })
    this.ticks = new TicksStore({ http })
    this.trails = new TrailsStore({ http, orders: this.orders, clock: connection })
    this.savings = new SavingsStore(sending)
  }

  /** The stores that hold data of the logged-in user; a test compares this list with the fields above. */
  private get userStores(): readonly { reset(): void }[] {
    return [
      this.accountLimits,
      this.sessionTime,
      this.auth,
      this.orders,
      this.evidence,
      this.results,
      this.ownResults,
      this.savings,
      this.deposits,
      this.withdrawals,
      this.payoutAccount,
      this.capitalRecord,
      this.verification,
      this.security,
      this.proof,
      this.messages,
      this.push,
      this.alerts,
    ]
  }

  /** A user's data is dropped with the session. */
  resetUser(): void {
    for (const store of this.userStores) store.reset()
  }
}
