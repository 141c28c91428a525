import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { Avatar } from './Avatar'
import { Button } from './Button'
import { ConfirmDialog } from './ConfirmDialog'
import { CountdownRing } from './CountdownRing'
import { IconButton } from './IconButton'
import { ListRow } from './ListRow'
import { PasswordField } from './PasswordField'
import { PinPad } from './PinPad'
import { Progress } from './Progress'
import { Sheet } from './Sheet'
import { Timeline } from './Timeline'
import { Toast } from './Toast'

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
  render(
    <>
      <Timeline label="Course" steps={[{ key: 'a', title: 'Sent', time: '10:00', done: true, tone: 'good' }]} />
      <Progress label="Uploading" percent={40.7} />
      <IconButton icon="bell" label="Messages, 120 new" badge="99+" onClick={nothing} />
    </>,
  )
  expect(within(screen.getByRole('list', { name: 'Course' })).getAllByRole('listitem')).toHaveLength(1)
  expect(screen.getByRole('progressbar', { name: 'Uploading' })).toHaveAttribute('aria-valuenow', '40')
  expect(screen.getByRole('button', { name: 'Messages, 120 new' })).toHaveTextContent('99+')
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
