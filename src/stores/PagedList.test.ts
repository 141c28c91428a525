import type { Page } from '../../contract/common'
import type { ApiResult } from '../api/http'
import { PagedList } from './PagedList'

type Answer = ApiResult<Page<string>>
const page = (items: string[], nextCursor: string | null): Answer => ({ ok: true, value: { items, nextCursor } })
const LOST: Answer = { ok: false, error: { code: 'network', details: {}, requestId: 'c1' } }

/** A list whose first two pages are shown, and what answers the requests after them, in any order. */
async function setUp() {
  const first = [page(['a', 'b'], 'c1'), page(['c', 'd'], 'c2')]
  const asked: { cursor: string | undefined; answer: (value: Answer) => void }[] = []
  const list = new PagedList<string, undefined>(async (_, cursor) => {
    const known = first.shift()
    if (known) return known
    return new Promise<Answer>((answer) => asked.push({ cursor, answer }))
  }, undefined)
  await list.refresh()
  await list.loadMore()
  return { list, asked }
}

test('a next page that was asked for before a refresh landed is dropped: none is left out, none comes twice', async () => {
  const { list, asked } = await setUp()
  const refreshed = list.refresh()
  const more = list.loadMore()
  asked[0]?.answer(page(['z', 'a'], 'c9'))
  await refreshed
  asked[1]?.answer(page(['e', 'f'], null))
  await more
  expect([list.items, list.more]).toEqual([['z', 'a'], 'more'])
  const next = list.loadMore()
  expect(asked[2]?.cursor).toBe('c9')
  asked[2]?.answer(page(['b'], null))
  await next
  expect([list.items, list.more]).toEqual([['z', 'a', 'b'], 'end'])
})

test('a next page dropped by a refresh that fails can be asked for again', async () => {
  const { list, asked } = await setUp()
  const more = list.loadMore()
  const refreshed = list.refresh()
  asked[0]?.answer(page(['e'], null))
  await more
  asked[1]?.answer(LOST)
  await refreshed
  expect([list.items, list.more]).toEqual([['a', 'b', 'c', 'd'], 'failed'])
  const again = list.loadMore()
  asked[2]?.answer(page(['e'], null))
  await again
  expect([list.items.at(-1), list.more]).toEqual(['e', 'end'])
})
