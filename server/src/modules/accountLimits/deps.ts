import type { Database } from '../../database/database'
import type { Clock } from '../../shared/clock'
import type { Sealer } from '../../shared/sealing'
import type { Settings } from '../../shared/settings'

export interface AccountLimitsDeps {
  config: Pick<Settings, 'currency'>
  clock: Clock
  database: Database
  sealer: Pick<Sealer, 'marks' | 'openText'>
}
