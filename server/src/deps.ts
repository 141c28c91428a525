import type { Config } from './config'
import { type Auditor, createAuditor } from './ledger/auditor'
import { createLedger, type Ledger } from './ledger/ledger'
import { createMarket, type Market } from './market/market'
import { verifyPassword } from './modules/accounts/passwords'
import { type AccountsService, createAccountsService } from './modules/accounts/service'
import { createMessagesService, type MessagesService } from './modules/messages/service'
import { createOrdersService, type OrdersService } from './modules/orders/service'
import { createProductsService, type ProductsService } from './modules/products/service'
import { createSecurityService, type SecurityService } from './modules/security/service'
import { createVerificationService, type VerificationService } from './modules/verification/service'
import { type Auth, createAuth } from './plugins/auth'
import type { Database } from './plugins/database'
import type { Log } from './plugins/log'
import { createMetrics, type Metrics } from './plugins/metrics'
import { type Bus, createBus } from './shared/bus'
import { type Clock, systemClock } from './shared/clock'
import { createSettleWorker, type SettleWorker } from './workers/settle'
import { createUserNewsWorker, type UserNewsWorker } from './workers/userNews'

/** What every module may use. */
export interface BaseDeps {
  config: Config
  clock: Clock
  log: Log
  database: Database
  bus: Bus
  metrics: Metrics
}

/** The base, with money and sessions on top. */
export interface CoreDeps extends BaseDeps {
  ledger: Ledger
  auth: Auth
  messages: MessagesService
  security: SecurityService
}

export interface Deps extends CoreDeps {
  auditor: Auditor
  market: Market
  accounts: AccountsService
  products: ProductsService
  orders: OrdersService
  settle: SettleWorker
  userNews: UserNewsWorker
  verification: VerificationService
}

export interface DepsInput {
  config: Config
  log: Log
  database: Database
  clock?: Clock
  metrics?: Metrics
}

/** The composition root: builds every service from the base. Nothing runs yet; `startWorkers` starts what runs. */
export function createDeps(input: DepsInput): Deps {
  const { config, log, database, clock = systemClock } = input
  const bus = createBus((error) => log.error({ err: error }, 'a listener of the bus failed'))
  const base: BaseDeps = { config, log, database, clock, bus, metrics: input.metrics ?? createMetrics() }
  const core: CoreDeps = {
    ...base,
    ledger: createLedger(base),
    auth: createAuth(base),
    messages: createMessagesService(),
    security: createSecurityService({ ...base, verify: verifyPassword }),
  }
  const market = createMarket(base)
  const orders = createOrdersService({ ...core, market })
  return {
    ...core,
    auditor: createAuditor(base),
    market,
    accounts: createAccountsService({ ...core, profitLoss: orders }),
    products: createProductsService({ ...base, market }),
    orders,
    settle: createSettleWorker({ ...base, orders }),
    userNews: createUserNewsWorker({ ...base, url: database.url }),
    verification: createVerificationService(),
  }
}
