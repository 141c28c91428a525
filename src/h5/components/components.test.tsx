import { fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { Button, Form, Image, Input, ScrollView, Text as TaroText, View } from './index'

function Digits({ onValue }: { onValue?: (value: string) => void }) {
  const [value, setValue] = useState('')
  const handleInput = (event: { detail: { value: string } }) => {
    const digits = event.detail.value.replace(/\D/g, '')
    onValue?.(digits)
    setValue(digits)
  }
  return <Input value={value} onInput={handleInput} aria-label="Digits" />
}

test('an input shows what its owner made of what was typed', async () => {
  render(<Digits />)
  const input = screen.getByRole('textbox', { name: 'Digits' })
  await userEvent.type(input, 'a1b2')
  expect(input).toHaveValue('12')
})

test('what is refused goes away even where nothing changed', async () => {
  render(<Digits />)
  const input = screen.getByRole('textbox')
  await userEvent.type(input, 'x')
  expect(input).toHaveValue('')
})

test('an input method is left alone until it is done', () => {
  const values: string[] = []
  render(<Digits onValue={(value) => values.push(value)} />)
  const input = screen.getByRole('textbox')
  fireEvent.compositionStart(input)
  fireEvent.input(input, { target: { value: 'ni' } })
  expect(input).toHaveValue('ni')
  expect(values).toEqual([])
  fireEvent.input(input, { target: { value: '5' } })
  fireEvent.compositionEnd(input)
  expect(values).toEqual(['5'])
})

test('Enter confirms, and types become keyboards', async () => {
  const handleConfirm = jest.fn()
  render(<Input type="digit" confirmType="search" onConfirm={handleConfirm} aria-label="Find" />)
  const input = screen.getByRole('searchbox', { name: 'Find' })
  expect(input).toHaveAttribute('inputmode', 'decimal')
  await userEvent.type(input, 'x{Enter}')
  expect(handleConfirm).toHaveBeenCalledTimes(1)
})

test('a form hands its values over and leaves the address alone', async () => {
  const seen: unknown[] = []
  render(
    <Form onSubmit={(event) => seen.push(event.detail)}>
      <Input name="account" defaultValue="lin" aria-label="Account" />
      <Button formType="submit">Go</Button>
    </Form>,
  )
  await userEvent.type(screen.getByLabelText('Account'), '88{Enter}')
  await userEvent.click(screen.getByRole('button', { name: 'Go' }))
  expect(seen).toEqual([{ value: { account: 'lin88' } }, { value: { account: 'lin88' } }])
})

test('Enter that is held down sends a form once', () => {
  const handleConfirm = jest.fn()
  render(<Input onConfirm={handleConfirm} aria-label="Amount" />)
  const enter = (repeat: boolean) => fireEvent.keyDown(screen.getByRole('textbox'), { key: 'Enter', repeat })
  expect(enter(false)).toBe(true)
  // The browser submits the form around it unless the key is taken.
  expect([enter(true), enter(true)]).toEqual([false, false])
  expect(handleConfirm).toHaveBeenCalledTimes(1)
})

test('a view that is a button is pressed by keyboard too', async () => {
  const handleClick = jest.fn()
  render(
    <View ariaRole="button" onClick={handleClick}>
      Open
    </View>,
  )
  await userEvent.tab()
  expect(screen.getByRole('button', { name: 'Open' })).toHaveFocus()
  await userEvent.keyboard('{Enter} ')
  expect(handleClick).toHaveBeenCalledTimes(2)
})

test('props of the mini program stay out of the page', () => {
  render(
    <View hoverClass="x" catchMove style="color: red; --depth: 2" aria-label="box">
      <Image src="a.png" ariaLabel="A chart" />
    </View>,
  )
  const box = screen.getByLabelText('box')
  expect(box.getAttributeNames().sort()).toEqual(['aria-label', 'style'])
  expect(box.style.getPropertyValue('--depth')).toBe('2')
  expect(screen.getByRole('img', { name: 'A chart' })).toHaveAttribute('src', 'a.png')
})

test('a scrolled list tells its end once', () => {
  const handleEnd = jest.fn()
  render(<ScrollView scrollY onScrollToLower={handleEnd} aria-label="list" />)
  const list = screen.getByLabelText('list')
  Object.defineProperties(list, { scrollHeight: { value: 1000 }, clientHeight: { value: 400 } })
  for (const top of [100, 560, 590, 100, 600]) fireEvent.scroll(list, { target: { scrollTop: top } })
  expect(handleEnd).toHaveBeenCalledTimes(2)
})

describe('a page whose texts somebody else replaces', () => {
  /** As a browser's translator does. */
  function translate(root: Node) {
    for (const node of Array.from(root.childNodes)) {
      if (!(node instanceof Text)) translate(node)
      else if (node.data.trim() !== '') {
        const font = document.createElement('font')
        font.append(`{${node.data}}`)
        node.replaceWith(font)
      }
    }
  }

  function Stake({ amount, note }: { amount: number; note?: string }) {
    return (
      <View ariaRole="status">
        Stake {amount} {note === undefined ? null : <TaroText>{note}</TaroText>}
        {amount === 0 ? null : (
          <>
            {amount > 1 ? 'many' : 'one'} <TaroText>of them</TaroText>
          </>
        )}
      </View>
    )
  }

  test.each([
    [1, undefined, 2, undefined],
    [1, 'a', 2, undefined],
    [1, undefined, 2, 'b'],
    [1, 'a', 1, undefined],
  ])('every text that changes is the new one (%s %s, then %s %s)', (amount, note, nextAmount, nextNote) => {
    const props = (of: string | undefined) => (of === undefined ? {} : { note: of })
    const { rerender } = render(<Stake amount={amount} {...props(note)} />)
    translate(screen.getByRole('status'))
    rerender(<Stake amount={nextAmount} {...props(nextNote)} />)
    const shown = screen.getByRole('status').textContent?.replace(/[{}]/g, '').replace(/\s+/g, ' ')
    const { unmount } = render(<Stake amount={nextAmount} {...props(nextNote)} />)
    expect(screen.getAllByRole('status')[1]?.textContent?.replace(/\s+/g, ' ')).toBe(shown)
    unmount()
  })

  test('figures and directions are not for translators', () => {
    render(
      <View>
        <TaroText className="strong num">1,000.00</TaroText>
        <Button>▲ Up</Button>
        <TaroText className="number">Words</TaroText>
      </View>,
    )
    expect(screen.getByText('1,000.00')).toHaveAttribute('translate', 'no')
    expect(screen.getByText('▲ Up')).toHaveAttribute('translate', 'no')
    expect(screen.getByText('▲ Up')).toHaveClass('notranslate')
    expect(screen.getByText('Words')).not.toHaveAttribute('translate')
  })
})
