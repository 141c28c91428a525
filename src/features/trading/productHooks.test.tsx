import { act, screen } from '@testing-library/react'
import { observer } from 'mobx-react-lite'
import { NOON, productOf, quoteOf, summaryOf } from '../../../test/client/factories'
import { answered, renderScreen } from '../../../test/client/screens'
import { useProductOfAddress, useStale } from './productHooks'

const product = productOf()
const renders = jest.fn()
const Shown = observer(function Shown() {
  renders()
  return <p>{useStale(product) ?? 'fresh'}</p>
})

const Named = observer(function Named({ asked }: { asked: string }) {
  return <p>{useProductOfAddress(asked) || 'none yet'}</p>
})

beforeEach(() => jest.useFakeTimers())
afterEach(() => jest.useRealTimers())

test('a fresh price renders nothing by its age, however many ticks there are; an old one says its seconds', () => {
  const { stores } = renderScreen(<Shown />)
  const clock = jest.spyOn(stores.connection, 'serverNow').mockReturnValue(NOON)
  const ticks = (count: number) => {
    for (let i = 1; i <= count; i++) stores.market.applyQuotes([quoteOf({ at: NOON, sequence: 10 + i })])
  }
  act(() => ticks(1))
  act(() => jest.advanceTimersByTime(1_000))
  renders.mockClear()
  act(() => ticks(20))
  act(() => jest.advanceTimersByTime(3_000))
  expect(renders).not.toHaveBeenCalled()
  expect(screen.getByText('fresh')).toBeVisible()
  clock.mockReturnValue(NOON + product.staleAfterMs + 1_500)
  act(() => jest.advanceTimersByTime(1_000))
  expect(screen.getByText(String(Math.floor((product.staleAfterMs + 1_500) / 1_000)))).toBeVisible()
  act(() => stores.market.applyQuotes([quoteOf({ at: NOON + product.staleAfterMs + 1_400, sequence: 99 })]))
  expect(screen.getByText('fresh')).toBeVisible()
})

test('an address without a product means the first recommended one, once the list is there', async () => {
  const list = [summaryOf('GOLD', { recommended: false }), summaryOf('ETHUSDT', { recommended: true })]
  const { unmount } = renderScreen(<Named asked="" />, { listProducts: answered({ items: list }) })
  expect(screen.getByText('none yet')).toBeVisible()
  await act(async () => undefined)
  expect(screen.getByText('ETHUSDT')).toBeVisible()
  unmount()
  renderScreen(<Named asked="GOLD" />, { listProducts: answered({ items: list }) })
  expect(screen.getByText('GOLD')).toBeVisible()
})
