import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { meOf, NOON, productOf, quoteOf, resultsOf, summaryOf } from '../../../test/client/factories'
import { answered, LIN, refused, renderLoggedIn, renderScreen } from '../../../test/client/screens'
import { fakeTaro } from '../../../test/client/taro'
import { sparklinePath } from '../../domain/sparkline'
import { startI18n } from '../../i18n'
import { findRoute } from '../../routes'
import { HomeScreen } from './HomeScreen'
import { ProductsScreen } from './ProductsScreen'

// Each render of a row calls this once, and nothing else here does: it counts renders.
jest.mock('../../domain/sparkline', () => ({ sparklinePath: jest.fn(() => 'M0 0L1 1') }))

beforeAll(() => startI18n('en-US'))
beforeEach(() => jest.mocked(sparklinePath).mockClear())

const row = (name: RegExp) => screen.findByRole('button', { name })
const GOLD = summaryOf('XAUUSD', {
  name: 'Gold',
  category: 'metals',
  quote: quoteOf({ symbol: 'XAUUSD', price: '2391.80', changeRate24hBp: -42 }),
})
const LIST = answered({ items: [summaryOf(), GOLD] })

test('one tick among 50 products renders the figures of its row and nothing else', async () => {
  const items = Array.from({ length: 50 }, (_, i) => summaryOf(`P${100 + i}`))
  const { stores, container } = renderScreen(<HomeScreen running={null} results={null} />, {
    listProducts: answered({ items }),
  })
  await row(/P149/)
  // What comes later has come.
  await screen.findByText('How timed orders work')
  const rowRenders = jest.mocked(sparklinePath).mock.calls.length
  const changed = new Set<Element>()
  const watcher = new MutationObserver((records) => {
    for (const { target } of records)
      changed.add(target instanceof Element ? target : (target.parentElement as Element))
  })
  watcher.observe(container, { subtree: true, childList: true, characterData: true, attributes: true })
  act(() =>
    stores.market.applyQuotes([quoteOf({ symbol: 'P107', sequence: 11, price: '70001.0', changeRate24hBp: 240 })]),
  )
  await waitFor(() => expect(changed.size).toBeGreaterThan(0))
  watcher.disconnect()
  expect(jest.mocked(sparklinePath).mock.calls.length).toBe(rowRenders)
  const figures = (await row(/P107/)).querySelector('.product-row__figures')
  expect(figures).toHaveTextContent('70,001.0▲ +2.40%')
  for (const element of changed) expect(figures).toContainElement(element as HTMLElement)
})

describe('home', () => {
  test('shows recommended products with price, sign and change, and opens one', async () => {
    renderScreen(<HomeScreen running={null} results={null} />, { listProducts: LIST })
    expect(await row(/BTC\/USDT/)).toHaveTextContent('68,412.5▲ +2.31%')
    expect(await row(/Gold/)).toHaveTextContent('2,391.80▼ −0.42%')
    expect(await row(/Gold/)).toHaveTextContent(/Volume Vol 28.4KTurnover 1.93B24h low [\d,.]+24h high [\d,.]+/)
    await userEvent.click(await row(/Gold/))
    expect(fakeTaro.navigations).toEqual(['navigateTo /pages/Detail/Detail?symbol=XAUUSD'])
  })

  test('tabs show favourites, gainers and losers', async () => {
    const { stores } = renderScreen(<HomeScreen running={null} results={null} />, { listProducts: LIST })
    await row(/Gold/)
    const names = () =>
      screen.getAllByRole('button', { name: /BTC\/USDT|Gold/ }).map((one) => one.textContent?.slice(0, 3))
    await userEvent.click(screen.getByRole('tab', { name: 'Losers' }))
    await waitFor(() => expect(names()).toEqual(['Gol', 'BTC']))
    await userEvent.click(screen.getByRole('tab', { name: 'Gainers' }))
    await waitFor(() => expect(names()).toEqual(['BTC', 'Gol']))
    await userEvent.click(screen.getByRole('tab', { name: 'Favorites' }))
    expect(await screen.findByText('No favorites yet')).toBeInTheDocument()
    act(() => void stores.favourites.toggle('XAUUSD'))
    await waitFor(() => expect(names()).toEqual(['Gol']))
  })

  test('the results of a week are a bar for each day, and none before the first order or while balances are hidden', async () => {
    const sums = { orders: 2, won: 1, lost: 1, tie: 0, void: 0, staked: '200.00', breakEvenBp: 5495 }
    const results = resultsOf({
      total: { ...sums, net: '64.00' },
      days: [
        { day: '2026-11-19', ...sums, net: '-18.00' },
        { day: '2026-11-20', ...sums, net: '82.00' },
      ],
    })
    const { stores } = renderScreen(<HomeScreen running={null} results={null} />, {
      listProducts: LIST,
      getMe: answered(meOf()),
      getResults: answered(results),
    })
    jest.spyOn(stores.connection, 'serverNow').mockReturnValue(Date.parse('2026-11-20T14:00:00Z'))
    act(() => {
      stores.preferences.setTimeZone('utc')
      stores.session.logIn('token', LIN)
    })
    const week = await screen.findByRole('button', { name: /Order results, 7 days.*\+64\.00/ })
    const bars = [...week.querySelectorAll<HTMLElement>('.week__bar')]
    expect(bars.map((bar) => Number(bar.style.getPropertyValue('--share')).toFixed(2)).slice(-2)).toEqual([
      '0.22',
      '1.00',
    ])
    expect(bars.map((bar) => bar.classList.contains('week__bar--below'))).toEqual([
      ...Array(5).fill(false),
      true,
      false,
    ])
    act(() => stores.preferences.setHideBalances(true))
    expect(screen.queryByText('Order results, 7 days')).toBeNull()
    act(() => {
      stores.preferences.setHideBalances(false)
      stores.account.me.set(meOf({ hasTraded: false }))
    })
    expect(screen.queryByText('Order results, 7 days')).toBeNull()
  })

  test('first steps are those that are left, open their pages, and go once they are done or dismissed', async () => {
    const fresh = meOf({ hasTraded: false, hasLimits: false, verified: false })
    const { stores } = renderLoggedIn(<HomeScreen running={null} results={null} />, {
      listProducts: LIST,
      getMe: answered(fresh),
      getProduct: answered(productOf({ quote: quoteOf() })),
    })
    expect(await screen.findByText('First steps · 0 of 4')).toBeInTheDocument()
    await userEvent.click(await screen.findByRole('button', { name: /^▼\u00a0Sell down/ }))
    expect(fakeTaro.navigations).toEqual([
      'navigateTo /pages/Detail/Detail?symbol=BTCUSDT&stake=10.00&seconds=30&direction=down',
    ])
    await userEvent.click(screen.getByRole('button', { name: /How a result is decided/ }))
    expect(await screen.findByText('First steps · 1 of 4')).toBeInTheDocument()
    act(() => stores.account.me.set(meOf({ hasTraded: true, hasLimits: false, verified: false })))
    // The others stay in the personal centre.
    expect(screen.queryByText(/First steps/)).toBeNull()
    expect(stores.firstSteps.open).toEqual(['limit', 'identity'])
    act(() => stores.account.me.set(fresh))
    await userEvent.click(screen.getByRole('button', { name: 'Hide the first steps' }))
    expect(screen.queryByText(/First steps/)).toBeNull()
  })

  test('a refresh that fails is said, keeps the list, and can be tried again', async () => {
    const { stores, answers } = renderScreen(<HomeScreen running={null} results={null} />, { listProducts: LIST })
    await row(/Gold/)
    answers.listProducts = refused('network')
    await act(() => stores.market.list.load())
    expect(screen.getByRole('button', { name: /Gold/ })).toBeInTheDocument()
    expect(screen.getByText('Couldn’t refresh. These figures may be out of date.')).toBeInTheDocument()
    answers.listProducts = LIST
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(screen.queryByText(/Couldn’t refresh/)).toBeNull())
  })

  test('a closed market says when it opens, by the clock that the user chose', async () => {
    const opensAt = new Date(NOON + 3_600_000).toISOString()
    const items = [summaryOf('HSI', { name: 'Hang Seng', category: 'index', status: 'closed', opensAt })]
    const { stores } = renderScreen(<HomeScreen running={null} results={null} />, { listProducts: answered({ items }) })
    act(() => stores.preferences.setTimeZone('utc'))
    expect(await row(/Hang Seng/)).toHaveTextContent(/Opens \w+, \w+ \d+, 3:02 PM \(UTC\)/)
    expect(await row(/Hang Seng/)).toHaveTextContent('Market closed')
  })

  test.each([
    ['closed', 'Market closed'],
    ['maintenance', 'Maintenance'],
  ] as const)('the last price stays beside the notice: %s', async (status, notice) => {
    renderScreen(<HomeScreen running={null} results={null} />, {
      listProducts: answered({ items: [{ ...GOLD, status }] }),
    })
    expect(await row(/Gold/)).toHaveTextContent(notice)
    expect(await row(/Gold/)).toHaveTextContent('2,391.80▼ −0.42%')
    expect(await row(/Gold/)).toHaveTextContent(
      `Volume Vol 28.4KTurnover 1.93B${notice}24h low 66,710.324h high 69,020.0`,
    )
  })

  test('a list that cannot be loaded says why and can be asked for again', async () => {
    const { answers } = renderScreen(<HomeScreen running={null} results={null} />, { listProducts: refused('network') })
    expect(await screen.findByText(/No connection/)).toBeInTheDocument()
    answers.listProducts = LIST
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await row(/Gold/)).toBeInTheDocument()
  })

  test('the ways on are those that a visitor can go without a login', async () => {
    const { stores, container } = renderScreen(<HomeScreen running={null} results={null} />, { listProducts: LIST })
    const ways = () => [...container.querySelectorAll<HTMLElement>('.quick-actions button')]
    expect(ways()).toHaveLength(4)
    for (const way of ways()) {
      const before = fakeTaro.navigations.length
      await userEvent.click(way)
      await waitFor(() => expect(fakeTaro.navigations.length).toBe(before + 1))
      const [, url = ''] = fakeTaro.navigations.at(-1)?.split(' ') ?? []
      expect([url, findRoute(url)?.guard]).toEqual([url, 'public'])
    }
    act(() => stores.session.logIn('token', LIN))
    expect(ways().map(({ textContent }) => textContent)).toEqual(['Deposit', 'Withdraw', 'Savings', 'Results'])
  })

  test('a visitor is invited, a user sees what is theirs unless it is hidden', async () => {
    const { stores } = renderScreen(<HomeScreen running={null} results={null} />, { listProducts: LIST })
    expect(screen.getByRole('button', { name: 'Register' })).toBeInTheDocument()
    act(() => {
      stores.session.logIn('token', LIN)
      stores.account.applyBalance({ available: '9310.00', inOrders: '690.00', total: '10000.00', version: 1 })
    })
    expect(screen.getByText('10,000.00')).toBeInTheDocument()
    await userEvent.click(screen.getByRole('button', { name: 'Hide balances' }))
    expect(screen.queryByText('10,000.00')).toBeNull()
    expect(screen.queryByText(/9,310/)).toBeNull()
  })
})

describe('products', () => {
  test('are found by name and by category', async () => {
    renderScreen(<ProductsScreen />, { listProducts: LIST })
    await row(/Gold/)
    await userEvent.type(screen.getByLabelText('Search by product name'), 'bitc')
    expect(screen.queryByRole('button', { name: /Gold/ })).toBeNull()
    expect(await row(/BTC\/USDT/)).toBeInTheDocument()
    await userEvent.click(screen.getByRole('button', { name: 'Clear' }))
    await userEvent.click(screen.getByRole('button', { name: 'Metals' }))
    expect(screen.queryByRole('button', { name: /BTC/ })).toBeNull()
    expect(await row(/Gold/)).toBeInTheDocument()
  })

  test('a search without a result and empty favourites lead back to all', async () => {
    const { stores } = renderScreen(<ProductsScreen />, { listProducts: LIST })
    await row(/Gold/)
    await userEvent.click(screen.getByRole('button', { name: 'Favorites' }))
    expect(screen.getByText('No favorites yet')).toBeInTheDocument()
    act(() => stores.favourites.toggle('XAUUSD'))
    expect(await row(/Gold/)).toBeInTheDocument()
    await userEvent.type(screen.getByLabelText('Search by product name'), 'zzz')
    await userEvent.click(screen.getByRole('button', { name: 'Show all' }))
    expect(await row(/BTC\/USDT/)).toBeInTheDocument()
  })
})
