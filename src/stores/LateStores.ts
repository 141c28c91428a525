import type { Locale } from '../../contract/locales'
import { createAccountLimitsApi } from '../api/accountLimits'
import { createAlertsApi } from '../api/alerts'
import { createAuthApi } from '../api/auth'
import { createContentApi } from '../api/content'
import { createFavouritesApi } from '../api/favourites'
import type { Http } from '../api/http'
import { createIdentityApi } from '../api/identity'
import type { MarketApi } from '../api/market'
import { createMessagesApi } from '../api/messages'
import { createOrdersApi } from '../api/orders'
import { createProofApi, type ProofApi } from '../api/proof'
import { createPushApi, type PushApi } from '../api/push'
import { createSavingsApi } from '../api/savings'
import { createWalletApi } from '../api/wallet'
import { askForPush, endPush, pushAddress } from '../platform/push'
import { randomBytes } from '../platform/random'
import { secureRandomBytes } from '../platform/secureRandom'
import { nextTask } from '../platform/tasks'
import { deviceTimeZone } from '../platform/timeZone'
import { AccountLimitsStore } from './AccountLimitsStore'
import type { AccountStore } from './AccountStore'
import { AlertsStore } from './AlertsStore'
import { AuthStore } from './AuthStore'
import { EvidenceStore } from './asking/EvidenceStore'
import { OrderSigner } from './asking/OrderSigner'
import { SeenPrices } from './asking/SeenPrices'
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
import { keptSteps } from './persistence/firstSteps'
import { deviceResults } from './persistence/keptResults'
import { pushWish } from './persistence/pushWish'
import { proofRefusals } from './persistence/refusals'
import { rememberedHead } from './persistence/rememberedHead'
import { keptSeenLog } from './persistence/seenLog'
import { keptSessionTime } from './persistence/sessionTime'
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

const PIN = process.env.TARO_APP_PROOF_PIN ?? ''
const SIGNERS = process.env.TARO_APP_PRICE_SIGNERS ?? ''
const loadChecks = () => import('./proofCheck')

function makePushStore(api: PushApi, session: SessionStore, locale: () => Locale) {
  return new PushStore({
    api,
    locale,
    account: () => session.userInfo?.account ?? '',
    key: () => session.appInfo?.pushKey,
    device: { askForPush, pushAddress, endPush },
    wish: pushWish,
  })
}

function makeSigner(api: ProofApi) {
  return new OrderSigner({
    api,
    loadChecks,
    keptKey: keptDeviceKey,
    keptLog: keptSeenLog,
    rememberedKey: () => rememberedHead.read()?.publicKey,
    randomBytes: secureRandomBytes,
    pause: nextTask,
    pin: PIN,
    now: Date.now,
  })
}

/** This device's part of the public log and of its own orders, to check receipts against it. */
const PROOF_MEMORY = {
  remembered: rememberedHead,
  acceptances: deviceAcceptances,
  checkpoints: { read: (id: string) => deviceAcceptances.read(id)?.checkpoints ?? {} },
  keptResults: deviceResults,
  verifiedBefore: () => deviceResults.verified(),
  refusals: proofRefusals,
  keptPolicy: keptWitnessPolicy,
}

function makeProofStore(
  api: ProofApi,
  { orders, seenPrices }: Pick<LateStores, 'orders' | 'seenPrices'>,
  { connection, sleep }: Pick<EarlyStores, 'connection' | 'sleep'>,
) {
  return new ProofStore({
    api,
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
const sendingOf = ({ connection, sleep }: Pick<EarlyStores, 'connection' | 'sleep'>, account: () => string) => ({
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
  readonly marketApi: MarketApi
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
    const { session, preferences, connection, http, marketApi, sleep } = early
    const accountLimitsApi = createAccountLimitsApi(http)
    const locale = () => preferences.locale
    this.accountLimits = new AccountLimitsStore({ api: accountLimitsApi, timeZone: deviceTimeZone, locale })
    this.sessionTime = new SessionTimeStore({ fetchActivity: accountLimitsApi.activity, kept: keptSessionTime })
    this.auth = new AuthStore({ api: createAuthApi(http), session })
    this.favourites = new FavouritesStore({ api: createFavouritesApi(http), now: () => connection.serverNow() })
    this.alerts = new AlertsStore({ api: createAlertsApi(http), now: Date.now, randomBytes })
    const contentApi = createContentApi(http)
    this.news = new NewsStore({ api: contentApi, locale })
    this.documents = new DocumentsStore({ fetch: (id, wanted) => contentApi.document(id, wanted) })
    this.messages = new MessagesStore({ api: createMessagesApi(http), locale })
    this.push = makePushStore(createPushApi(http), session, locale)
    this.candles = new CandlesStore({ api: marketApi })
    const identity = { api: createIdentityApi(http), now: Date.now, randomBytes, sleep }
    this.uploads = new UploadsStore(identity)
    const account = () => session.userInfo?.account ?? ''
    this.verification = new VerificationStore({ ...identity, drafts: deviceDrafts, account })
    this.security = new SecurityStore(identity)
    const sending = sendingOf(early, account)
    const wallet = { api: createWalletApi(http), ...sending }
    this.deposits = new DepositsStore(wallet)
    this.withdrawals = new WithdrawalsStore(wallet)
    this.payoutAccount = new PayoutAccountStore(wallet)
    this.capitalRecord = new CapitalRecordStore(wallet)
    this.firstSteps = new FirstStepsStore({ account: early.account, kept: keptSteps })
    const proofApi = createProofApi(http)
    this.signer = makeSigner(proofApi)
    const asking = { signer: this.signer, account, now: Date.now }
    this.evidence = new EvidenceStore({ ...asking, kept: deviceAcceptances, clock: connection })
    const ordersApi = createOrdersApi(http)
    this.ownResults = new OwnResultsStore({ api: ordersApi })
    this.orders = new OrdersStore({
      ...sending,
      api: ordersApi,
      signer: this.signer,
      evidence: this.evidence,
      serverNow: () => connection.ownNow(),
    })
    this.seenPrices = new SeenPrices(this.orders)
    this.proof = makeProofStore(proofApi, this, early)
    this.ticks = new TicksStore({ api: marketApi })
    this.trails = new TrailsStore({ api: marketApi, orders: this.orders, clock: connection })
    this.savings = new SavingsStore({ api: createSavingsApi(http), ...sending })
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
