import { act, screen } from '@testing-library/react'
import { summaryOf, wonOrderOf } from '../../../test/client/factories'
import { answered, renderScreen } from '../../../test/client/screens'
import { startI18n } from '../../i18n'
import { startResults } from '../../lifecycles/results'
import { Overlays } from './Overlays'

beforeAll(() => startI18n('en-US'))
afterEach(() => jest.useRealTimers())

const ANSWERS = { listProducts: answered({ items: [summaryOf()] }) }
const QUESTION = { title: 'Cancel the deposit?', confirmLabel: 'Cancel it', cancelLabel: 'Keep it' }
const banner = () => screen.queryByRole('button', { name: /BTC\/USDT/ })

test('a result waits until no question lies over the page, and then stays its whole time', async () => {
  jest.useFakeTimers()
  const { stores } = renderScreen(<Overlays />, ANSWERS)
  const { dispose } = startResults(stores)
  await act(() => stores.market.list.load())
  act(() => void stores.ui.confirm(QUESTION))
  expect(screen.getByRole('alertdialog')).toBeVisible()
  act(() => stores.results.push(wonOrderOf()))
  act(() => void jest.advanceTimersByTime(10_000))
  expect(banner()).toBeNull()
  act(() => stores.ui.settle(false))
  expect(banner()).toBeVisible()
  act(() => void jest.advanceTimersByTime(3_900))
  expect(banner()).toBeVisible()
  act(() => void jest.advanceTimersByTime(200))
  expect(banner()).toBeNull()
  dispose()
})

test('a result on show makes room for a question', async () => {
  const { stores } = renderScreen(<Overlays />, ANSWERS)
  await act(() => stores.market.list.load())
  act(() => stores.results.push(wonOrderOf()))
  expect(banner()).toBeVisible()
  act(() => void stores.ui.confirm(QUESTION))
  expect(banner()).toBeNull()
  act(() => stores.ui.settle(true))
  expect(banner()).toBeVisible()
})
