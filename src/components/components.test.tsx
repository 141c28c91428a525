import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { Avatar } from './Avatar'
import { Banner } from './Banner'
import { Button } from './Button'
import { Chip } from './Chip'
import { ConfirmDialog } from './ConfirmDialog'
import { CountdownRing } from './CountdownRing'
import { EmptyState } from './EmptyState'
import { IconButton } from './IconButton'
import { ListEnd } from './ListEnd'
import { ListRow } from './ListRow'
import { PasswordField } from './PasswordField'
import { PinPad } from './PinPad'
import { Progress } from './Progress'
import { Segmented } from './Segmented'
import { Sheet } from './Sheet'
import { Steps } from './Steps'
import { TextField } from './TextField'
import { Timeline } from './Timeline'
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

function Pad({ onComplete }: { onComplete: (pin: string) => void }) {
  const [value, setValue] = useState('')
  return (
    <PinPad
      label="Transaction password"
      value={value}
      length={4}
      onChange={setValue}
      onComplete={onComplete}
      deleteLabel="Delete"
      progressText={`${value.length} of 4`}
    />
  )
}

test('two keys within one frame are two digits, and the field says whose password it is', () => {
  const complete = jest.fn()
  render(<Pad onComplete={complete} />)
  expect(screen.getByText('Transaction password')).toBeVisible()
  const press = (...keys: string[]) =>
    act(() => {
      for (const key of keys) screen.getByRole('button', { name: key }).click()
    })
  press('1', '2', 'Delete', '3')
  expect(screen.getByRole('status')).toHaveTextContent('2 of 4')
  press('4', '5', '6')
  expect(complete.mock.calls).toEqual([['1345']])
})

test('a key that is held down is one digit, and deletes on', () => {
  const complete = jest.fn()
  render(<Pad onComplete={complete} />)
  const press = (key: string, repeat = false) => fireEvent.keyDown(document.body, { key, repeat })
  press('5')
  for (let turn = 0; turn < 6; turn++) press('5', true)
  expect(screen.getByRole('status')).toHaveTextContent('1 of 4')
  press('7')
  press('Backspace')
  press('Backspace', true)
  expect(screen.getByRole('status')).toHaveTextContent('0 of 4')
  expect(complete).not.toHaveBeenCalled()
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

/** The area next to a sheet, found by the widget's own class, since jsdom applies no styles. */
const beside = (widget: string) => document.querySelector(`.${widget}__overlay`) as Element

test('a sheet holds the focus, closes by Escape and gives the focus back', async () => {
  const handleClose = jest.fn()
  render(<OpenSheet onClose={handleClose} />)
  await userEvent.click(screen.getByRole('button', { name: 'Open' }))
  await waitFor(() => expect(screen.getByRole('dialog', { name: 'Buy up' })).toHaveFocus())
  await userEvent.tab({ shift: true })
  expect(screen.getByRole('button', { name: 'Close' })).toHaveFocus()
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
  await userEvent.click(beside('at-float-layout'))
  expect(handleClose).toHaveBeenCalledTimes(1)
})

test('a sheet has a button that closes it', async () => {
  const handleClose = jest.fn()
  render(<OpenSheet onClose={handleClose} />)
  await userEvent.click(screen.getByRole('button', { name: 'Open' }))
  await userEvent.click(screen.getByRole('button', { name: 'Close' }))
  expect(handleClose).toHaveBeenCalledTimes(1)
})

test('a tap beside a question says no, and its words are no HTML', async () => {
  const handleAnswer = jest.fn()
  const words = { title: 'Log out?', text: '<img src=x id=injected>', confirmLabel: 'Yes', cancelLabel: 'No' }
  render(<ConfirmDialog {...words} onAnswer={handleAnswer} />)
  expect(screen.getByText(words.text)).toBeInTheDocument()
  expect(document.getElementById('injected')).toBeNull()
  await userEvent.click(beside('at-modal'))
  expect(handleAnswer.mock.calls).toEqual([[false]])
})

test('widgets without roles have them from us', () => {
  const steps = [
    { key: 'a', title: 'Sent', time: '10:00', done: true, tone: 'good' as const },
    { key: 'b', title: 'Paid', time: 'by 18:00', done: false },
  ]
  render(
    <>
      <Timeline label="Course" steps={steps} />
      <Steps label="Step 1 of 2" titles={['Details', 'Passwords']} current={0} />
      <Progress label="Uploading" percent={40.7} />
      <Banner text="Prices are old" actionLabel="Again" onAction={nothing} />
      <IconButton icon="bell" label="Messages, 120 new" badge="99+" onClick={nothing} />
    </>,
  )
  expect(within(screen.getByRole('list', { name: 'Course' })).getAllByRole('listitem')).toHaveLength(2)
  expect(screen.getByRole('img', { name: 'Step 1 of 2' })).toBeInTheDocument()
  expect(screen.getByRole('progressbar', { name: 'Uploading' })).toHaveAttribute('aria-valuenow', '40')
  expect(within(screen.getByRole('status')).getByRole('button', { name: 'Again' })).toBeInTheDocument()
  const bell = screen.getByRole('button', { name: 'Messages, 120 new' })
  expect(bell).toHaveTextContent('99+')
  // The label has the number in the words of its language: what is shown is for the eye alone.
  expect(screen.getByText('99+').closest('[aria-hidden]')).not.toBeNull()
})

test('an avatar never shows half a letter', () => {
  const { container, rerender } = render(<Avatar text="𠮷田" />)
  expect(container).toHaveTextContent('?')
  rerender(<Avatar text="LM" />)
  expect(container).toHaveTextContent('L')
})

test('a question takes one answer', async () => {
  const handleAnswer = jest.fn()
  render(<ConfirmDialog title="Log out?" confirmLabel="Log out" cancelLabel="Stay" onAnswer={handleAnswer} />)
  await waitFor(() => expect(screen.getByRole('alertdialog', { name: 'Log out?' })).toHaveFocus())
  await userEvent.click(screen.getByRole('button', { name: 'Log out' }))
  await userEvent.keyboard('{Escape}')
  expect(handleAnswer.mock.calls).toEqual([[true], [false]])
})

test('Escape answers the question and leaves the sheet below it open', async () => {
  const [handleClose, handleAnswer] = [jest.fn(), jest.fn()]
  const question = <ConfirmDialog title="End?" confirmLabel="End" cancelLabel="Stay" onAnswer={handleAnswer} />
  const { rerender } = render(<OpenSheet onClose={handleClose} />)
  await userEvent.click(screen.getByRole('button', { name: 'Open' }))
  rerender(
    <>
      <OpenSheet onClose={handleClose} />
      {question}
    </>,
  )
  await userEvent.keyboard('{Escape}')
  expect(handleAnswer.mock.calls).toEqual([[false]])
  expect(handleClose).not.toHaveBeenCalled()
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
      <CountdownRing totalMs={40_000} leftMs={4_000} text="0:04" label="4 seconds left" />
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

test('a sheet follows a finger down; a short way brings it back, a long one closes it', async () => {
  const handleClose = jest.fn()
  render(<OpenSheet onClose={handleClose} />)
  await userEvent.click(screen.getByRole('button', { name: 'Open' }))
  const head = screen.getByRole('heading', { name: 'Buy up' })
  const moved = () => document.querySelector<HTMLElement>('.sheet')?.style.getPropertyValue('--drag')
  const drag = (to: number, ms: number) => {
    const at = (y: number, timeStamp: number, type: string) => {
      const event = new TouchEvent(type, { bubbles: true })
      Object.defineProperties(event, {
        touches: { value: [{ clientX: 0, clientY: y }] },
        changedTouches: { value: [{ clientX: 0, clientY: y }] },
        timeStamp: { value: timeStamp },
      })
      fireEvent(head, event)
    }
    at(300, 1, 'touchstart')
    at(300 + to, ms / 2, 'touchmove')
    expect(moved()).toBe(`${Math.max(0, to)}px`)
    at(300 + to, ms, 'touchend')
  }
  drag(-50, 200)
  drag(60, 1_000)
  expect(moved()).toBe('0px')
  expect(handleClose).not.toHaveBeenCalled()
  drag(120, 1_000)
  expect(handleClose).toHaveBeenCalledTimes(1)
})
