import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { Button } from './Button'
import { Chip } from './Chip'
import { ConfirmDialog } from './ConfirmDialog'
import { CountdownRing } from './CountdownRing'
import { EmptyState } from './EmptyState'
import { ListEnd } from './ListEnd'
import { ListRow } from './ListRow'
import { PasswordField } from './PasswordField'
import { Segmented } from './Segmented'
import { Sheet } from './Sheet'
import { TextField } from './TextField'
import { Toast } from './Toast'
import { Toggle } from './Toggle'

const nothing = () => undefined

test('a busy button takes no taps', async () => {
  const handleClick = jest.fn()
  const { rerender } = render(<Button onClick={handleClick}>Confirm</Button>)
  await userEvent.click(screen.getByRole('button', { name: 'Confirm' }))
  rerender(
    <Button onClick={handleClick} loading>
      Confirm
    </Button>,
  )
  await userEvent.click(screen.getByRole('button'))
  expect(handleClick).toHaveBeenCalledTimes(1)
  expect(screen.getByRole('button')).toHaveAttribute('aria-busy', 'true')
})

test('a field is found by its label and tells what is wrong', async () => {
  const handleChange = jest.fn()
  const { rerender } = render(<TextField label="Account" value="" onChange={handleChange} hint="6 to 12" />)
  const field = screen.getByRole('textbox', { name: 'Account' })
  expect(field).toHaveAccessibleDescription('6 to 12')
  await userEvent.type(field, 'x')
  expect(handleChange).toHaveBeenCalledWith('x')
  rerender(<TextField label="Account" value="x" onChange={handleChange} error="Too short" />)
  expect(field).toBeInvalid()
  expect(field).toHaveAccessibleDescription('Too short')
})

test('a password shows on demand', async () => {
  render(<PasswordField label="Password" value="secret" onChange={nothing} showLabel="Show" hideLabelText="Hide" />)
  const field = screen.getByLabelText('Password')
  expect(field).toHaveAttribute('type', 'password')
  await userEvent.click(screen.getByRole('button', { name: 'Show' }))
  expect(field).toHaveAttribute('type', 'text')
  await userEvent.click(screen.getByRole('button', { name: 'Hide' }))
  expect(field).toHaveAttribute('type', 'password')
})

test('one of the segments holds', async () => {
  const handleChange = jest.fn()
  const options = [
    { value: 'holding', label: 'Holdings' },
    { value: 'closed', label: 'Closed' },
  ] as const
  render(<Segmented options={options} value="holding" onChange={handleChange} label="Positions" />)
  expect(screen.getByRole('tab', { selected: true })).toHaveTextContent('Holdings')
  await userEvent.click(screen.getByRole('tab', { name: 'Closed' }))
  expect(handleChange).toHaveBeenCalledWith('closed')
})

test('chips and switches tell their state', async () => {
  const handleChange = jest.fn()
  render(
    <>
      <Chip selected onClick={nothing} note="82%">
        1 min
      </Chip>
      <Toggle checked={false} onChange={handleChange} label="Hide balances" />
    </>,
  )
  expect(screen.getByRole('button', { name: /1 min/ })).toHaveAttribute('aria-pressed', 'true')
  await userEvent.click(screen.getByRole('switch', { name: 'Hide balances', checked: false }))
  expect(handleChange).toHaveBeenCalledWith(true)
})

function OpenSheet({ onClose }: { onClose: () => void }) {
  const [open, setOpen] = useState(false)
  const close = () => {
    setOpen(false)
    onClose()
  }
  return (
    <>
      <Button onClick={() => setOpen(true)}>Open</Button>
      <Sheet open={open} onClose={close} title="Buy up" closeLabel="Close">
        <Button onClick={nothing}>First</Button>
        <Button onClick={nothing}>Last</Button>
      </Sheet>
    </>
  )
}

test('a sheet holds the focus, closes by Escape and gives the focus back', async () => {
  const handleClose = jest.fn()
  render(<OpenSheet onClose={handleClose} />)
  await userEvent.click(screen.getByRole('button', { name: 'Open' }))
  expect(screen.getByRole('dialog', { name: 'Buy up' })).toHaveFocus()
  await userEvent.tab({ shift: true })
  expect(screen.getByRole('button', { name: 'Last' })).toHaveFocus()
  await userEvent.tab()
  expect(screen.getByRole('button', { name: 'First' })).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  expect(handleClose).toHaveBeenCalledTimes(1)
  expect(screen.getByRole('button', { name: 'Open' })).toHaveFocus()
})

test('a tap beside the sheet closes it', async () => {
  const handleClose = jest.fn()
  render(<OpenSheet onClose={handleClose} />)
  await userEvent.click(screen.getByRole('button', { name: 'Open' }))
  await userEvent.click(screen.getByRole('button', { name: 'Close' }))
  expect(handleClose).toHaveBeenCalledTimes(1)
})

test('a question takes one answer', async () => {
  const handleAnswer = jest.fn()
  render(<ConfirmDialog title="Log out?" confirmLabel="Log out" cancelLabel="Stay" onAnswer={handleAnswer} />)
  expect(screen.getByRole('alertdialog', { name: 'Log out?' })).toHaveFocus()
  await userEvent.click(screen.getByRole('button', { name: 'Log out' }))
  await userEvent.keyboard('{Escape}')
  expect(handleAnswer.mock.calls).toEqual([[true], [false]])
})

test('a toast goes by itself, an error is read at once', () => {
  jest.useFakeTimers()
  const handleDone = jest.fn()
  render(<Toast text="Passwords do not match" tone="error" since={Date.now()} onDone={handleDone} />)
  expect(screen.getByRole('alert')).toHaveTextContent('Passwords do not match')
  act(() => {
    jest.advanceTimersByTime(6_000)
  })
  expect(handleDone).toHaveBeenCalledTimes(1)
  jest.useRealTimers()
})

test('the end of a list says so, a failed page can be tried again', async () => {
  const handleMore = jest.fn()
  const texts = { endText: 'No more', moreLabel: 'More', failedText: 'Failed', retryLabel: 'Again', onMore: handleMore }
  const { rerender } = render(<ListEnd state="failed" {...texts} />)
  await userEvent.click(screen.getByRole('button', { name: 'Again' }))
  expect(handleMore).toHaveBeenCalledTimes(1)
  rerender(<ListEnd state="end" {...texts} />)
  expect(screen.getByText('No more')).toBeInTheDocument()
  expect(screen.queryByRole('button')).toBeNull()
})

test('an empty state gives the next step', async () => {
  const handleAction = jest.fn()
  render(<EmptyState icon="positions" title="No data" actionLabel="Trade" onAction={handleAction} />)
  await userEvent.click(screen.getByRole('button', { name: 'Trade' }))
  expect(handleAction).toHaveBeenCalledTimes(1)
})

test('a row without an action is no button, a ring is a timer', () => {
  render(
    <>
      <ListRow title="Account" value="lin" />
      <CountdownRing fraction={0.1} text="0:04" label="4 seconds left" />
    </>,
  )
  expect(screen.queryByRole('button')).toBeNull()
  expect(screen.getByRole('timer', { name: '4 seconds left' })).toHaveClass('ring--last')
})

test('a toast that goes along to another page stays no longer for it', () => {
  jest.useFakeTimers()
  const handleDone = jest.fn()
  const toast = <Toast text="Passwords do not match" tone="error" since={Date.now()} onDone={handleDone} />
  const first = render(toast)
  jest.advanceTimersByTime(2_000)
  first.unmount()
  render(toast)
  jest.advanceTimersByTime(900)
  expect(handleDone).toHaveBeenCalledTimes(1)
  jest.useRealTimers()
})
