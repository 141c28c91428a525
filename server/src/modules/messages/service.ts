import type { MessageKind } from '../../../../contract/messages'
import type { Tx } from '../../plugins/database'
import { tellUser, tellUsers } from '../../shared/userNews'

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
  /** The same for many, in one statement; for jobs that go over all users in batches. */
  sendAll(tx: Tx, messages: readonly NewMessage[]): Promise<void>
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
    async sendAll(tx, messages) {
      await tx.query(
        `insert into message (user_id, kind, facts, reference)
           select u, k, f::jsonb, r from unnest($1::bigint[], $2::text[], $3::text[], $4::text[]) as m (u, k, f, r)
         on conflict do nothing`,
        [
          messages.map((message) => message.userId),
          messages.map((message) => message.kind),
          messages.map((message) => JSON.stringify(message.facts)),
          messages.map((message) => message.reference),
        ],
      )
      await tellUsers(
        tx,
        messages.map((message) => message.userId),
        ['messages'],
      )
    },
  }
}
