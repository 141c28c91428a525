import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { appInfoOf } from '../../../test/client/factories'
import { fakeHttp } from '../../../test/client/http'
import { makeStores } from '../../../test/client/stores'
import { fakeTaro } from '../../../test/client/taro'
import { changeLocale, startI18n } from '../../i18n'
import { LateStores } from '../../stores/LateStores'
import { PreferencesStore } from '../../stores/PreferencesStore'
import { RootStore } from '../../stores/RootStore'
import { SessionStore } from '../../stores/SessionStore'
import { StoresContext } from '../../stores/StoresContext'
import { NotFoundScreen } from '../content/NotFoundScreen'
import { Screen, type ScreenProps } from './Screen'

function renderScreen(props: Partial<ScreenProps> & Pick<ScreenProps, 'route'>) {
  const stores = makeStores(fakeHttp({}))
  fakeTaro.pages = [{ route: props.route, options: {} }]
  const tree = () => (
    <StoresContext.Provider value={stores}>
      <Screen {...props}>{props.children ?? 'content'}</Screen>
    </StoresContext.Provider>
  )
  return { stores, ...render(tree()) }
}

beforeAll(() => startI18n('en-US'))

test('a page has its title, the notice of a simulated market and a way back', async () => {
  const { stores } = renderScreen({ route: '/pages/product/product' })
  act(() => stores.session.setAppInfo(appInfoOf()))
  expect(screen.getByRole('heading', { name: 'Products' })).toBeInTheDocument()
  expect(screen.getByText('Simulated market · demo funds')).toBeInTheDocument()
  expect(document.title).toBe('Products · Fairtick')
  await userEvent.click(screen.getByRole('button', { name: 'Back' }))
  expect(fakeTaro.navigations).toEqual(['switchTab /pages/index/index'])
})

test('a tab has no back button, and live funds on a live feed no notice', () => {
  const { stores } = renderScreen({ route: '/pages/news/news' })
  act(() => stores.session.setAppInfo(appInfoOf({ funds: 'live', feed: 'binance' })))
  expect(screen.queryByRole('button', { name: 'Back' })).toBeNull()
  expect(screen.queryByText(/Simulated|Demo/)).toBeNull()
})

test('a user page without a token shows nothing and leads to login, which brings back', () => {
  const { stores } = renderScreen({ route: '/pages/order/order', children: 'my orders' })
  expect(screen.queryByText('my orders')).toBeNull()
  expect(fakeTaro.navigations).toEqual(['redirectTo /pages/login/login'])
  expect(stores.session.orderBackUrl).toBe('/pages/order/order')
})

test('a session that ends on a user page leads to login once', () => {
  const { stores } = renderScreen({ route: '/pages/verify/verify', children: 'private' })
  fakeTaro.navigations = []
  act(() => stores.session.logIn('t', { account: 'a', nickname: 'a' }))
  expect(screen.getByText('private')).toBeInTheDocument()
  act(() => stores.session.reset())
  expect(screen.queryByText('private')).toBeNull()
  expect(fakeTaro.navigations).toEqual(['redirectTo /pages/login/login'])
})

/** As after the first page: nothing else has come yet. */
function renderBefore(route: ScreenProps['route'], loadLate: (stores: RootStore) => Promise<void>) {
  const stores = new RootStore({
    session: new SessionStore(),
    preferences: new PreferencesStore(),
    http: fakeHttp({}),
    sleep: async () => undefined,
    loadLate,
  })
  fakeTaro.pages = [{ route, options: {} }]
  render(
    <StoresContext.Provider value={stores}>
      <Screen route={route}>content</Screen>
    </StoresContext.Provider>,
  )
  return stores
}

test('an early page is shown before the other stores have come, and asks for them until they have', async () => {
  const loadLate = jest
    .fn(async (stores: RootStore) => void stores.complete(new LateStores(stores)))
    .mockRejectedValueOnce(new Error('this file did not come'))
  const stores = renderBefore('/pages/index/index', loadLate)
  expect(screen.getByText('content')).toBeInTheDocument()
  expect(stores.isComplete()).toBe(false)
  await waitFor(() => expect(stores.isComplete()).toBe(true))
  expect(loadLate).toHaveBeenCalledTimes(2)
})

test('any other page waits for them', async () => {
  const loadLate = jest.fn(async () => undefined)
  const stores = renderBefore('/pages/product/product', loadLate)
  expect(loadLate).toHaveBeenCalledTimes(1)
  expect(screen.queryByText('content')).toBeNull()
  act(() => stores.complete(new LateStores(stores)))
  expect(await screen.findByText('content')).toBeInTheDocument()
})

function Breaks(): never {
  throw new Error('broken on purpose')
}

test('a screen that breaks leaves words, a number and a way on', () => {
  const silent = jest.spyOn(console, 'error').mockImplementation(() => undefined)
  renderScreen({ route: '/pages/product/product', children: <Breaks /> })
  expect(screen.getByText('Something went wrong on this page')).toBeInTheDocument()
  expect(screen.getByText(/[A-Z0-9]{6}$/)).toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Try again' })).toBeInTheDocument()
  silent.mockRestore()
})

test('toasts, questions and the network stand over the page', async () => {
  const { stores } = renderScreen({ route: '/pages/product/product' })
  act(() => stores.ui.toast('Operation Successful', 'success'))
  expect(await screen.findByRole('status')).toHaveTextContent('Operation Successful')
  let answer: Promise<boolean> | undefined
  act(() => {
    answer = stores.ui.confirm({ title: 'Sure?', confirmLabel: 'Yes', cancelLabel: 'No' })
  })
  await userEvent.click(screen.getByRole('button', { name: 'Yes' }))
  expect(await answer).toBe(true)
  act(() => stores.connection.setOnline(false))
  expect(screen.getByText(/You’re offline/)).toBeInTheDocument()
})

test('the language changes under the page, and the theme is a class', async () => {
  const { stores, container } = renderScreen({ route: '/pages/news/news', children: <NotFoundScreen /> })
  expect(screen.getByText('We can’t find that page')).toBeInTheDocument()
  await act(() => changeLocale('de-DE'))
  expect(screen.getByText('Diese Seite wurde nicht gefunden')).toBeInTheDocument()
  act(() => stores.preferences.setTheme('dark'))
  expect(container.firstElementChild).toHaveClass('theme-dark')
  await act(() => changeLocale('en-US'))
})
