import type { SecurityEvent } from '../../../../contract/messageFacts'
import type { Database, Tx } from '../../database/database'
import type { Auth } from '../../plugins/auth'
import type { Clock } from '../../shared/clock'
import { newId } from '../../shared/ids'
import type { Sealer } from '../../shared/sealing'
import type { Settings } from '../../shared/settings'
import type { MessagesService } from '../messages/service'
import type { PasskeySettings } from './passkeySettings'

/** The rules and hashes of passwords; the accounts module owns them. */
export interface Passwords {
  verify(stored: string | undefined, password: string): Promise<boolean>
  hash(password: string): Promise<string>
  isWeakLogin(password: string): boolean
  isInvalidTrade(password: string): boolean
  isWeakTrade(password: string): boolean
}

export interface SecurityDeps {
  config: Pick<Settings, 'appName'> & { passkeys: PasskeySettings | undefined }
  database: Database
  clock: Clock
  auth: Auth
  messages: MessagesService
  sealer: Sealer
  passwords: Passwords
}

/** Notifies the user of each change to their security. */
export function sendSecurityMessage(
  deps: Pick<SecurityDeps, 'messages'>,
  tx: Tx,
  userId: bigint,
  event: SecurityEvent,
  facts: { device?: string } = {},
): Promise<void> {
  return deps.messages.send(tx, { userId, kind: 'security', facts: { event, ...facts }, reference: newId() })
}
