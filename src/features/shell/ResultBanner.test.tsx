import { act, fireEvent, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { summaryOf, wonOrderOf } from '../../../test/client/factories'
import { answered, renderScreen } from '../../../test/client/screens'
import { startI18n } from '../../i18n'
import { openPage } from '../../platform/navigation'
import { ResultBanner } from './ResultBanner'

jest.mock('../../platform/navigation', () => ({
  ...jest.requireActual('../../platform/navigation'),
  openPage: jest.fn(),
}))

beforeAll(() => startI18n('en-US'))

async function show(order = wonOrderOf()) {
  const shown = renderScreen(<ResultBanner />, { listProducts: answered({ items: [summaryOf()] }) })
  await act(() => shown.stores.market.list.load())
  act(() => shown.stores.results.push(order))
  const banner = await screen.findByRole('status')
  return { ...shown, banner }
}

test('a result opens the closed order', async () => {
  const { stores, banner } = await show()
  expect(banner).toHaveTextContent('BTC/USDT · Won')
  expect(banner).toHaveTextContent('+82.00')
  await userEvent.click(screen.getByRole('button', { name: /BTC\/USDT/ }))
  expect(openPage).toHaveBeenCalledWith('/pages/order/closed', { id: wonOrderOf().id })
  expect(stores.results.current).toBeUndefined()
})

test('why an amount came back stands in the place of the prices', async () => {
  const nothing = { exitPrice: null, exitAt: null, profitLoss: '0.00' }
  const { banner } = await show(wonOrderOf({ ...nothing, status: 'void', voidReason: 'too_few_ticks' }))
  expect(banner).toHaveTextContent('Too few prices arrived during the order. Your amount was refunded.')
})

test('a hidden balance does not show in a result', async () => {
  const { stores, banner } = await show()
  act(() => stores.preferences.setHideBalances(true))
  expect(await screen.findByText('••••')).toBeVisible()
  expect(banner).not.toHaveTextContent('82.00')
})

test('a swipe up, down or aside takes it away; a short one does not', async () => {
  const { stores, banner } = await show()
  const swipe = (x: number, y: number) => {
    fireEvent.touchStart(banner, { touches: [{ clientX: 200, clientY: 100 }] })
    fireEvent.touchMove(banner, { touches: [{ clientX: 200 + x, clientY: 100 + y }] })
    fireEvent.touchEnd(banner, { changedTouches: [{ clientX: 200 + x, clientY: 100 + y }] })
  }
  swipe(10, -10)
  expect(stores.results.current).toBeDefined()
  expect(stores.results.held).toBe(false)
  swipe(0, -60)
  expect(stores.results.current).toBeUndefined()
})
