import type { Config } from '../config'
import type { Database } from '../database/database'
import type { Clock } from '../shared/clock'
import type { Log } from '../shared/log'
import type { Metrics } from '../shared/metrics'
import type { Sealer } from '../shared/sealing'

export interface StaffDeps {
  database: Database
  clock: Clock
  sealer: Sealer
  config: Pick<Config, 'appName' | 'currency' | 'funds' | 'staffPasskeys' | 'staffProvider'>
  log: Log
  metrics: Metrics
}
