import type { Locale } from '../../contract/locales'
import type { MessagePage, MessagePreferences, Unread } from '../../contract/messages'
import type { ApiResult, Http } from './http'

/** What the system tells the user by itself. */
export interface MessagesApi {
  /** Newest first; the locale is that of announcements, other messages are put into words here. */
  list(locale: Locale, cursor?: string): Promise<ApiResult<MessagePage>>
  countUnread(): Promise<ApiResult<Unread>>
  /** Idempotent, as is `readAll`. */
  read(id: string): Promise<ApiResult<unknown>>
  readAll(): Promise<ApiResult<unknown>>
  preferences(): Promise<ApiResult<MessagePreferences>>
  setPreferences(preferences: MessagePreferences): Promise<ApiResult<unknown>>
}

export function createMessagesApi(http: Http): MessagesApi {
  return {
    list: (locale, cursor) => http.call<MessagePage>('listMessages', { query: { locale, cursor } }),
    countUnread: () => http.call<Unread>('countUnreadMessages'),
    read: (id) => http.call('readMessage', { params: { id } }),
    readAll: () => http.call('readAllMessages'),
    preferences: () => http.call<MessagePreferences>('getMessagePreferences'),
    setPreferences: (preferences) => http.call('setMessagePreferences', { body: preferences }),
  }
}
