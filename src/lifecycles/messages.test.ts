import type { EndpointName } from '../../contract/endpoints'
import { answered, fakeHttp } from '../../test/client/http'
import { makeStores } from '../../test/client/stores'
import { fakeTaro } from '../../test/client/taro'
import { TAB_ROUTES } from '../routes'
import { startMessages } from './messages'

const ME_TAB = TAB_ROUTES.findIndex(({ path }) => path === 'pages/user/user')

beforeEach(() => jest.useFakeTimers())
afterEach(() => jest.useRealTimers())

const settled = () => jest.advanceTimersByTimeAsync(200)

test('the tab shows what is unread, live, for as long as somebody is logged in', async () => {
  let unread = 2
  const asked: EndpointName[] = []
  const http = fakeHttp({ countUnreadMessages: () => answered({ unread }) }, (name) => asked.push(name))
  const stores = makeStores(http)
  const { session } = stores
  const lifecycle = startMessages(stores)
  expect(fakeTaro.tabBadges[ME_TAB] ?? '').toBe('')
  expect(asked).toEqual([])

  session.logIn('token', { account: 'a', nickname: 'a' })
  await settled()
  expect(fakeTaro.tabBadges[ME_TAB]).toBe('2')

  unread = 120
  stores.changes.note(['messages'])
  stores.changes.note(['messages'])
  await settled()
  expect(fakeTaro.tabBadges[ME_TAB]).toBe('99+')
  expect(asked).toEqual(['countUnreadMessages', 'countUnreadMessages'])

  session.reset()
  expect(fakeTaro.tabBadges[ME_TAB]).toBe('')
  lifecycle.dispose()
})
