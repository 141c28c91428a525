import { fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { sanitizeAmountInput } from '../domain/amount'
import { startI18n } from '../i18n'
import { AmountField } from './AmountField'

function Amount({ onValue }: { onValue: (value: string) => void }) {
  const [value, setValue] = useState('')
  const handleChange = (text: string) => {
    const kept = sanitizeAmountInput(text)
    setValue(kept)
    onValue(kept)
  }
  return <AmountField label="Betrag" value={value} onChange={handleChange} />
}

const field = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Betrag' })

async function show(locale: 'de-DE' | 'en-US') {
  await startI18n(locale)
  const handleValue = jest.fn()
  render(<Amount onValue={handleValue} />)
  return handleValue
}

test('a comma that a German types begins the decimals, and so does a dot', async () => {
  const handleValue = await show('de-DE')
  await userEvent.type(field(), '12,505')
  expect(field()).toHaveValue('12,50')
  expect(handleValue).toHaveBeenLastCalledWith('12.50')
  await userEvent.clear(field())
  await userEvent.type(field(), '1.2345')
  expect(field()).toHaveValue('1,23')
})

test('an amount that a German pastes keeps its value', async () => {
  const handleValue = await show('de-DE')
  fireEvent.input(field(), { target: { value: '1.234,50' } })
  expect(handleValue).toHaveBeenLastCalledWith('1234.50')
  expect(field()).toHaveValue('1234,50')
})

test('in English a comma separates groups', async () => {
  const handleValue = await show('en-US')
  fireEvent.input(field(), { target: { value: '1,234.50' } })
  expect(handleValue).toHaveBeenLastCalledWith('1234.50')
  expect(field()).toHaveValue('1234.50')
})
