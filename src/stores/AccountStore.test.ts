import type { Me } from '../../contract/accounts'
import { meOf } from '../../test/client/factories'
import { answered, refused } from '../../test/client/http'
import type { ApiResult } from '../api/http'
import { AccountStore } from './AccountStore'

const me = (version: number, total: string) =>
  answered(meOf({ balance: { available: total, inOrders: '0.00', total, version } }))

function storeWith(...answers: ApiResult<Me>[]) {
  const ask = jest.fn(async () => answers.shift() ?? refused('network'))
  return { ask, store: new AccountStore({ fetch: ask }) }
}

test('a page that opens asks again only if the last answer is not of this moment', async () => {
  jest.useFakeTimers()
  const { ask, store } = storeWith(refused('network'), me(3, '100.00'), me(4, '90.00'), me(1, '5.00'))
  await store.loadForPage()
  await store.loadForPage()
  await store.loadForPage()
  expect(ask).toHaveBeenCalledTimes(2)
  jest.advanceTimersByTime(2_000)
  await store.loadForPage()
  expect(store.figures?.balance.total).toBe('90.00')
  store.reset()
  await store.loadForPage()
  expect(store.figures?.balance.total).toBe('5.00')
  jest.useRealTimers()
})

test('a newer balance is never overwritten by an older answer', async () => {
  const { store } = storeWith(me(3, '100.00'))
  store.applyBalance({ available: '50.00', inOrders: '50.00', total: '100.00', version: 4 })
  await store.load()
  expect(store.balance).toMatchObject({ available: '50.00', version: 4 })
  store.applyBalance({ available: '150.00', inOrders: '0.00', total: '150.00', version: 5 })
  expect(store.balance?.available).toBe('150.00')
})

test('an answer to the session before is dropped', async () => {
  let answer: (result: ApiResult<Me>) => void = () => undefined
  const store = new AccountStore({ fetch: () => new Promise((resolve) => (answer = resolve)) })
  const loading = store.load()
  store.reset()
  answer(me(9, '1.00'))
  await loading
  expect(store.me.state.kind).toBe('idle')
  expect(store.balance).toBeUndefined()
})
