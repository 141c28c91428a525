import type { Article } from '../../contract/content'
import type { ApiResult } from '../api/http'
import { DocumentsStore } from './DocumentsStore'

const articleOf = (title: string): Article => ({
  id: 'about',
  locale: 'en-US',
  title,
  coverUrl: null,
  publishedAt: '2026-11-20T10:00:00Z',
  updatedAt: '2026-11-20T10:00:00Z',
  blocks: [],
})
const failure = (code: 'network' | 'not_found'): ApiResult<Article> => ({
  ok: false,
  error: { code, details: {}, requestId: 'c1' },
})

function storeWith(...answers: ApiResult<Article>[]) {
  const fetch = jest.fn(async () => answers.shift() ?? failure('network'))
  return { fetch, store: new DocumentsStore({ fetch }) }
}
const titleOf = (store: DocumentsStore) => {
  const article = store.articleOf('about', 'en-US').state
  return article.kind === 'ready' ? article.value.title : article.kind
}

test('an article loads once for each language and is brought up to date', async () => {
  const { fetch, store } = storeWith({ ok: true, value: articleOf('one') }, { ok: true, value: articleOf('two') })
  const loading = store.articleOf('about', 'en-US').load()
  expect(titleOf(store)).toBe('loading')
  await store.articleOf('about', 'en-US').load()
  await loading
  expect(titleOf(store)).toBe('one')
  expect(store.articleOf('about', 'de-DE').state.kind).toBe('idle')
  await store.articleOf('about', 'en-US').load()
  expect(titleOf(store)).toBe('two')
  expect(fetch).toHaveBeenCalledTimes(2)
})

test('a failure leaves what is shown, unless it was withdrawn', async () => {
  const { store } = storeWith(
    failure('network'),
    { ok: true, value: articleOf('one') },
    failure('network'),
    failure('not_found'),
  )
  const states: string[] = []
  for (let load = 0; load < 4; load++) {
    await store.articleOf('about', 'en-US').load()
    states.push(titleOf(store))
  }
  expect(states).toEqual(['failed', 'one', 'one', 'failed'])
})
