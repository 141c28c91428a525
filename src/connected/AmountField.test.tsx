import { fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { LOCALES, type Locale } from '../../contract/locales'
import { type AmountAction, reduceAmount, typedAmount } from '../domain/typedAmount'
import { startI18n } from '../i18n'
import { dotAsDecimal } from '../i18n/format'
import { AmountField } from './AmountField'

function Amount({ onValue }: { onValue: (value: string) => void }) {
  const [value, setValue] = useState('')
  const act = (action: AmountAction) => {
    const kept = reduceAmount(value, action)
    setValue(kept)
    onValue(typedAmount(kept))
  }
  return (
    <AmountField
      label="Betrag"
      value={value}
      onChange={(text) => act({ type: 'typed', text })}
      onBlur={() => act({ type: 'left' })}
    />
  )
}

const field = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Betrag' })
const leave = () => userEvent.click(document.body)

async function show(locale: Locale) {
  await startI18n(locale)
  const handleValue = jest.fn()
  const view = render(<Amount onValue={handleValue} />)
  return { handleValue, ...view }
}

test.each(LOCALES)(
  'in %s a comma and a dot begin the decimals, as some keyboards have only one of them',
  async (locale) => {
    const { handleValue } = await show(locale)
    for (const typed of ['12,5', '12.5']) {
      await userEvent.clear(field())
      await userEvent.type(field(), typed)
      expect(field()).toHaveValue(typed)
      expect(handleValue).toHaveBeenLastCalledWith('12.5')
      await leave()
      expect(field()).toHaveValue(dotAsDecimal('12.5', locale))
    }
  },
)

test('an amount that is pasted keeps its value', async () => {
  const { handleValue } = await show('de-DE')
  await userEvent.click(field())
  fireEvent.input(field(), { target: { value: '1.234,50' } })
  expect(handleValue).toHaveBeenLastCalledWith('1234.50')
  await leave()
  expect(field()).toHaveValue('1234,50')
  fireEvent.input(field(), { target: { value: '1,234.50' } })
  expect(handleValue).toHaveBeenLastCalledWith('1234.50')
})

test('an amount with two readings stays as typed, and asks until one is chosen', async () => {
  const { handleValue } = await show('de-DE')
  await userEvent.type(field(), '1.500')
  await leave()
  expect(field()).toHaveValue('1.500')
  expect(handleValue).toHaveBeenLastCalledWith('')
  screen.getByText('Diese Zahl lässt sich auf zwei Arten lesen. Wählen Sie eine aus.')
  await userEvent.click(screen.getByRole('button', { name: '1.500' }))
  expect(handleValue).toHaveBeenLastCalledWith('1500')
  expect(field()).toHaveValue('1500')
  expect(screen.queryByRole('button')).toBeNull()
})

test('what is no number stays, and the field says what it takes', async () => {
  const { handleValue } = await show('de-DE')
  fireEvent.input(field(), { target: { value: '10万' } })
  await leave()
  expect(field()).toHaveValue('10万')
  expect(handleValue).toHaveBeenLastCalledWith('')
  screen.getByText('Geben Sie nur Ziffern und ein Dezimalzeichen ein, zum Beispiel 10,50.')
})

test('groups can be typed key by key', async () => {
  const { handleValue } = await show('en-US')
  await userEvent.type(field(), '1,000,000.5')
  expect(handleValue).toHaveBeenLastCalledWith('999999')
  await userEvent.clear(field())
  await userEvent.type(field(), '100,000.57')
  expect(handleValue).toHaveBeenLastCalledWith('100000.57')
})
