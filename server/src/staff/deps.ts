import type { Database } from '../database/database'
import type { PasskeySettings } from '../modules/security/service'
import type { Clock } from '../shared/clock'
import type { Log } from '../shared/log'
import type { Metrics } from '../shared/metrics'
import type { Sealer } from '../shared/sealing'
import type { Settings } from '../shared/settings'
import type { ProviderSettings } from './providerSettings'

export interface StaffDeps {
  database: Database
  clock: Clock
  sealer: Sealer
  config: Pick<Settings, 'appName' | 'currency' | 'funds'> & {
    staffPasskeys: PasskeySettings | undefined
    staffProvider: ProviderSettings | undefined
  }
  log: Log
  metrics: Metrics
}
