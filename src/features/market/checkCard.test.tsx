import { act, screen } from '@testing-library/react'
import { appInfoOf, NOON } from '../../../test/client/factories'
import { renderScreen } from '../../../test/client/screens'
import { startI18n } from '../../i18n'
import type { OpenCheck } from '../../stores/openChecks'
import { CheckCard } from './CheckCard'

beforeAll(() => startI18n('en-US'))

const check: OpenCheck = {
  holds: true,
  symbol: 'BTCUSDT',
  direction: 'up',
  durationSeconds: 30,
  acceptedAt: NOON,
  status: 'won',
  entry: { sequence: 1, price: '1' },
  exit: { sequence: 2, price: '2' },
  ticks: [],
  head: 1,
  ms: 1,
}

test.each([
  ['simulated', 'Terms signed by the service', 'Signed before the first price came in'],
  ['binance', 'Signed before the first price came in', 'Terms signed by the service'],
])('with the feed %s, a free check says no more than its prices allow', async (feed, said, unsaid) => {
  const { stores } = renderScreen(<CheckCard check={check} note="" isLogged={false} />)
  await act(async () => stores.session.setAppInfo(appInfoOf({ feed })))
  expect(screen.getByText(said)).toBeVisible()
  expect(screen.queryByText(unsaid)).not.toBeInTheDocument()
})

test.each([
  ['up', 'won', 'Called higher. The price rose. The call was right.'],
  ['up', 'lost', 'Called higher. The price fell. The call was wrong.'],
  ['down', 'won', 'Called lower. The price fell. The call was right.'],
  ['down', 'lost', 'Called lower. The price rose. The call was wrong.'],
] as const)('a call %s that %s says what the price did and whether it was right', (direction, status, said) => {
  renderScreen(<CheckCard check={{ ...check, direction, status }} note="" isLogged />)
  expect(screen.getByText(said)).toBeVisible()
})
