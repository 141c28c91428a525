import type { Database } from '../../database/database'
import type { Bus } from '../../shared/bus'
import type { Clock } from '../../shared/clock'
import type { Log } from '../../shared/log'
import type { Settings } from '../../shared/settings'
import type { Acceptances } from '../../signedLogs/acceptances'
import type { Asks } from '../../signedLogs/asks'
import type { AccountLimitsService } from '../accountLimits/service'
import type { TradingMarket } from './market'

export interface OrdersDeps {
  config: Pick<Settings, 'currency' | 'orderLimits'>
  clock: Clock
  log: Log
  database: Database
  bus: Bus
  market: TradingMarket
  accountLimits: Pick<AccountLimitsService, 'refusalOf'>
  /** Signs the agreed terms; the same terms always give the same signature. */
  acceptances: Acceptances
  /** The text that devices sign when they ask for an order. */
  asks: Asks
}
