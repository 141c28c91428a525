import type { AuditState } from '../../auditor/verdict'
import type { Database, Queryable } from '../../database/database'
import type { Ledger } from '../../ledger/ledger'
import type { Clock } from '../../shared/clock'
import type { Sealer } from '../../shared/sealing'
import type { Settings } from '../../shared/settings'
import type { MessagesService } from '../messages/service'
import type { PayoutAccountsService } from '../payoutAccounts/service'
import type { SecurityService } from '../security/service'
import type { VerificationService } from '../verification/service'
import type { WithdrawalSettings } from './settings'

export interface WithdrawalsDeps {
  clock: Clock
  database: Database
  ledger: Ledger
  messages: MessagesService
  sealer: Sealer
  security: SecurityService
  payoutAccounts: Pick<PayoutAccountsService, 'find' | 'lock' | 'nameState' | 'payeeOf'>
  verification: Pick<VerificationService, 'isVerified'>
  auditor: { state(): AuditState; factsIn(tx: Queryable): Promise<{ state: AuditState }> }
  config: Pick<Settings, 'currency' | 'funds'> & { withdrawals: WithdrawalSettings; payoutAccounts: { restMs: number } }
}
