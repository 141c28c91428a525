import type { Locale } from '../../contract/locales'
import type { Message } from '../../contract/messages'
import type { ApiResult } from '../api/http'
import type { MessagesApi } from '../api/messages'
import { MessagesStore } from './MessagesStore'

const messageOf = (id: string, read = false): Message => ({
  id,
  kind: 'deposit_successful',
  facts: { amount: '100.00', reference: 'FD-0000000001' },
  title: null,
  body: null,
  createdAt: '2026-11-20T10:00:00Z',
  read,
})
const ok = <T>(value: T): ApiResult<T> => ({ ok: true, value })
const network = { ok: false as const, error: { code: 'network' as const, details: {}, requestId: 'c1' } }

function storeWith(overrides: Partial<MessagesApi> = {}) {
  const spoken: { locale: Locale } = { locale: 'en-US' }
  const api: MessagesApi = {
    list: jest.fn(async () => ok({ items: [messageOf('2'), messageOf('1', true)], nextCursor: null })),
    countUnread: jest.fn(async () => ok({ unread: 1 })),
    read: jest.fn(async () => ok(null)),
    readAll: jest.fn(async () => ok(null)),
    preferences: jest.fn(async () => ok({ muted: ['orders' as const] })),
    setPreferences: jest.fn(async (preferences) => ok(preferences)),
    ...overrides,
  }
  return { api, spoken, store: new MessagesStore({ api, locale: () => spoken.locale }) }
}

const readMarks = (store: MessagesStore) => store.list.items.map(({ id, read }) => `${id}${read ? ' read' : ''}`)

test('opening a message marks it as read at once, and the count follows', async () => {
  const { api, store } = storeWith()
  await Promise.all([store.load(), store.countUnread()])
  const [first] = store.list.items
  const telling = first && store.read(first)
  expect(readMarks(store)).toEqual(['2 read', '1 read'])
  expect(store.unread).toBe(0)
  await telling
  expect(api.read).toHaveBeenCalledWith('2')
})

test('what the server did not hear of is unread again; a message that is gone is not', async () => {
  const answers: ApiResult<null>[] = [network, { ok: false, error: { ...network.error, code: 'not_found' } }]
  const { store } = storeWith({ read: async () => answers.shift() ?? network })
  await Promise.all([store.load(), store.countUnread()])
  await store.read(messageOf('2'))
  expect(readMarks(store)).toEqual(['2', '1 read'])
  expect(store.unread).toBe(1)
  await store.read(messageOf('2'))
  expect(store.unread).toBe(0)
})

test('a read message is not told of twice', async () => {
  const { api, store } = storeWith()
  await store.read(messageOf('1', true))
  expect(api.read).not.toHaveBeenCalled()
})

test('mark all reads every message, or says why not', async () => {
  const { store } = storeWith()
  await Promise.all([store.load(), store.countUnread()])
  await store.readAll()
  expect(readMarks(store)).toEqual(['2 read', '1 read'])
  expect(store.unread).toBe(0)
  const failing = storeWith({ readAll: async () => network }).store
  await Promise.all([failing.load(), failing.countUnread()])
  expect((await failing.readAll()).ok).toBe(false)
  expect(failing.unread).toBe(1)
})

test('a count that was asked for before something was read does not undo it', async () => {
  let answer: (result: ApiResult<{ unread: number }>) => void = () => undefined
  const { store } = storeWith({ countUnread: () => new Promise((resolve) => (answer = resolve)) })
  await store.load()
  const counting = store.countUnread()
  await store.read(messageOf('2'))
  answer(ok({ unread: 5 }))
  await counting
  expect(store.unread).toBe(0)
})

test('another language starts the list anew', async () => {
  const { api, spoken, store } = storeWith()
  await store.load()
  spoken.locale = 'de-DE'
  await store.load()
  expect(jest.mocked(api.list).mock.calls.map(([locale]) => locale)).toEqual(['en-US', 'de-DE'])
})

test('news at the head leave the pages below in place, unless they no longer meet', async () => {
  const all = ['9', '8', '7', '6', '5', '4'].map((id) => messageOf(id, true))
  let from = 2
  const { store } = storeWith({
    list: async (_, cursor) => {
      const at = cursor === undefined ? from : Number(cursor)
      return ok({ items: all.slice(at, at + 2), nextCursor: at + 2 < all.length ? String(at + 2) : null })
    },
  })
  await store.load()
  await store.list.loadMore()
  from = 1
  await store.load()
  expect(store.list.items.map(({ id }) => id)).toEqual(['8', '7', '6', '5', '4'])
  expect(store.list.more).toBe('end')
  store.reset()
  from = 4
  await store.load()
  from = 0
  await store.load()
  expect(store.list.items.map(({ id }) => id)).toEqual(['9', '8'])
  expect(store.list.more).toBe('more')
})

test('a preference holds at once and goes back where the server refuses', async () => {
  const sent: unknown[] = []
  let accepts = true
  const { store } = storeWith({
    setPreferences: async (preferences) => {
      sent.push(preferences)
      return accepts ? ok(preferences) : network
    },
  })
  await store.preferences.refresh()
  await store.setMuted('savings', true)
  await store.setMuted('orders', false)
  accepts = false
  const refused = store.setMuted('deposits', true)
  expect(store.preferences.state).toEqual({ kind: 'ready', value: { muted: ['savings', 'deposits'] } })
  expect((await refused).ok).toBe(false)
  expect(store.preferences.state).toEqual({ kind: 'ready', value: { muted: ['savings'] } })
  expect(sent).toEqual([{ muted: ['orders', 'savings'] }, { muted: ['savings'] }, { muted: ['savings', 'deposits'] }])
})

test('nothing of a user is left for the next one, not even by an answer that is late', async () => {
  let answer: (result: ApiResult<{ unread: number }>) => void = () => undefined
  const { store } = storeWith({ countUnread: () => new Promise((resolve) => (answer = resolve)) })
  await Promise.all([store.load(), store.preferences.refresh()])
  const counting = store.countUnread()
  store.reset()
  answer(ok({ unread: 3 }))
  await counting
  expect(store.unread).toBe(0)
  expect(store.list.items).toEqual([])
  expect(store.preferences.state.kind).toBe('idle')
})
