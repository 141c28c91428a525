import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { resultsOf } from '../../../../test/client/factories'
import { answered, renderScreen } from '../../../../test/client/screens'
import { fakeTaro } from '../../../../test/client/taro'
import { startI18n } from '../../../i18n'
import { ResultsBrief } from './ResultsBrief'

beforeAll(() => startI18n('en-US'))

const getResults = (won: number, lost: number) =>
  answered(resultsOf({ total: { ...resultsOf().total, orders: won + lost, won, lost } }))

test('results in short: how often right, next to break-even, and the net result; a tap opens their page', async () => {
  renderScreen(<ResultsBrief />, { getResults: getResults(22, 16) })
  expect(await screen.findByText('You were right 22 out of 38 times')).toBeVisible()
  expect(screen.getByRole('img', { name: '58%, break-even 55%, 42% – 72%' })).toBeVisible()
  expect(screen.getByText('+204.10')).toBeVisible()
  await userEvent.click(screen.getByText('+204.10'))
  expect(fakeTaro.navigations.at(-1)).toBe('navigateTo /pages/results/results')
})

test('a few orders have no rate, and none say so', async () => {
  const { unmount } = renderScreen(<ResultsBrief />, { getResults: getResults(2, 1) })
  expect(await screen.findByText('You were right 2 out of 3 times')).toBeVisible()
  expect(screen.queryByRole('img')).toBeNull()
  unmount()
  renderScreen(<ResultsBrief />, { getResults: getResults(0, 0) })
  expect(await screen.findByText('No orders closed in this period.')).toBeVisible()
})
