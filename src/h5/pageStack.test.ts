import stacks from './pageStack'

jest.mock('@tarojs/runtime', () => ({ eventCenter: { once: () => undefined } }))

const DETAIL = '/pages/Detail/Detail'

const page = (path: string, params: object, stamp: string) =>
  ({ path: `${path}?stamp=${stamp}`, $taroParams: { ...params, stamp, $taroTimestamp: 1 } }) as never

beforeEach(() => {
  stacks.stacks = [
    page('/pages/index/index', {}, 'A'),
    page(DETAIL, { symbol: 'BTCUSDT' }, 'B'),
    page(DETAIL, { symbol: 'ETHUSDT', direction: 'up' }, 'C'),
    page('/pages/order/closed', { id: '1' }, 'D'),
  ]
})

test.each([
  ['the page of this product', `#${DETAIL}?symbol=BTCUSDT`, DETAIL, 1],
  ['another order of the parameters', `#${DETAIL}?direction=up&symbol=ETHUSDT`, DETAIL, 2],
  ['no parameters', '#/pages/index/index', '/pages/index/index', 0],
  ['another product', `#${DETAIL}?symbol=SOLUSDT`, DETAIL, -1],
  ['one parameter less', `#${DETAIL}?symbol=ETHUSDT`, DETAIL, -1],
  ['the page that is shown', '#/pages/order/closed?id=1', '/pages/order/closed', -1],
])('the way back: %s', (_, hash, path, index) => {
  window.location.hash = hash
  expect(stacks.getPrevIndex(path)).toBe(index)
})
