import Type from 'typebox'
import { closed, type Infer, Instant, nullable, PageQuery, pageOf } from './common'
import { LOCALES } from './locales'
import { MESSAGE_FACTS, type MessageFacts, type MessageKind } from './messageFacts'

/** Notification preferences are per group; `security` and `announcement` cannot be hidden. */
export const MESSAGE_GROUPS = ['orders', 'alerts', 'deposits', 'withdrawals', 'verification', 'savings'] as const

const fields = {
  id: Type.String(),
  title: nullable(Type.String()),
  body: nullable(Type.String()),
  createdAt: Instant,
  read: Type.Boolean(),
}
const common = closed(fields)

/**
 * Messages that the system sends to a user. The client has a text for each kind and fills in `facts` in the reader's
 * language and format; an `announcement` brings its own `title` and `body`, which the other kinds lack.
 */
export type Message = {
  [K in MessageKind]: Infer<typeof common> & { kind: K; facts: MessageFacts[K] }
}[MessageKind]
/**
 * On the wire `facts` are any strings, so that one bad message never hides the others; tests check them against their
 * kind.
 */
export const Message = Type.Unsafe<Message>(
  closed({ ...fields, kind: Type.Enum(Object.keys(MESSAGE_FACTS)), facts: Type.Record(Type.String(), Type.String()) }),
)

/** GET /messages: newest first. */
export const MessagesQuery = closed({ ...PageQuery, locale: Type.Enum([...LOCALES]) })
export type MessagesQuery = Infer<typeof MessagesQuery>
export const MessagePage = pageOf(Message)
export type MessagePage = Infer<typeof MessagePage>

/** GET /messages/unread, and the stream message `unread`. */
export const Unread = closed({ unread: Type.Integer({ minimum: 0 }) })
export type Unread = Infer<typeof Unread>

/** GET and PUT /message-preferences: groups that the user has muted. */
export const MessagePreferences = closed({
  muted: Type.Array(Type.Enum([...MESSAGE_GROUPS]), { maxItems: MESSAGE_GROUPS.length }),
})
export type MessagePreferences = Infer<typeof MessagePreferences>
