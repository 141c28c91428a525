import { PAGE_SIZE_DEFAULT } from '../../../../contract/common'
import { type App, endpoint, userOf } from '../../shared/http'
import { unwrap } from '../../shared/result'
import type { MessagesService } from './service'

/** Messages from the system to the user (contract/messages.ts). */
export function messageRoutes(app: App, deps: { messages: MessagesService }) {
  const { messages } = deps

  app.route({
    ...endpoint('listMessages'),
    handler: async (request) => {
      const { locale, cursor, limit } = request.query
      return unwrap(await messages.list(userOf(request).id, locale, cursor, Number(limit ?? PAGE_SIZE_DEFAULT)))
    },
  })

  app.route({
    ...endpoint('countUnreadMessages'),
    handler: async (request) => ({ unread: await messages.countUnread(userOf(request).id) }),
  })

  app.route({
    ...endpoint('readMessage'),
    handler: async (request, reply) => {
      unwrap(await messages.read(userOf(request).id, request.params.id))
      return reply.code(204).send(null)
    },
  })

  app.route({
    ...endpoint('readAllMessages'),
    handler: async (request, reply) => {
      await messages.readAll(userOf(request).id)
      return reply.code(204).send(null)
    },
  })

  app.route({
    ...endpoint('getMessagePreferences'),
    handler: async (request) => messages.preferences(userOf(request).id),
  })

  app.route({
    ...endpoint('setMessagePreferences'),
    handler: async (request) => messages.setPreferences(userOf(request).id, request.body),
  })
}
