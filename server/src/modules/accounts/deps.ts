import type { Database } from '../../database/database'
import type { Ledger } from '../../ledger/ledger'
import type { Auth } from '../../plugins/auth'
import type { Clock } from '../../shared/clock'
import type { Settings } from '../../shared/settings'
import type { PhoneSealer } from '../../users/phones'
import type { AccountLimitsService } from '../accountLimits/service'
import type { MessagesService } from '../messages/service'
import type { SecurityService } from '../security/service'

export interface AccountsBase {
  config: Pick<Settings, 'currency' | 'funds' | 'demoGrant' | 'blockedCountries'>
  clock: Clock
  database: Database
  ledger: Ledger
  sealer: PhoneSealer
  auth: Pick<Auth, 'endSessions' | 'forgetDevices' | 'forgetSession'>
  security: Pick<SecurityService, 'checkLoginFactor' | 'holdPasskey' | 'removePasskeys' | 'userOfPasskey'>
  messages: Pick<MessagesService, 'send'>
  accountLimits: Pick<
    AccountLimitsService,
    'followPerson' | 'hasLimits' | 'joinPerson' | 'leavePerson' | 'sessionMinutes'
  >
}
