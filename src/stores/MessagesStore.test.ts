import type { Locale } from '../../contract/locales'
import { messageOf } from '../../test/client/factories'
import { type Answers, answered, fakeHttp, refused } from '../../test/client/http'
import type { ApiResult } from '../api/http'
import { MessagesStore } from './MessagesStore'

function storeWith(overrides: Answers = {}) {
  const spoken: { locale: Locale } = { locale: 'en-US' }
  const readMessage = jest.fn(async (_: unknown) => answered(null))
  const http = fakeHttp({
    listMessages: answered({ items: [messageOf('2'), messageOf('1', { read: true })], nextCursor: null }),
    countUnreadMessages: answered({ unread: 1 }),
    readMessage,
    readAllMessages: answered(null),
    getMessagePreferences: answered({ muted: ['orders'] }),
    setMessagePreferences: ({ body }) => answered(body),
    ...overrides,
  })
  return { readMessage, spoken, store: new MessagesStore({ http, locale: () => spoken.locale }) }
}

const readMarks = (store: MessagesStore) => store.list.items.map(({ id, read }) => `${id}${read ? ' read' : ''}`)

test('opening a message marks it as read at once, and the count follows', async () => {
  const { readMessage, store } = storeWith()
  await Promise.all([store.load(), store.countUnread()])
  const [first] = store.list.items
  const telling = first && store.read(first)
  expect(readMarks(store)).toEqual(['2 read', '1 read'])
  expect(store.unread).toBe(0)
  await telling
  expect(readMessage).toHaveBeenCalledWith({ params: { id: '2' } })
})

test('what the server did not hear of is unread again; a message that is gone is not', async () => {
  const answers = [refused('network'), refused('not_found')]
  const { store } = storeWith({ readMessage: () => answers.shift() ?? refused('network') })
  await Promise.all([store.load(), store.countUnread()])
  await store.read(messageOf('2'))
  expect(readMarks(store)).toEqual(['2', '1 read'])
  expect(store.unread).toBe(1)
  await store.read(messageOf('2'))
  expect(store.unread).toBe(0)
})

test('a read message is not told of twice', async () => {
  const { readMessage, store } = storeWith()
  await store.read(messageOf('1', { read: true }))
  expect(readMessage).not.toHaveBeenCalled()
})

test('mark all reads every message, or says why not', async () => {
  const { store } = storeWith()
  await Promise.all([store.load(), store.countUnread()])
  await store.readAll()
  expect(readMarks(store)).toEqual(['2 read', '1 read'])
  expect(store.unread).toBe(0)
  const failing = storeWith({ readAllMessages: refused('network') }).store
  await Promise.all([failing.load(), failing.countUnread()])
  expect((await failing.readAll()).ok).toBe(false)
  expect(failing.unread).toBe(1)
})

test('a count that was asked for before something was read does not undo it', async () => {
  let answer: (result: ApiResult<{ unread: number }>) => void = () => undefined
  const { store } = storeWith({ countUnreadMessages: () => new Promise((resolve) => (answer = resolve)) })
  await store.load()
  const counting = store.countUnread()
  await store.read(messageOf('2'))
  answer(answered({ unread: 5 }))
  await counting
  expect(store.unread).toBe(0)
})

test('another language starts the list anew', async () => {
  const asked: unknown[] = []
  const { spoken, store } = storeWith({
    listMessages({ query }) {
      asked.push(query.locale)
      return answered({ items: [], nextCursor: null })
    },
  })
  await store.load()
  spoken.locale = 'de-DE'
  await store.load()
  expect(asked).toEqual(['en-US', 'de-DE'])
})

test('news at the head leave the pages below in place, unless they no longer meet', async () => {
  const all = ['9', '8', '7', '6', '5', '4'].map((id) => messageOf(id, { read: true }))
  let from = 2
  const { store } = storeWith({
    listMessages({ query: { cursor } }) {
      const at = cursor === undefined ? from : Number(cursor)
      return answered({ items: all.slice(at, at + 2), nextCursor: at + 2 < all.length ? String(at + 2) : null })
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
    setMessagePreferences({ body }) {
      sent.push(body)
      return accepts ? answered(body) : refused('network')
    },
  })
  await store.preferences.refresh()
  await store.setMuted('savings', true)
  await store.setMuted('orders', false)
  accepts = false
  const setting = store.setMuted('deposits', true)
  expect(store.preferences.state).toEqual({ kind: 'ready', value: { muted: ['savings', 'deposits'] } })
  expect((await setting).ok).toBe(false)
  expect(store.preferences.state).toEqual({ kind: 'ready', value: { muted: ['savings'] } })
  expect(sent).toEqual([{ muted: ['orders', 'savings'] }, { muted: ['savings'] }, { muted: ['savings', 'deposits'] }])
})

test('nothing of a user is left for the next one, not even by an answer that is late', async () => {
  let answer: (result: ApiResult<{ unread: number }>) => void = () => undefined
  const { store } = storeWith({ countUnreadMessages: () => new Promise((resolve) => (answer = resolve)) })
  await Promise.all([store.load(), store.preferences.refresh()])
  const counting = store.countUnread()
  store.reset()
  answer(answered({ unread: 3 }))
  await counting
  expect(store.unread).toBe(0)
  expect(store.list.items).toEqual([])
  expect(store.preferences.state.kind).toBe('idle')
})
