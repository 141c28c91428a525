import Taro from '@tarojs/taro'
import { fakeTaro } from '../../test/client/taro'
import { pause } from '../../test/support/until'
import { currentUrl, decoded, goBack, jump, openPage, pageUrl, redirectTo } from './navigation'

test('the four tabs switch and any other path is pushed', () => {
  openPage('/pages/news/news')
  openPage('/pages/Detail/Detail', { symbol: 'BTCUSDT' })
  expect(fakeTaro.navigations).toEqual(['switchTab /pages/news/news', 'navigateTo /pages/Detail/Detail?symbol=BTCUSDT'])
})

test('the generic jump reaches the order tab through its intermediate page', () => {
  expect(jump('/pages/order/order')).toBe(true)
  expect(jump('/pages/user/user')).toBe(true)
  expect(jump('//evil.example')).toBe(false)
  expect(fakeTaro.navigations).toEqual(['navigateTo /pages/order/jump', 'switchTab /pages/user/user'])
})

test('back goes to the home tab where there is no page before', () => {
  goBack()
  fakeTaro.pages = [...fakeTaro.pages, { route: 'pages/set/set', options: {} }]
  goBack()
  expect(fakeTaro.navigations).toEqual(['switchTab /pages/index/index', 'navigateBack'])
})

describe('a step back that meets another navigation', () => {
  const pages = [
    { route: 'pages/user/user', options: {} },
    { route: 'pages/set/set', options: {} },
  ]
  const meetsAnother = () =>
    jest.spyOn(Taro, 'navigateBack').mockRejectedValueOnce({ errMsg: 'navigateBack:fail' } as never)
  beforeEach(() => {
    jest.useFakeTimers()
    fakeTaro.pages = pages
    meetsAnother()
    goBack()
  })
  afterEach(() => jest.useRealTimers())

  test('goes once that one is over', async () => {
    await jest.advanceTimersByTimeAsync(100)
    expect(fakeTaro.navigations).toEqual([])
    fakeTaro.trigger('__afterTaroRouterChange')
    await jest.advanceTimersByTimeAsync(2_000)
    expect(fakeTaro.navigations).toEqual(['navigateBack'])
  })

  test('goes after a moment where nobody tells that it is over', async () => {
    await jest.advanceTimersByTimeAsync(2_000)
    expect(fakeTaro.navigations).toEqual(['navigateBack'])
  })

  test('stays where the other one led', async () => {
    await jest.advanceTimersByTimeAsync(100)
    fakeTaro.pages = [{ route: 'pages/news/news', options: {} }]
    fakeTaro.trigger('__afterTaroRouterChange')
    await jest.advanceTimersByTimeAsync(2_000)
    expect(fakeTaro.navigations).toEqual([])
  })
})

test('an address from storage replaces the page only where it is ours', () => {
  expect(redirectTo('/pages/Detail/Detail?symbol=XAU')).toBe(true)
  expect(redirectTo('javascript:alert(1)')).toBe(false)
  expect(fakeTaro.navigations).toEqual(['redirectTo /pages/Detail/Detail?symbol=XAU'])
})

test('the address at hand is rebuilt without marks of the router', () => {
  fakeTaro.pages = [{ route: '/pages/Detail/Detail', options: { symbol: 'A%26B', stamp: '7' } }]
  expect(currentUrl()).toBe('/pages/Detail/Detail?symbol=A%26B')
})

test('parameters survive characters that mean something in an address', () => {
  expect(pageUrl('/pages/news/detail', { id: 'a&b=c', none: undefined })).toBe('/pages/news/detail?id=a%26b%3Dc')
  expect(decoded({ id: 'a%26b', broken: '%zz' })).toEqual({ id: 'a&b', broken: '%zz' })
})

const DETAIL = '/pages/Detail/Detail'
const openDetail = (symbol: string) => openPage(DETAIL, { symbol })
/** As Taro's router on H5: the push is answered at once, the page comes later. */
const pushedSlowly = () => jest.spyOn(Taro, 'navigateTo').mockImplementation(fakeTaro.record('navigateTo') as never)
const arrives = () => {
  fakeTaro.trigger('__afterTaroRouterChange')
  return pause(0)
}
afterEach(async () => {
  jest.restoreAllMocks()
  await arrives()
})

test('a row that is pressed twice opens its page once, however slowly the page comes', async () => {
  pushedSlowly()
  openDetail('XAU')
  openDetail('XAU')
  jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 30_000)
  openDetail('XAU')
  fakeTaro.pages = [...fakeTaro.pages, { route: DETAIL, options: { symbol: 'XAU' } }]
  await arrives()
  openDetail('XAU')
  expect(fakeTaro.navigations).toEqual([`navigateTo ${DETAIL}?symbol=XAU`])
})

test('of two rows that are pressed within a moment the first opens; later the newer one', async () => {
  pushedSlowly()
  openDetail('XAU')
  openDetail('BTCUSDT')
  expect(fakeTaro.navigations).toEqual([`navigateTo ${DETAIL}?symbol=XAU`])
  jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 2_000)
  openDetail('BTCUSDT')
  expect(fakeTaro.navigations).toEqual([`navigateTo ${DETAIL}?symbol=XAU`, `navigateTo ${DETAIL}?symbol=BTCUSDT`])
})

test('a row opens its page again at once after back, whether the page had come or not', async () => {
  const list = fakeTaro.pages
  const opened = `navigateTo ${DETAIL}?symbol=XAU`
  pushedSlowly()
  openDetail('XAU')
  fakeTaro.pages = [...list, { route: DETAIL, options: { symbol: 'XAU' } }]
  await arrives()
  goBack()
  fakeTaro.pages = list
  openDetail('XAU')
  goBack()
  fakeTaro.trigger('__taroRouterChange', { toLocation: { path: '/pages/index/index' } })
  await pause(0)
  openDetail('XAU')
  expect(fakeTaro.navigations.filter((one) => one.startsWith('navigateTo'))).toEqual([opened, opened, opened])
})

test('tabs and redirects do not wait for a page that is on its way', () => {
  pushedSlowly()
  openDetail('XAU')
  openPage('/pages/news/news')
  redirectTo(`${DETAIL}?symbol=XAU`)
  expect(fakeTaro.navigations.slice(1)).toEqual(['switchTab /pages/news/news', `redirectTo ${DETAIL}?symbol=XAU`])
})

test('a page that could not be pushed replaces the one that is shown, and can be opened again', async () => {
  jest.spyOn(Taro, 'navigateTo').mockRejectedValue({ errMsg: 'navigateTo:fail webview count limit exceed' })
  openDetail('XAU')
  await pause(0)
  openDetail('XAU')
  await pause(0)
  expect(fakeTaro.navigations).toEqual([`redirectTo ${DETAIL}?symbol=XAU`, `redirectTo ${DETAIL}?symbol=XAU`])
})
