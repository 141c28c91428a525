import { hostname } from 'node:os'
import { createRecordArchiver, type RecordArchiver } from './archive/recordArchiver'
import { createOrderArchive, type RecordStore } from './archive/records'
import { type Audience, createAudience } from './cluster/audience'
import { createRedisLink, NO_LINK, type NodeLink } from './cluster/redisLink'
import { createSharedAuditor, type SharedAuditor } from './cluster/sharedAuditor'
import { createUserEventsListener, type UserEventsListener } from './cluster/userEventsListener'
import type { Config } from './config'
import type { Database } from './database/database'
import type { PersonalDataSource } from './database/personalData'
import { createAuditor } from './ledger/auditor'
import { createLedger, type Ledger } from './ledger/ledger'
import { ledgerPersonalData } from './ledger/personalData'
import type { Feed } from './market/feed'
import { createMarket, type Market } from './market/market'
import * as passwords from './modules/accounts/passwords'
import { accountsPersonalData } from './modules/accounts/personalData'
import { type AccountsService, createAccountsService } from './modules/accounts/service'
import { alertsPersonalData } from './modules/alerts/personalData'
import { type AlertsService, createAlertsService } from './modules/alerts/service'
import { type AlertWorker, createAlertWorker } from './modules/alerts/worker'
import { type CapitalRecordService, createCapitalRecordService } from './modules/capitalRecord/service'
import { type ContentService, createContentService } from './modules/content/service'
import { depositsPersonalData } from './modules/deposits/personalData'
import { createDepositsService, type DepositsService } from './modules/deposits/service'
import { favouritesPersonalData } from './modules/favourites/personalData'
import { createFavouritesService, type FavouritesService } from './modules/favourites/service'
import { messagesPersonalData } from './modules/messages/personalData'
import { createMessagesService, type MessagesService } from './modules/messages/service'
import { orderNumber } from './modules/orders/orderNumber'
import { ordersPersonalData } from './modules/orders/personalData'
import { createOrdersService, type OrdersService } from './modules/orders/service'
import { payoutAccountsPersonalData } from './modules/payoutAccounts/personalData'
import { createPayoutAccountsService, type PayoutAccountsService } from './modules/payoutAccounts/service'
import { createProductsService, type ProductsService } from './modules/products/service'
import { createProofService, type ProofService } from './modules/proof/service'
import { savingsPersonalData } from './modules/savings/personalData'
import { createSavingsService, type SavingsService } from './modules/savings/service'
import { createSavingsWorker, type SavingsWorker } from './modules/savings/worker'
import { securityPersonalData } from './modules/security/personalData'
import { createPrivacyService, type PrivacyService } from './modules/security/privacy'
import { createSecurityService, type SecurityService } from './modules/security/service'
import { createUserEventsFallback, type UserEventsFallback } from './modules/settlement/userEventsFallback'
import { createSettleWorker, type SettleWorker } from './modules/settlement/worker'
import { uploadsPersonalData } from './modules/uploads/personalData'
import { createUploadsService, type UploadsService } from './modules/uploads/service'
import { verificationPersonalData } from './modules/verification/personalData'
import { createVerificationService, type VerificationService } from './modules/verification/service'
import { withdrawalsPersonalData } from './modules/withdrawals/personalData'
import { createWithdrawalsService, type WithdrawalsService } from './modules/withdrawals/service'
import { createObjectStore, type ObjectStore } from './objectStore/objectStore'
import { type Auth, createAuth } from './plugins/auth'
import { type Archiver, createArchiver } from './proof/archiver'
import { createHeadMaker } from './proof/heads'
import { resultsSweep } from './proof/resultsSweep'
import { createLazySigner } from './proof/signer'
import { createWholeTickLog } from './proof/tickArchive'
import { createHeadWorker, type HeadWorker } from './proof/worker'
import { type Bus, createBus } from './shared/bus'
import { type Clock, systemClock } from './shared/clock'
import { newId } from './shared/ids'
import type { Log } from './shared/log'
import { createMetrics, type Metrics } from './shared/metrics'
import type { Sealer } from './shared/sealing'
import { createInstallationSealer } from './shared/sealingKey'

/** What every module may use. */
export interface BaseDeps {
  config: Config
  clock: Clock
  log: Log
  database: Database
  bus: Bus
  metrics: Metrics
  /** Name of this process among all that are or were on this database. */
  holder: string
  /** The way to other nodes. */
  link: NodeLink
  /** Whose sockets are here. */
  audience: Audience
}

/** The base, with money and sessions on top. */
export interface CoreDeps extends BaseDeps {
  ledger: Ledger
  auth: Auth
  messages: MessagesService
  sealer: Sealer
  uploads: UploadsService
  security: SecurityService
}

export interface Deps extends CoreDeps {
  auditor: SharedAuditor
  market: Market
  accounts: AccountsService
  products: ProductsService
  orders: OrdersService
  settle: SettleWorker
  alerts: AlertsService
  alertWorker: AlertWorker
  favourites: FavouritesService
  content: ContentService
  userEvents: UserEventsListener
  userEventsFallback: UserEventsFallback
  savings: SavingsService
  savingsWorker: SavingsWorker
  proof: ProofService
  headWorker: HeadWorker
  archiver: Archiver
  recordArchiver: RecordArchiver
  recordStore: RecordStore
  verification: VerificationService
  privacy: PrivacyService
  deposits: DepositsService
  withdrawals: WithdrawalsService
  payoutAccounts: PayoutAccountsService
  capitalRecord: CapitalRecordService
}

export interface DepsInput {
  config: Config
  log: Log
  database: Database
  clock?: Clock
  metrics?: Metrics
  /** Stands between the price source and the market; only development has one. */
  wrapFeed?: (feed: Feed) => Feed
}

function createCore(base: BaseDeps, objects: ObjectStore): CoreDeps {
  const sealer = createInstallationSealer(base.config)
  const auth = createAuth(base)
  const messages = createMessagesService(base)
  return {
    ...base,
    ledger: createLedger(base),
    auth,
    messages,
    sealer,
    uploads: createUploadsService({ ...base, objects, sealer }),
    security: createSecurityService({
      ...base,
      auth,
      messages,
      sealer,
      passwords: {
        verify: passwords.verifyPassword,
        hash: passwords.hashPassword,
        isWeakLogin: passwords.isWeakLoginPassword,
        isInvalidTrade: passwords.isInvalidTradePassword,
      },
    }),
  }
}

/** Every module that keeps something about a user. The ledger comes first: it locks the accounts of who is deleted. */
function personalDataOf(core: CoreDeps, payoutAccounts: PayoutAccountsService): PersonalDataSource[] {
  return [
    ledgerPersonalData(core),
    accountsPersonalData(core),
    securityPersonalData(core),
    ordersPersonalData(core),
    verificationPersonalData(core),
    uploadsPersonalData(core),
    messagesPersonalData(core),
    savingsPersonalData(core),
    alertsPersonalData(core),
    favouritesPersonalData(core),
    depositsPersonalData(core),
    withdrawalsPersonalData(core),
    payoutAccountsPersonalData({ ...core, payoutAccounts }),
  ]
}

/** What carries events: the bus of this process, and the link to other nodes where there are any. */
function createEvents({ config, log }: DepsInput, metrics: Metrics) {
  const holder = `${hostname()} ${process.pid} ${newId()}`
  const link = config.redisUrl ? createRedisLink({ url: config.redisUrl, holder, log, metrics }) : NO_LINK
  const bus = createBus((error) => log.error({ err: error }, 'a listener of the bus failed'), link.send)
  return { holder, link, bus, audience: createAudience() }
}

/** The composition root: builds every service from the base. Nothing runs yet; `startWorkers` starts what runs. */
export function createDeps(input: DepsInput): Deps {
  const { config, log, database, clock = systemClock } = input
  const metrics = input.metrics ?? createMetrics()
  const base: BaseDeps = { config, log, database, clock, metrics, ...createEvents(input, metrics) }
  const objects = createObjectStore(config.objectStore, config.objectStoreTimeoutMs)
  const core = createCore(base, objects)
  const verification = createVerificationService(core)
  const auditor = createSharedAuditor(base, createAuditor({ ...base, more: [resultsSweep] }))
  const payoutAccounts = createPayoutAccountsService(core)
  const leadership = { mayLead: config.roles.has('feed'), holder: base.holder, alone: config.databaseUrl === undefined }
  const market = createMarket({ ...base, leadership, ...(input.wrapFeed && { wrapFeed: input.wrapFeed }) })
  const heads = createHeadMaker({ ...base, signer: createLazySigner(config) })
  const archive = createOrderArchive({ database, objects, sealer: core.sealer })
  const orders = createOrdersService({ ...core, market, archive })
  const userEventsFallback = createUserEventsFallback({ ...base, orders })
  base.link.listen(
    (event) => (event.type === 'ticks' ? market.receiveTicks(event.ticks) : base.bus.deliver(event)),
    userEventsFallback.repair,
  )
  const savings = createSavingsService(core)
  return {
    ...core,
    auditor,
    market,
    accounts: createAccountsService({
      ...core,
      profitLoss: orders,
      credit: {
        verified: verification.isVerified,
        payout_account: payoutAccounts.isBound,
        second_factor: core.security.isSecondFactorOn,
      },
    }),
    products: createProductsService({ ...base, market }),
    orders,
    settle: createSettleWorker({ ...base, orders, heads }),
    proof: createProofService({
      ...base,
      heads,
      orderNumber,
      archive,
      tickLog: createWholeTickLog({ database, objects }),
    }),
    archiver: createArchiver({ ...base, objects }),
    recordArchiver: createRecordArchiver({ ...core, objects }),
    recordStore: { objects, sealer: core.sealer },
    headWorker: createHeadWorker({ ...base, heads }),
    alerts: createAlertsService({ ...base, market }),
    alertWorker: createAlertWorker(core),
    favourites: createFavouritesService({ ...base, market }),
    content: createContentService(base),
    userEvents: createUserEventsListener({ ...base, url: database.url }),
    userEventsFallback,
    savings,
    savingsWorker: createSavingsWorker({ ...base, savings }),
    verification,
    privacy: createPrivacyService({ ...core, sources: personalDataOf(core, payoutAccounts) }),
    deposits: createDepositsService(core),
    withdrawals: createWithdrawalsService({ ...core, verification, auditor, payoutAccounts }),
    payoutAccounts,
    capitalRecord: createCapitalRecordService({ ...core, orders }),
  }
}
