import { hostname } from 'node:os'
import { createAcceptancesSweep } from './auditor/acceptancesSweep'
import { createTickFilesSweep } from './auditor/archiveSweeps'
import { createAsksSweep } from './auditor/asksSweep'
import { createAuditLog } from './auditor/auditAnchors'
import { createAuditor } from './auditor/auditor'
import { createLeavesSweep } from './auditor/leavesSweep'
import { sweepsOfDatabase } from './auditor/resultsSweep'
import { createSharedAuditor } from './auditor/sharedAuditor'
import { createSignedResultsSweep } from './auditor/signedResultsSweep'
import type { Sweep } from './auditor/sweep'
import { type Audience, createAudience } from './cluster/audience'
import { createLink } from './cluster/busLink'
import { createClockWatch } from './cluster/clockWatch'
import type { NodeLink } from './cluster/nodeLink'
import { createUserEventsListener, type UserEventsListener } from './cluster/userEventsListener'
import type { Config } from './config'
import type { Database } from './database/database'
import { createDecoders } from './decoding/decoders'
import { createLedger } from './ledger/ledger'
import { ledgerPersonalData } from './ledger/personalData'
import type { SimulatedPast } from './market/backfill'
import type { Feed } from './market/feed'
import { createMarket } from './market/market'
import { createAccountLimitsModule } from './modules/accountLimits/module'
import { createAccountsModule, passwords } from './modules/accounts/module'
import { createAlertsModule } from './modules/alerts/module'
import { createAppModule } from './modules/appInfo/module'
import { createBusinessMetricsModule } from './modules/businessMetrics/module'
import { createCapitalRecordModule } from './modules/capitalRecord/module'
import { createContentModule } from './modules/content/module'
import { createDepositsModule } from './modules/deposits/module'
import { createExampleModule } from './modules/example/module'
import { createFavouritesModule } from './modules/favourites/module'
import { createFreezesAndNotesModule } from './modules/freezesAndNotes/module'
import { createMessagesModule } from './modules/messages/module'
import type { Module } from './modules/module'
import { createOrdersModule } from './modules/orders/module'
import { createOwnResultsModule } from './modules/ownResults/module'
import { createPayoutAccountsModule } from './modules/payoutAccounts/module'
import { createPrivacyModule } from './modules/privacy/module'
import { createProductsModule } from './modules/products/module'
import { createProofModule } from './modules/proof/module'
import { createPushModule } from './modules/push/module'
import { createSavingsModule } from './modules/savings/module'
import { createSecurityModule } from './modules/security/module'
import { createSettlementModule } from './modules/settlement/module'
import { createSupportModule } from './modules/support/module'
import { createUploadsModule } from './modules/uploads/module'
import { createVerificationModule } from './modules/verification/module'
import { createWechatModule } from './modules/wechat/module'
import { createWithdrawalsModule } from './modules/withdrawals/module'
import { createObjectStore } from './objectStore/objectStore'
import { createOpenFiles } from './objectStore/openFiles'
import { createAuth } from './plugins/auth'
import { type Bus, createBus } from './shared/bus'
import { type Clock, systemClock } from './shared/clock'
import { newId } from './shared/ids'
import type { Log } from './shared/log'
import { createMetrics, type Metrics } from './shared/metrics'
import { createInstallationSealer } from './shared/sealingKey'
import { createAcceptor } from './signedLogs/acceptance'
import { createAcceptances } from './signedLogs/acceptances'
import { type Archiver, createArchiver } from './signedLogs/archiver'
import { createAsks } from './signedLogs/asks'
import { createHeadMaker } from './signedLogs/headMaker'
import { createKeySource } from './signedLogs/keySource'
import { createKeyring } from './signedLogs/keys'
import { createResultMap } from './signedLogs/resultMap'
import type { KeySource } from './signedLogs/signer'
import { createWholeTickLog } from './signedLogs/tickArchive'
import { createTreeReader } from './signedLogs/treeReader'
import type { PersonalDataSource } from './users/personalData'

/** Dependencies of every part. */
export interface BaseDeps {
  config: Config
  clock: Clock
  log: Log
  database: Database
  bus: Bus
  metrics: Metrics
  /** Name of this process, unique among all that have ever used this database. */
  holder: string
  /** The way to other nodes. */
  link: NodeLink
  /** Users with sockets on this node. */
  audience: Audience
}

/** The dependencies on which all modules are built. */
type CoreDeps = ReturnType<typeof createCore>

/**
 * Every module, each with the services that it uses. A new one is added here and nowhere else: its routes, personal
 * data, sweeps and worker come with it.
 */
function createModules(core: CoreDeps) {
  const messages = createMessagesModule(core)
  const uploads = createUploadsModule(core)
  const accountLimits = createAccountLimitsModule(core)
  const limited = { ...core, accountLimits: accountLimits.service }
  const told = { ...limited, messages: messages.service, uploads: uploads.service }
  const security = createSecurityModule({ ...told, passwords })
  const guarded = { ...told, security: security.service }
  const verification = createVerificationModule(told)
  const payoutAccounts = createPayoutAccountsModule({ ...guarded, verification: verification.service })
  const orders = createOrdersModule(limited)
  const proof = createProofModule(core)
  const accounts = createAccountsModule({
    ...guarded,
    profitLoss: orders.service,
    credit: {
      verified: verification.service.isVerified,
      payout_account: payoutAccounts.service.isBound,
      second_factor: security.service.isSecondFactorOn,
    },
  })
  const modules = {
    accounts,
    security,
    orders,
    settlement: createSettlementModule({ ...core, orders: orders.service }),
    products: createProductsModule({ ...core, messages: messages.service }),
    proof,
    example: createExampleModule({
      ...core,
      accounts: accounts.service,
      orders: orders.service,
      proof: proof.service,
    }),
    wechat: createWechatModule(core),
    alerts: createAlertsModule(told),
    favourites: createFavouritesModule(core),
    accountLimits,
    businessMetrics: createBusinessMetricsModule(core),
    freezesAndNotes: createFreezesAndNotesModule(core),
    support: createSupportModule(core),
    auditLog: createAuditLog(core),
    deposits: createDepositsModule(told),
    withdrawals: createWithdrawalsModule({
      ...guarded,
      verification: verification.service,
      payoutAccounts: payoutAccounts.service,
    }),
    payoutAccounts,
    ownResults: createOwnResultsModule(core),
    capitalRecord: createCapitalRecordModule({ ...core, orders: orders.service }),
    savings: createSavingsModule(told),
    verification,
    uploads,
    messages,
    push: createPushModule(core),
    content: createContentModule(core),
    app: createAppModule(core),
  }
  // The ledger comes first: it locks the accounts of the user who is deleted.
  const sources = [ledgerPersonalData(core), ...personalDataOf(Object.values(modules))]
  return { modules: { ...modules, privacy: createPrivacyModule({ ...guarded, sources }) }, personalData: sources }
}

const personalDataOf = (modules: readonly Module[]): PersonalDataSource[] =>
  modules.flatMap(({ personalData }) => personalData ?? [])

type Modules = ReturnType<typeof createModules>['modules']
type Services = { [Name in keyof Modules]: Modules[Name]['service'] }

export interface Deps extends CoreDeps, Services {
  modules: readonly Module[]
  /** Data about users, in the order in which a deletion removes it. */
  personalData: readonly PersonalDataSource[]
  userEvents: UserEventsListener
  userEventsFallback: Modules['settlement']['userEventsFallback']
  archiver: Archiver
  /** The same parts, with modules on another account of the database, for staff. What runs by itself is this one's. */
  on(database: Database): Deps
}

export interface DepsInput {
  config: Config
  log: Log
  database: Database
  /** The database through an account that may read the books and little else; the default is `database`. */
  auditorDatabase?: Database
  /** The database through the account that drops archived ticks; the default is `database`. */
  archiverDatabase?: Database
  clock?: Clock
  metrics?: Metrics
  /** Where the signing keys are; the default is what the settings say. */
  keySource?: KeySource
  /** Wraps the price source for the market; only development has one. */
  wrapFeed?: (feed: Feed) => Feed
  /** How far back the charts of made-up prices reach, for tests; otherwise they are full. */
  past?: SimulatedPast
  /** Slices of each sweep in a batch of the auditor, for tests; otherwise a batch ends by time. */
  auditorSlices?: number
  /** Where the built program of the decoders is; the default is the folder of this program. */
  decoderFolder?: string
}

/** One file of ticks, with room for another. */
const AUDITED_BYTES = 8 * 2 ** 20

/** The carrier of events: the bus of this process, and the link to other nodes if there are any. */
function createEvents({ config, log }: DepsInput, metrics: Metrics) {
  const holder = `${hostname()} ${process.pid} ${newId()}`
  const link = createLink({ url: config.busUrl, holder, log, metrics })
  const bus = createBus((error) => log.error({ err: error }, 'a listener of the bus failed'), link.send)
  return { holder, link, bus, audience: createAudience() }
}

function createCore(base: BaseDeps, input: DepsInput) {
  const { wrapFeed, auditorDatabase, archiverDatabase = base.database, auditorSlices: slices, past } = input
  const { keySource = createKeySource(base) } = input
  const { config, database, holder } = base
  const audited = { ...base, database: auditorDatabase ?? database }
  const objects = createObjectStore(config.objectStore)
  const files = createOpenFiles(objects)
  const sealer = createInstallationSealer(config)
  const tickLog = createWholeTickLog({ database, files })
  const keyring = createKeyring({ ...base, keySource })
  const accept = createAcceptor(keyring)
  const results = createResultMap(base)
  // Its own open files, few of them: it looks at the files in the store.
  const auditedFiles = createOpenFiles(objects, { keptBytes: AUDITED_BYTES })
  const auditedLogs = createWholeTickLog({ database: audited.database, files: auditedFiles }).readRanges
  /** Checks of the auditor in addition to the ledger. */
  const sweeps: readonly Sweep[] = [
    ...sweepsOfDatabase({ objects }),
    createSignedResultsSweep(config.feeds.signers),
    ...(['orders', 'settlements', 'feeds'] as const).map((name) => createLeavesSweep(name, auditedLogs)),
    createAcceptancesSweep(keyring),
    createAsksSweep(config.proofOrigin),
    createTickFilesSweep({ objects }),
  ]
  const leadership = { mayLead: config.roles.has('feed'), holder, alone: config.databaseUrl === undefined }
  return {
    ...base,
    archiverDatabase,
    objects,
    sealer,
    decoders: createDecoders(base, input.decoderFolder),
    ledger: createLedger(base),
    auth: createAuth(base),
    auditor: createSharedAuditor(
      audited,
      createAuditor({ ...audited, more: sweeps, ...(slices !== undefined && { slices }) }),
    ),
    market: createMarket({
      ...base,
      leadership,
      clockWatch: createClockWatch(base),
      ...(wrapFeed && { wrapFeed }),
      ...(past && { past }),
    }),
    results,
    heads: createHeadMaker({ ...base, results }),
    keyring,
    accept,
    acceptances: createAcceptances({ ...base, keyring, accept }),
    asks: createAsks({ ...base, keyring }),
    tickLog,
    trees: createTreeReader({ database, readRanges: tickLog.readRanges }),
    sweeps,
  }
}

const servicesOf = (modules: Modules) =>
  Object.fromEntries(Object.entries(modules).map(([name, { service }]) => [name, service])) as unknown as Services

function createPartsOf(core: CoreDeps): Deps {
  const { modules, personalData } = createModules(core)
  return {
    ...core,
    ...servicesOf(modules),
    modules: Object.values(modules),
    personalData,
    userEvents: createUserEventsListener({ ...core, url: core.database.url }),
    userEventsFallback: modules.settlement.userEventsFallback,
    archiver: createArchiver({ ...core, database: core.archiverDatabase }),
    // Modules register metrics, and the node's registry already has those names; what comes later goes to the node's.
    on: (database) => ({
      ...createPartsOf({ ...core, database, ledger: createLedger({ ...core, database }), metrics: createMetrics() }),
      metrics: core.metrics,
    }),
  }
}

/** The composition root: builds every part from the base. Nothing runs yet; `startWorkers` starts what runs. */
export function createDeps(input: DepsInput): Deps {
  const { config, log, database, clock = systemClock } = input
  const metrics = input.metrics ?? createMetrics()
  const base: BaseDeps = { config, log, database, clock, metrics, ...createEvents(input, metrics) }
  const core = createCore(base, input)
  const deps = createPartsOf(core)
  base.link.listen(
    (event) => (event.type === 'ticks' ? core.market.receiveTicks(event.ticks) : base.bus.deliver(event)),
    deps.userEventsFallback.repair,
  )
  return deps
}
