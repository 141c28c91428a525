import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { savingsOf } from '../../../test/client/factories'
import { type Answers, answered, renderLoggedIn } from '../../../test/client/screens'
import { startI18n } from '../../i18n'
import { SavingsScreen } from './SavingsScreen'

jest.mock('../../platform/canvas', () => ({ openCanvas: async () => undefined }))

beforeAll(() => startI18n('en-US'))

async function show(answers: Answers) {
  const shown = renderLoggedIn(<SavingsScreen />, { listSavingsIncomes: answered({ items: [] }), ...answers })
  await screen.findByRole('button', { name: /^Automatic deposits/ })
  return shown
}
const row = () => screen.getByRole('button', { name: /^Automatic deposits/ })
const dialog = () => within(screen.getByRole('dialog'))
const since = '2026-11-20T06:00:00.000Z'

test('automatic deposits are off until the user sets what stays available, and say that amount', async () => {
  const { calls } = await show({
    getSavings: answered(savingsOf()),
    setAutomaticSavings: answered(savingsOf({ automatic: { floor: '250.50', since }, version: 2 })),
  })
  expect(row()).toHaveTextContent('Off')
  await userEvent.click(row())
  expect(dialog().getByText(/1\.00 to 999,999\.00 at a time/)).toBeInTheDocument()
  await userEvent.click(dialog().getByRole('button', { name: 'Turn on' }))
  expect(calls.map(({ name }) => name)).not.toContain('setAutomaticSavings')
  await userEvent.type(dialog().getByLabelText('Keep available'), '250.5')
  await userEvent.click(dialog().getByRole('button', { name: /^Turn on · 250\.50/ }))
  await waitFor(() => expect(row()).toHaveTextContent('Once a day, what is above 250.50'))
  expect(calls.find(({ name }) => name === 'setAutomaticSavings')?.body).toEqual({ floor: '250.50' })
})

test('automatic deposits can be turned off', async () => {
  const { calls } = await show({
    getSavings: answered(savingsOf({ automatic: { floor: '100.00', since } })),
    setAutomaticSavings: answered(savingsOf({ version: 2 })),
  })
  await userEvent.click(row())
  await userEvent.click(dialog().getByRole('button', { name: 'Turn off' }))
  await waitFor(() => expect(row()).toHaveTextContent('Off'))
  expect(calls.find(({ name }) => name === 'setAutomaticSavings')?.body).toEqual({ floor: null })
})
