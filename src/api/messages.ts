import type { Locale } from '../../contract/locales'
import type { MessagePreferences } from '../../contract/messages'
import type { Http } from './http'

export type MessagesApi = ReturnType<typeof createMessagesApi>

/** Messages of the system to the user. */
export const createMessagesApi = (http: Http) => ({
  /** Newest first. The locale is that of announcements; the app words all other messages itself. */
  list: (locale: Locale, cursor?: string) => http.call('listMessages', { query: { locale, cursor } }),
  countUnread: () => http.call('countUnreadMessages'),
  /** Idempotent, as is `readAll`. */
  read: (id: string) => http.call('readMessage', { params: { id } }),
  readAll: () => http.call('readAllMessages'),
  preferences: () => http.call('getMessagePreferences'),
  setPreferences: (body: MessagePreferences) => http.call('setMessagePreferences', { body }),
})
