import { HOME_URL } from '../routes'
import { startAt } from './startPage'

test.each([
  ['', `#${HOME_URL}`],
  ['#', `#${HOME_URL}`],
  ['#/', `#${HOME_URL}`],
  ['#/?a=1', `#${HOME_URL}`],
  ['#/pages/welcome/welcome', '#/pages/welcome/welcome'],
  ['#/pages/Detail/Detail?symbol=BTCUSDT', '#/pages/Detail/Detail?symbol=BTCUSDT'],
])('an address that ends in "%s" starts at %s', (hash, expected) => {
  window.history.replaceState(null, '', `/h5/${hash}`)
  startAt(HOME_URL)
  expect(window.location.hash).toBe(expected)
})
