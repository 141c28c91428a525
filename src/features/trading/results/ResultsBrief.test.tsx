import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { Results } from '../../../../contract/results'
import { answered, renderScreen } from '../../../../test/client/screens'
import { fakeTaro } from '../../../../test/client/taro'
import { startI18n } from '../../../i18n'
import { ResultsBrief } from './ResultsBrief'

beforeAll(() => startI18n('en-US'))

const NONE: Results = {
  from: null,
  countedFrom: null,
  bestDay: null,
  hitRate: null,
  largestFall: '0.00',
  total: { orders: 0, won: 0, lost: 0, tie: 0, void: 0, staked: '0.00', net: '0.00', breakEvenBp: null },
  curve: [],
  newest: [],
  days: [],
  products: [],
  durations: [],
  hours: [],
}
const hitRate = { rateBp: 5789, lowBp: 4219, highBp: 7215, breakEvenBp: 5495, earningsRateBp: 8200 }
const resultsOf = (won: number, lost: number): Results => ({
  ...NONE,
  hitRate,
  total: { ...NONE.total, orders: won + lost, won, lost, staked: '3250.00', net: '204.10', breakEvenBp: 5495 },
})

test('results in short: how often right, next to break-even, and the net result; a tap opens their page', async () => {
  renderScreen(<ResultsBrief />, { getResults: answered(resultsOf(22, 16)) })
  expect(await screen.findByText('You were right 22 out of 38 times')).toBeVisible()
  expect(screen.getByRole('img', { name: '58%, break-even 55%, 42% – 72%' })).toBeVisible()
  expect(screen.getByText('+204.10')).toBeVisible()
  await userEvent.click(screen.getByText('+204.10'))
  expect(fakeTaro.navigations.at(-1)).toBe('navigateTo /pages/results/results')
})

test('a few orders have no rate, and none say so', async () => {
  const { unmount } = renderScreen(<ResultsBrief />, { getResults: answered(resultsOf(2, 1)) })
  expect(await screen.findByText('You were right 2 out of 3 times')).toBeVisible()
  expect(screen.queryByRole('img')).toBeNull()
  unmount()
  renderScreen(<ResultsBrief />, { getResults: answered(NONE) })
  expect(await screen.findByText('No orders closed in this period.')).toBeVisible()
})
