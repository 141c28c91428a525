import { act, screen, waitFor } from '@testing-library/react'
import { halfHour, productOf, quoteOf } from '../../../../test/client/factories'
import { answered, renderScreen } from '../../../../test/client/screens'
import { createFakeContext } from '../../../components/chart/fakeContext'
import { startI18n } from '../../../i18n'
import { PriceChart } from '../productPage/PriceChart'
import { ProductHead } from '../productPage/ProductHead'

const mockFake = createFakeContext()
jest.mock('../../../platform/canvas', () => ({
  openCanvas: () => Promise.resolve({ context: mockFake.context, width: 358, height: 320, ratio: 2 }),
}))

beforeAll(() => startI18n('en-US'))

const PRODUCT = productOf()

/** The test runs these frames itself. */
const frames: FrameRequestCallback[] = []
const drawFrame = () => {
  for (const draw of frames.splice(0)) draw(0)
}
beforeEach(() => {
  jest.spyOn(window, 'requestAnimationFrame').mockImplementation((draw) => frames.push(draw))
})
afterEach(() => jest.restoreAllMocks())

test('a price is in the head and on the chart in the same frame', async () => {
  const { stores } = renderScreen(
    <>
      <ProductHead product={PRODUCT} />
      <PriceChart around={{ hasOrders: false }} product={PRODUCT} chosen={{ seconds: 60, isOpen: false }} />
    </>,
    { listCandles: answered({ interval: '1m', items: halfHour }) },
  )
  await act(async () => stores.market.applyQuotes([quoteOf()]))
  await waitFor(() => {
    drawFrame()
    expect(mockFake.texts()).toContain('68,412.5')
  })

  // From here on React schedules by itself, as in a browser.
  const environment = globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }
  environment.IS_REACT_ACT_ENVIRONMENT = false
  mockFake.clear()
  stores.market.applyQuotes([quoteOf({ sequence: 11, price: '68433.7' })])
  // The end of this turn, before the browser would paint.
  await new Promise<void>((resolve) => queueMicrotask(resolve))
  environment.IS_REACT_ACT_ENVIRONMENT = true
  // Its copy that lights up is not read out.
  expect(screen.getByText('68,433.7', { ignore: '[aria-hidden]' })).toBeInTheDocument()
  drawFrame()
  expect(mockFake.texts()).toContain('68,433.7')
})
