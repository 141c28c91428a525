import Type from 'typebox'
import { closed, PAGE_SIZE_DEFAULT } from '../../../../contract/common'
import { Article, LocaleQuery, NewsPage, NewsQuery } from '../../../../contract/content'
import { type App, endpoint, responses } from '../../shared/http'
import { unwrap } from '../../shared/result'
import type { ContentService } from './service'

const ItemParams = closed({ id: Type.String({ pattern: '^[a-z0-9-]{2,64}$' }) })
const MediaParams = closed({ name: Type.String({ pattern: '^[0-9a-f]{64}\\.webp$' }) })

/** News, documents and their pictures (contract/content.ts); open to everybody. */
export function contentRoutes(app: App, deps: { content: ContentService }) {
  const { content } = deps

  app.route({
    ...endpoint('listNews'),
    schema: { querystring: NewsQuery, response: responses({ 200: NewsPage }) },
    handler: async ({ query }) =>
      unwrap(await content.listNews(query.locale, query.cursor, Number(query.limit ?? PAGE_SIZE_DEFAULT))),
  })

  app.route({
    ...endpoint('getNews'),
    schema: { params: ItemParams, querystring: LocaleQuery, response: responses({ 200: Article }) },
    handler: async ({ params, query }) => unwrap(await content.article('news', params.id, query.locale)),
  })

  app.route({
    ...endpoint('getDocument'),
    schema: { params: ItemParams, querystring: LocaleQuery, response: responses({ 200: Article }) },
    handler: async ({ params, query }) => unwrap(await content.article('document', params.id, query.locale)),
  })

  app.route({
    ...endpoint('getMedia'),
    schema: { params: MediaParams, response: responses({ 200: Type.Unknown({ description: 'image/webp' }) }) },
    handler: async ({ params }, reply) =>
      reply
        .header('cache-control', 'public, max-age=31536000, immutable')
        .type('image/webp')
        .send(unwrap(await content.media(params.name))),
  })
}
