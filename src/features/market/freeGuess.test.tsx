import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { quoteOf, summaryOf } from '../../../test/client/factories'
import { refused, renderScreen } from '../../../test/client/screens'
import { startI18n } from '../../i18n'
import { FreeGuess } from './FreeGuess'

beforeAll(() => startI18n('en-US'))

test('of two ways pressed in one moment, the first is asked for, and it alone', async () => {
  const { stores, calls } = renderScreen(<FreeGuess />, { makeGuess: refused('network') })
  await act(async () => {
    stores.market.take([summaryOf('BTCUSDT', { recommended: true })], 'en-US', 0)
    stores.market.applyQuotes([quoteOf()])
  })
  fireEvent.click(screen.getByRole('button', { name: /▼/ }))
  fireEvent.click(screen.getByRole('button', { name: /▲/ }))
  await waitFor(() => expect(calls.map(({ body }) => body)).toMatchObject([{ direction: 'down' }]))
  await act(async () => undefined)
  expect(calls).toHaveLength(1)
})
