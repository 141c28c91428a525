import Type from 'typebox'
import { closed, type Infer, Instant, nullable, PageQuery, pageOf } from './common'
import { LOCALES } from './locales'

/** What the system tells a user by itself. The client has a text for each; `announcement` brings its own. */
export const MESSAGE_KINDS = [
  'order_settled',
  'price_alert',
  'deposit_successful',
  'deposit_failed',
  'withdrawal_successful',
  'withdrawal_failed',
  'verification_verified',
  'verification_rejected',
  'savings_confirmed',
  'security',
  'announcement',
] as const
export type MessageKind = (typeof MESSAGE_KINDS)[number]

/** Notification preferences are per group; `security` and `announcement` cannot be hidden. */
export const MESSAGE_GROUPS = ['orders', 'alerts', 'deposits', 'withdrawals', 'verification', 'savings'] as const

/** `event` of a `security` message. */
export const SECURITY_EVENTS = [
  'login_new_device',
  'login_password_changed',
  'trade_password_changed',
  'second_factor_on',
  'second_factor_off',
  'payout_account_bound',
  'payout_account_changed',
  'trade_password_locked',
] as const
export type SecurityEvent = (typeof SECURITY_EVENTS)[number]

/**
 * One message. `facts` fill the client's text in the reader's own language and format: amounts as decimal strings, days
 * and instants as ISO text. `title` and `body` are set for announcements only.
 */
export const Message = closed({
  id: Type.String(),
  kind: Type.Enum([...MESSAGE_KINDS]),
  facts: Type.Record(Type.String(), Type.String()),
  title: nullable(Type.String()),
  body: nullable(Type.String()),
  createdAt: Instant,
  read: Type.Boolean(),
})
export type Message = Infer<typeof Message>

/** GET /messages: newest first. */
export const MessagesQuery = closed({ ...PageQuery, locale: Type.Enum([...LOCALES]) })
export type MessagesQuery = Infer<typeof MessagesQuery>
export const MessagePage = pageOf(Message)
export type MessagePage = Infer<typeof MessagePage>

/** GET /messages/unread, and the stream message `unread`. */
export const Unread = closed({ unread: Type.Integer({ minimum: 0 }) })
export type Unread = Infer<typeof Unread>

/** GET and PUT /message-preferences: groups that the user does not want to hear of. */
export const MessagePreferences = closed({
  muted: Type.Array(Type.Enum([...MESSAGE_GROUPS]), { maxItems: MESSAGE_GROUPS.length }),
})
export type MessagePreferences = Infer<typeof MessagePreferences>
