import { fakeTaro } from '../../test/client/taro'
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
