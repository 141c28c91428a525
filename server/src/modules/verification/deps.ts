import type { Database } from '../../database/database'
import type { Clock } from '../../shared/clock'
import type { Sealer } from '../../shared/sealing'
import type { Settings } from '../../shared/settings'
import type { AccountLimitsService } from '../accountLimits/service'
import type { MessagesService } from '../messages/service'
import type { UploadsService } from '../uploads/service'

export interface VerificationDeps {
  config: Pick<Settings, 'blockedCountries'> & { photosKeptDays: number }
  database: Database
  clock: Clock
  sealer: Sealer
  messages: MessagesService
  uploads: UploadsService
  accountLimits: Pick<AccountLimitsService, 'joinPerson'>
}
