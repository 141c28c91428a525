import { PAGE_SIZE_DEFAULT } from '../../../../contract/common'
import { type App, route } from '../../shared/http'
import { unwrap } from '../../shared/result'
import type { ContentService } from './service'

/** News, documents and their pictures (contract/content.ts); open to everybody. */
export function contentRoutes(app: App, deps: { content: ContentService }) {
  const { content } = deps
  route(app, 'listNews', async ({ query }) =>
    unwrap(await content.listNews(query.locale, query.cursor, Number(query.limit ?? PAGE_SIZE_DEFAULT))),
  )
  route(app, 'getNews', async ({ params, query }) => unwrap(await content.article('news', params.id, query.locale)))
  route(app, 'getDocument', async ({ params, query }) =>
    unwrap(await content.article('document', params.id, query.locale)),
  )
  route(app, 'getMedia', async ({ params, reply }) => {
    const bytes = unwrap(await content.media(params.name))
    reply.header('cache-control', 'public, max-age=31536000, immutable').type('image/webp')
    return bytes
  })
}
