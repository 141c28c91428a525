import type { Audience } from '../cluster/audience'
import type { Ledger } from '../ledger/ledger'
import type { Market } from '../market/market'
import type { Auth } from '../plugins/auth'
import type { Bus } from '../shared/bus'
import type { Clock } from '../shared/clock'
import type { Log } from '../shared/log'
import type { Metrics } from '../shared/metrics'
import type { Settings } from '../shared/settings'

export interface StreamDeps {
  config: Pick<Settings, 'trustedProxies' | 'rateLimits'>
  clock: Clock
  log: Log
  bus: Bus
  metrics: Metrics
  auth: Pick<Auth, 'userByToken'>
  ledger: Pick<Ledger, 'balanceOf'>
  market: Pick<Market, 'productBySymbol' | 'tradingState' | 'quote'>
  audience: Pick<Audience, 'enter' | 'leave'>
}
