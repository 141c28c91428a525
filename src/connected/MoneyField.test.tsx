import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { renderScreen } from '../../test/client/screens'
import { startI18n } from '../i18n'
import { MoneyField } from './MoneyField'

beforeAll(() => startI18n('de-DE'))

function show(props: { most?: string; presets?: string[]; value?: string; disabled?: boolean }) {
  const handlePick = jest.fn()
  renderScreen(<MoneyField label="Betrag" value="" onChange={() => undefined} onPick={handlePick} {...props} />)
  return handlePick
}
const tap = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }))

test('a quarter, a half, three quarters and all are picked to the smallest unit, rounded down', async () => {
  const handlePick = show({ most: '100.11' })
  for (const name of [/25/, /50/, /75/, 'Alles']) await tap(name)
  expect(handlePick.mock.calls).toEqual([['25.02'], ['50.05'], ['75.08'], ['100.11']])
})

test('an amount that is pasted with its currency loses no digit, and waits for the form to read it', async () => {
  const handleChange = jest.fn()
  renderScreen(<MoneyField label="Betrag" value="" onChange={handleChange} onPick={() => undefined} />)
  await userEvent.click(screen.getByRole('textbox'))
  await userEvent.paste(' USD 1.234.567,89 ')
  expect(handleChange).toHaveBeenCalledWith(' USD 1.234.567,89 ')
})

test('no share of nothing is offered, nor one that is less than the smallest unit', () => {
  show({ most: '0.00' })
  expect(screen.queryByRole('button')).toBeNull()
  show({ most: '0.02' })
  expect(screen.getByRole('button', { name: /25/ })).toBeDisabled()
  expect(screen.getByRole('button', { name: /50/ })).toBeEnabled()
})

test('the usual amounts are offered, and the one in the field is marked', async () => {
  const handlePick = show({ presets: ['100.00', '1000.00'], value: '1000' })
  expect(screen.getByRole('button', { name: '1.000' })).toHaveAttribute('aria-pressed', 'true')
  await tap('100')
  expect(handlePick).toHaveBeenCalledWith('100')
})
