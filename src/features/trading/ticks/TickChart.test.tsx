import { act } from '@testing-library/react'
import { Profiler } from 'react'
import { NOON, productOf, quoteOf } from '../../../../test/client/factories'
import { renderScreen } from '../../../../test/client/screens'
import { createFakeContext } from '../../../components/chart/fakeContext'
import { PriceChart } from '../productPage/PriceChart'

const mockOpenCanvas = jest.fn()
jest.mock('../../../platform/canvas', () => ({ openCanvas: () => mockOpenCanvas() }))

beforeEach(() => jest.useFakeTimers())
afterEach(() => jest.useRealTimers())

test('a price is drawn and renders nothing; without one there is a picture a second, for the countdowns', async () => {
  const fake = createFakeContext()
  mockOpenCanvas.mockResolvedValue({ context: fake.context, width: 358, height: 320, ratio: 2 })
  const pass = (ms: number) => act(async () => void (await jest.advanceTimersByTimeAsync(ms)))
  const pictures = () => fake.calls.filter(([name]) => name === 'clip').length
  const renders = jest.fn()
  const { stores } = renderScreen(
    <Profiler id="chart" onRender={renders}>
      <PriceChart product={productOf()} around={{ hasOrders: false }} chosen={{ seconds: 60, isOpen: false }} />
    </Profiler>,
  )
  jest.spyOn(stores.connection, 'serverNow').mockImplementation(() => NOON + performance.now())
  const tick = (sequence: number, price: string) =>
    act(() => {
      const quote = quoteOf({ at: NOON + sequence, sequence, price })
      stores.market.applyQuotes([quote])
      stores.ticks.applyQuotes([quote])
    })
  await tick(20, '68400.0')
  await pass(6_000)
  renders.mockClear()
  fake.clear()
  await tick(21, '68412.5')
  await pass(17)
  expect(fake.texts()).toContain('68,412.5')
  expect(renders).not.toHaveBeenCalled()
  await pass(983)
  fake.clear()
  await pass(3_000)
  expect(pictures()).toBe(3)
})
