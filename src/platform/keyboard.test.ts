import { startKeyboard } from './keyboard'

class View extends EventTarget {
  height = window.innerHeight
  offsetTop = 0
  scale = 1
}

let view: View
let stop: () => void
const height = () => document.documentElement.style.getPropertyValue('--keyboard')

beforeEach(() => {
  view = new View()
  Reflect.set(window, 'visualViewport', view)
  stop = startKeyboard()
})
afterEach(() => {
  stop()
  Reflect.deleteProperty(window, 'visualViewport')
  document.body.replaceChildren()
})

function field(bottom: number) {
  const input = document.createElement('input')
  input.getBoundingClientRect = () => ({ top: bottom - 40, bottom }) as DOMRect
  input.scrollIntoView = jest.fn()
  document.body.append(input)
  input.focus()
  return input
}

function resizeTo(size: number) {
  view.height = size
  view.dispatchEvent(new Event('resize'))
}

test('a keyboard over the page lifts sheets and brings the field into sight', () => {
  const input = field(700)
  resizeTo(window.innerHeight - 300)
  expect(height()).toBe('300px')
  expect(input.scrollIntoView).toHaveBeenCalledTimes(1)
  resizeTo(window.innerHeight)
  expect(height()).toBe('')
})

test('a field that is in sight stays where it is', () => {
  const input = field(200)
  resizeTo(window.innerHeight - 300)
  expect(input.scrollIntoView).not.toHaveBeenCalled()
})

test('a bar of the browser and a zoomed page are no keyboard', () => {
  resizeTo(window.innerHeight - 60)
  expect(height()).toBe('')
  view.scale = 2
  resizeTo(window.innerHeight / 2)
  expect(height()).toBe('')
})

test('when the keyboard goes the page is where it was, unless another field has it', () => {
  jest.useFakeTimers()
  const scrollTo = jest.spyOn(window, 'scrollTo').mockImplementation(() => undefined)
  const first = field(200)
  field(300)
  jest.advanceTimersByTime(200)
  expect(scrollTo).not.toHaveBeenCalled()
  first.focus()
  first.blur()
  jest.advanceTimersByTime(200)
  expect(scrollTo).toHaveBeenCalledWith(0, 0)
  jest.useRealTimers()
})
