import { fakeTaro } from '../../test/client/taro'
import { startI18n } from '../i18n'
import { HOME_URL } from '../routes'
import { startLazyPages } from './lazyPages'
import { startPageShapes } from './pageShapes'

const entry = () => HOME_URL
const cover = () => document.getElementById('page-cover')
const failChunk = () => {
  const event = new Event('unhandledrejection', { cancelable: true })
  Object.assign(event, { reason: { name: 'ChunkLoadError', message: 'Loading chunk 12 failed.' } })
  window.dispatchEvent(event)
}

beforeAll(() => startI18n('en-US'))
beforeEach(() => jest.useFakeTimers())
afterEach(() => jest.useRealTimers())

test('a quick page has no placeholder, a slow one has after 200 ms', () => {
  const pages = startLazyPages({ entry })
  fakeTaro.trigger('__taroRouterChange')
  jest.advanceTimersByTime(199)
  expect(cover()).toBeNull()
  jest.advanceTimersByTime(1)
  expect(cover()).toHaveAttribute('role', 'status')
  fakeTaro.trigger('__afterTaroRouterChange')
  expect(cover()).toBeNull()
  pages.dispose()
})

test('a change to the page that is shown, as a tap on its own tab, loads nothing', () => {
  const pages = startLazyPages({ entry })
  fakeTaro.pages = [{ route: '/pages/index/index', options: {} }]
  fakeTaro.trigger('__taroRouterChange', { toLocation: { path: '/pages/index/index' } })
  jest.advanceTimersByTime(60_000)
  expect(cover()).toBeNull()
  pages.dispose()
})

test('a slow page is given up when the user returns to the one that is shown', () => {
  const pages = startLazyPages({ entry })
  fakeTaro.pages = [{ route: '/pages/index/index', options: {} }]
  fakeTaro.trigger('__taroRouterChange', { toLocation: { path: '/pages/news/news' } })
  jest.advanceTimersByTime(1_000)
  expect(cover()).toHaveAttribute('role', 'status')
  fakeTaro.trigger('__taroRouterChange', { toLocation: { path: '/pages/index/index' } })
  expect(cover()).toBeNull()
  jest.advanceTimersByTime(60_000)
  expect(cover()).toBeNull()
  pages.dispose()
})

test('the pages are busy from the change of the address until the next one is in front', () => {
  const router = '<div class="taro_router"></div>'
  document.body.innerHTML = `<div class="first">${router}</div><div>${router}</div>`
  const [copy, app] = document.querySelectorAll('.taro_router')
  const pages = startLazyPages({ entry })
  fakeTaro.pages = [{ route: '/pages/index/index', options: {} }]
  fakeTaro.trigger('__taroRouterChange', { toLocation: { path: '/pages/news/news' } })
  expect(app).toHaveAttribute('aria-busy', 'true')
  expect(copy).not.toHaveAttribute('aria-busy')
  fakeTaro.trigger('__afterTaroRouterChange')
  expect(app).toHaveAttribute('aria-busy', 'false')
  pages.dispose()
})

test('the cover is above the tab bar, and a slow page that is no tab can be given up', () => {
  document.body.innerHTML = '<div class="taro-tabbar__panel"></div><nav></nav>'
  const pages = startLazyPages({ entry })
  fakeTaro.pages = [{ route: '/pages/index/index', options: {} }]
  fakeTaro.trigger('__taroRouterChange', { toLocation: { path: '/pages/news/news' } })
  jest.advanceTimersByTime(200)
  expect(cover()?.parentElement).toHaveClass('taro-tabbar__panel')
  expect(cover()?.querySelector('button')).toBeNull()
  const back = jest.spyOn(window.history, 'back').mockImplementation(() => undefined)
  fakeTaro.trigger('__taroRouterChange', { toLocation: { path: '/pages/set/set' } })
  jest.advanceTimersByTime(200)
  cover()?.querySelector('button')?.click()
  expect(cover()?.querySelector('button')).toHaveAttribute('aria-label', 'Back')
  expect(back).toHaveBeenCalledTimes(1)
  back.mockRestore()
  pages.dispose()
})

test.each([
  ['/pages/aboutUs/aboutUs', 'About us', 'title', 'line'],
  ['/pages/order/order', 'Positions', 'tabs', 'block'],
  ['/pages/set/set', 'Settings', 'row', 'row'],
  ['/pages/user/user', undefined, 'hero', 'row'],
])('the placeholder of %s has the bar and the shape of that page', (path, title, first, next) => {
  startPageShapes()
  const pages = startLazyPages({ entry })
  fakeTaro.trigger('__taroRouterChange', { toLocation: { path } })
  jest.advanceTimersByTime(200)
  expect(cover()?.querySelector('.page-cover__name')?.textContent).toBe(title)
  const [one, two] = cover()?.querySelectorAll('.skeleton') ?? []
  expect(one).toHaveClass(`skeleton--${first}`)
  expect(two).toHaveClass(`skeleton--${next}`)
  pages.dispose()
})

test('a page that does not come in 60 s offers a retry', () => {
  const pages = startLazyPages({ entry })
  fakeTaro.trigger('__taroRouterChange')
  jest.advanceTimersByTime(60_000)
  expect(cover()).toHaveAttribute('role', 'alert')
  expect(cover()).toHaveTextContent('Couldn’t load this page')
  const ways = [...(cover()?.querySelectorAll('button') ?? [])]
  expect(ways.map(({ textContent }) => textContent)).toEqual(['Try again', 'Go to Home'])
  ways[1]?.click()
  expect(fakeTaro.navigations).toEqual(['switchTab /pages/index/index'])
  pages.dispose()
})

test('a failed chunk after the one reload of its build offers a retry, also once its page has come', () => {
  document.head.innerHTML = '<meta name="version" content="second">'
  const pages = startLazyPages({ entry })
  window.sessionStorage.setItem('chunk-reloaded', 'second third')
  fakeTaro.trigger('__taroRouterChange')
  fakeTaro.trigger('__afterTaroRouterChange')
  failChunk()
  expect(cover()).toHaveAttribute('role', 'alert')
  pages.dispose()
})

test('a page that has come keeps its placeholder until the rest of the app is there, too', async () => {
  let arrive: () => void = () => undefined
  let rest: Promise<void> | undefined = new Promise((resolve) => {
    arrive = resolve
  })
  const pages = startLazyPages({ entry, missing: () => rest })
  fakeTaro.trigger('__taroRouterChange')
  fakeTaro.trigger('__afterTaroRouterChange')
  jest.advanceTimersByTime(200)
  expect(cover()).toHaveAttribute('role', 'status')
  const asked = rest
  rest = undefined
  arrive()
  await asked
  await Promise.resolve()
  expect(cover()).toBeNull()
  pages.dispose()
})
