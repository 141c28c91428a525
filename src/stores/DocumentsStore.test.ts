import { articleOf } from '../../test/client/factories'
import { answered } from '../../test/client/http'
import { DocumentsStore } from './DocumentsStore'

test('an article is loaded once for each language', async () => {
  const fetch = jest.fn(async () => answered(articleOf()))
  const store = new DocumentsStore({ fetch })
  await store.articleOf('about', 'en-US').load()
  expect(store.articleOf('about', 'en-US').state.kind).toBe('ready')
  expect(store.articleOf('about', 'de-DE').state.kind).toBe('idle')
  expect(fetch).toHaveBeenCalledTimes(1)
})
