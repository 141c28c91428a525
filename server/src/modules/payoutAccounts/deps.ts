import type { Database } from '../../database/database'
import type { Clock } from '../../shared/clock'
import type { Sealer } from '../../shared/sealing'
import type { MessagesService } from '../messages/service'
import type { SecurityService } from '../security/service'
import type { VerificationService } from '../verification/service'
import type { PayoutAccountSettings } from './settings'

export interface PayoutAccountsDeps {
  clock: Clock
  database: Database
  sealer: Sealer
  messages: MessagesService
  security: SecurityService
  verification: Pick<VerificationService, 'verified' | 'verifiedName'>
  config: { payoutAccounts: PayoutAccountSettings; blockedCountries: readonly string[] }
}
