import { PAGE_SIZE_DEFAULT } from '../../../../contract/common'
import { type App, endpoint } from '../../shared/http'
import { unwrap } from '../../shared/result'
import type { ContentService } from './service'

/** News, documents and their pictures (contract/content.ts); open to everybody. */
export function contentRoutes(app: App, deps: { content: ContentService }) {
  const { content } = deps

  app.route({
    ...endpoint('listNews'),
    handler: async ({ query }) =>
      unwrap(await content.listNews(query.locale, query.cursor, Number(query.limit ?? PAGE_SIZE_DEFAULT))),
  })

  app.route({
    ...endpoint('getNews'),
    handler: async ({ params, query }) => unwrap(await content.article('news', params.id, query.locale)),
  })

  app.route({
    ...endpoint('getDocument'),
    handler: async ({ params, query }) => unwrap(await content.article('document', params.id, query.locale)),
  })

  app.route({
    ...endpoint('getMedia'),
    handler: async ({ params }, reply) =>
      reply
        .header('cache-control', 'public, max-age=31536000, immutable')
        .type('image/webp')
        .send(unwrap(await content.media(params.name))),
  })
}
