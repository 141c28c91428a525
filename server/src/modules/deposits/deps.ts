import type { Database } from '../../database/database'
import type { Ledger } from '../../ledger/ledger'
import type { Clock } from '../../shared/clock'
import type { Settings } from '../../shared/settings'
import type { AccountLimitsService } from '../accountLimits/service'
import type { MessagesService } from '../messages/service'
import type { UploadsService } from '../uploads/service'
import type { DepositSettings } from './settings'

export interface DepositsDeps {
  clock: Clock
  database: Database
  ledger: Ledger
  messages: MessagesService
  uploads: Pick<UploadsService, 'attach' | 'discard' | 'read'>
  accountLimits: Pick<AccountLimitsService, 'checkDeposit'>
  config: Pick<Settings, 'currency'> & { deposits: DepositSettings }
}
