import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { capitalEntryOf, orderOf } from '../../../test/client/factories'
import { catchFiles } from '../../../test/client/files'
import { answered, renderLoggedIn, renderScreen } from '../../../test/client/screens'
import { fakeTaro } from '../../../test/client/taro'
import { DAY_MS } from '../../domain/time'
import { startI18n } from '../../i18n'
import { CapitalRecordScreen } from './CapitalRecordScreen'

beforeAll(() => startI18n('en-US'))

const CLOSED = { orderId: 'closed', symbol: 'ETHUSDT', reference: 'FT-3' }
const RECORD = answered({
  items: [
    capitalEntryOf('4', { kind: 'order_placed', orderId: 'open', symbol: 'BTCUSDT', reference: 'FT-4' }),
    capitalEntryOf('3', { ...CLOSED, kind: 'order_settled', amount: '182.00' }),
    capitalEntryOf('2', { ...CLOSED, kind: 'order_placed', amount: '-100.00', at: '2026-11-19T23:59:00.000Z' }),
    capitalEntryOf('1', { at: '2026-11-19T08:00:00.000Z' }),
  ],
  nextCursor: null,
})

test('an order that has ended is one row with what it brought; its movements open its receipt', async () => {
  const { stores } = renderLoggedIn(<CapitalRecordScreen />, { listCapitalRecord: RECORD })
  act(() => {
    stores.preferences.setTimeZone('utc')
    stores.orders.apply(orderOf({ id: 'open' }))
  })
  const texts = ['In orders', 'BTCUSDT', 'Nov 20, 2026', 'ETHUSDT', '+82.00', 'Nov 19, 2026', 'FD-1']
  await screen.findByText('Nov 20, 2026')
  const all = document.body.textContent ?? ''
  const places = texts.map((text) => all.indexOf(text))
  expect(places).not.toContain(-1)
  expect(places).toEqual([...places].sort((a, b) => a - b))
  expect(screen.queryByText('Order settled')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: /ETHUSDT/, expanded: false }))
  expect(screen.getByText('−100.00')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: /Order settled/ }))
  expect(fakeTaro.navigations.at(-1)).toBe('navigateTo /pages/order/closed?id=closed')
})

test('a record that does not add up is said to be so, and one that does is not', async () => {
  const entry = (id: string, amount: string, balance: string) => capitalEntryOf(id, { amount, balance })
  const whole = [entry('9', '-20.00', '155.00'), entry('8', '75.00', '175.00'), entry('7', '100.00', '100.00')]
  const { unmount } = renderScreen(<CapitalRecordScreen />, {
    listCapitalRecord: answered({ items: whole, nextCursor: null }),
  })
  expect(await screen.findByText('FD-7')).toBeVisible()
  expect(screen.queryByText(/doesn’t add up/)).toBeNull()
  unmount()
  // The win is out of the books, and so is its entry.
  const taken = [entry('9', '-20.00', '80.00'), entry('8', '75.00', '175.00'), entry('7', '100.00', '100.00')]
  renderScreen(<CapitalRecordScreen />, { listCapitalRecord: answered({ items: taken, nextCursor: null }) })
  expect(await screen.findByText(/^Your capital record doesn’t add up at record no. 9:/)).toBeVisible()
})

test("the file has the day of the server's clock, on a device that is a day behind", async () => {
  catchFiles()
  const names: string[] = []
  HTMLAnchorElement.prototype.click = function (this: HTMLAnchorElement) {
    names.push(this.download)
  }
  const exported = answered({ items: [], truncated: false })
  const { stores } = renderScreen(<CapitalRecordScreen />, { listCapitalRecord: RECORD, exportCapitalRecord: exported })
  const now = Date.now()
  act(() => {
    stores.preferences.setTimeZone('utc')
    stores.connection.addClockSample(now, now, now + DAY_MS)
  })
  await userEvent.click(screen.getByRole('button', { name: 'Export as CSV' }))
  await waitFor(() =>
    expect(names).toEqual([`capital-record-${new Date(now + DAY_MS).toISOString().slice(0, 10)}.csv`]),
  )
})
