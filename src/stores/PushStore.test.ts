import type { PushState } from '../../contract/push'
import { type Answers, answered, fakeHttp, refused } from '../../test/client/http'
import type { ApiResult } from '../api/http'
import type { PushAnswer } from '../platform/push'
import { PushStore } from './PushStore'

const ADDRESS = { endpoint: 'https://push.example.com/a', p256dh: 'p', auth: 'a' }

function storeWith(overrides: Answers = {}, answer: PushAnswer = { ok: true, value: ADDRESS }) {
  const world = {
    account: 'lin_mei88',
    key: 'KEY' as string | undefined,
    wish: undefined as string | undefined,
    ended: 0,
  }
  const subscribePush = jest.fn(async (_: unknown) => answered({ subscribed: true, off: ['money'] }))
  const http = fakeHttp({
    getPush: answered({ subscribed: false, off: [] }),
    subscribePush,
    unsubscribePush: answered(null),
    setPushPreferences: ({ body: { off } }) => answered({ subscribed: true, off }),
    ...overrides,
  })
  const device = {
    askForPush: jest.fn(async () => answer),
    pushAddress: jest.fn(async () => answer),
    endPush: async () => {
      world.ended += 1
    },
  }
  const store = new PushStore({
    http,
    device,
    locale: () => 'en-US',
    account: () => world.account,
    key: () => world.key,
    wish: {
      account: () => world.wish,
      keep(account) {
        world.wish = account
      },
      forget() {
        world.wish = undefined
      },
    },
  })
  return { world, subscribePush, device, store }
}

test('turned on, the server has the address and the device keeps whose wish it was', async () => {
  const { world, subscribePush, store } = storeWith()
  expect(await store.turnOn()).toBeUndefined()
  expect(subscribePush).toHaveBeenCalledWith({ body: { ...ADDRESS, locale: 'en-US' } })
  expect([store.state.value, world.wish]).toEqual([{ subscribed: true, off: ['money'] }, 'lin_mei88'])
})

test('what stands in the way is named, and nothing is kept', async () => {
  const denied = storeWith({}, { ok: false, problem: 'denied' })
  expect(await denied.store.turnOn()).toBe('denied')
  expect(denied.subscribePush).not.toHaveBeenCalled()
  const offline = storeWith({ subscribePush: refused('network') })
  expect(await offline.store.turnOn()).toBe('network')
  const none = storeWith()
  none.world.key = undefined
  expect(await none.store.turnOn()).toBe('push_refused')
  expect([denied.world.wish, offline.world.wish, none.world.wish]).toEqual([undefined, undefined, undefined])
})

test('each start tells the server again where this account wants it, and only then', async () => {
  const { world, subscribePush, device, store } = storeWith()
  await store.sync()
  world.wish = 'somebody_else'
  await store.sync()
  expect(device.pushAddress).not.toHaveBeenCalled()
  world.wish = 'lin_mei88'
  await store.sync()
  expect(subscribePush).toHaveBeenCalledTimes(1)
  expect(device.askForPush).not.toHaveBeenCalled()
})

test('an answer that comes after the session has ended changes nothing', async () => {
  let answer: (value: ApiResult<PushState>) => void = () => undefined
  const { world, store } = storeWith({ subscribePush: () => new Promise((resolve) => (answer = resolve)) })
  const turning = store.turnOn()
  await Promise.resolve()
  await Promise.resolve()
  store.reset()
  answer(answered<PushState>({ subscribed: true, off: [] }))
  expect(await turning).toBeUndefined()
  expect([store.state.value, world.wish]).toEqual([undefined, undefined])
})

test('turned off, browser and server forget; without a network both stay as they were', async () => {
  const { world, store } = storeWith()
  await store.turnOn()
  await store.turnOff()
  expect([store.state.value?.subscribed, world.wish, world.ended]).toEqual([false, undefined, 1])
  const offline = storeWith({ unsubscribePush: refused('network') })
  await offline.store.turnOn()
  await offline.store.turnOff()
  expect([offline.store.state.value?.subscribed, offline.world.wish, offline.world.ended]).toEqual([
    true,
    'lin_mei88',
    0,
  ])
})

test('a switch holds at once, and goes back where the server does not hear of it', async () => {
  const answers = [
    answered({ subscribed: true, off: ['money', 'results'] }),
    answered({ subscribed: true, off: ['results'] }),
  ]
  const { store } = storeWith({ setPushPreferences: () => answers.shift() ?? refused('network') })
  await store.turnOn()
  const switching = store.setOn('results', false)
  expect(store.state.value?.off).toEqual(['money', 'results'])
  await switching
  await store.setOn('money', true)
  expect(store.state.value?.off).toEqual(['results'])
  await store.setOn('results', true)
  expect(store.state.value?.off).toEqual(['results'])
})
