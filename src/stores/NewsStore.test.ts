import type { NewsItem } from '../../contract/content'
import type { Locale } from '../../contract/locales'
import { answered, fakeHttp } from '../../test/client/http'
import { NewsStore } from './NewsStore'

const itemOf = (id: string): NewsItem => ({
  id,
  title: id,
  summary: '',
  coverUrl: null,
  publishedAt: '2026-11-20T10:00:00Z',
})

test('news come in pages, and another language starts them anew', async () => {
  let locale: Locale = 'en-US'
  const asked: string[] = []
  const http = fakeHttp({
    listNews({ query: { locale: wanted, cursor } }) {
      asked.push(`${wanted} ${cursor ?? 'first'}`)
      return answered(
        cursor
          ? { items: [itemOf('old')], nextCursor: null }
          : { items: [itemOf(`new-${wanted}`)], nextCursor: 'next' },
      )
    },
  })
  const store = new NewsStore({ http, locale: () => locale })
  expect(await store.load()).toBe(true)
  await store.list.loadMore()
  expect(store.list.items.map(({ id }) => id)).toEqual(['new-en-US', 'old'])
  expect(store.list.more).toBe('end')
  locale = 'th-TH'
  await store.load()
  expect(store.list.items.map(({ id }) => id)).toEqual(['new-th-TH'])
  expect(asked).toEqual(['en-US first', 'en-US next', 'th-TH first'])
})
