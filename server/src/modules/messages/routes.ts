import Type from 'typebox'
import { closed, Empty, PAGE_SIZE_DEFAULT } from '../../../../contract/common'
import { MessagePage, MessagePreferences, MessagesQuery, Unread } from '../../../../contract/messages'
import { type App, endpoint, responses, userOf } from '../../shared/http'
import { unwrap } from '../../shared/result'
import type { MessagesService } from './service'

const MessageParams = closed({ id: Type.String({ pattern: '^[ma][1-9]\\d{0,17}$', description: 'Message id' }) })

/** What the system told the user (contract/messages.ts). */
export function messageRoutes(app: App, deps: { messages: MessagesService }) {
  const { messages } = deps

  app.route({
    ...endpoint('listMessages'),
    schema: { querystring: MessagesQuery, response: responses({ 200: MessagePage }) },
    handler: async (request) => {
      const { locale, cursor, limit } = request.query
      return unwrap(await messages.list(userOf(request).id, locale, cursor, Number(limit ?? PAGE_SIZE_DEFAULT)))
    },
  })

  app.route({
    ...endpoint('countUnreadMessages'),
    schema: { response: responses({ 200: Unread }) },
    handler: async (request) => ({ unread: await messages.countUnread(userOf(request).id) }),
  })

  app.route({
    ...endpoint('readMessage'),
    schema: { params: MessageParams, response: responses({ 204: Empty }) },
    handler: async (request, reply) => {
      unwrap(await messages.read(userOf(request).id, request.params.id))
      return reply.code(204).send(null)
    },
  })

  app.route({
    ...endpoint('readAllMessages'),
    schema: { response: responses({ 204: Empty }) },
    handler: async (request, reply) => {
      await messages.readAll(userOf(request).id)
      return reply.code(204).send(null)
    },
  })

  app.route({
    ...endpoint('getMessagePreferences'),
    schema: { response: responses({ 200: MessagePreferences }) },
    handler: async (request) => messages.preferences(userOf(request).id),
  })

  app.route({
    ...endpoint('setMessagePreferences'),
    schema: { body: MessagePreferences, response: responses({ 200: MessagePreferences }) },
    handler: async (request) => messages.setPreferences(userOf(request).id, request.body),
  })
}
