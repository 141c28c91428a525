import { PAGE_SIZE_DEFAULT } from '../../../../contract/common'
import { type App, route } from '../../shared/http'
import { unwrap } from '../../shared/result'
import type { MessagesService } from './service'

/** Messages from the system to the user (contract/messages.ts). */
export function messageRoutes(app: App, deps: { messages: MessagesService }) {
  const { messages } = deps
  route(app, 'listMessages', async ({ user, query }) => {
    const { locale, cursor, limit } = query
    return unwrap(await messages.list(user.id, locale, cursor, Number(limit ?? PAGE_SIZE_DEFAULT)))
  })
  route(app, 'countUnreadMessages', async ({ user }) => ({ unread: await messages.countUnread(user.id) }))
  route(app, 'readMessage', async ({ user, params }) => {
    unwrap(await messages.read(user.id, params.id))
    return null
  })
  route(app, 'readAllMessages', async ({ user }) => {
    await messages.readAll(user.id)
    return null
  })
  route(app, 'getMessagePreferences', async ({ user }) => messages.preferences(user.id))
  route(app, 'setMessagePreferences', async ({ user, body }) => messages.setPreferences(user.id, body))
}
