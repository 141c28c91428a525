import type { MessageKind } from '../../../../contract/messages'
import type { Tx } from '../../plugins/database'
import { tellUser } from '../../shared/userNews'

/** What other modules tell a user, inside the transaction of what happened. */
export interface NewMessage {
  userId: bigint
  kind: Exclude<MessageKind, 'announcement'>
  /** Amounts as decimal strings, instants and days as ISO text; the client puts them into its own words. */
  facts: Record<string, string>
  /** The same user, kind and reference are told once. */
  reference: string
}

export interface MessagesService {
  send(tx: Tx, message: NewMessage): Promise<void>
}

export function createMessagesService(): MessagesService {
  return {
    async send(tx, { userId, kind, facts, reference }) {
      await tx.query(
        'insert into message (user_id, kind, facts, reference) values ($1, $2, $3, $4) on conflict do nothing',
        [userId, kind, JSON.stringify(facts), reference],
      )
      await tellUser(tx, userId, ['messages'])
    },
  }
}
