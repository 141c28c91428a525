import { startAntiDebug } from './antiDebug'

const sheet = () => document.getElementById('blank-sheet')

beforeEach(() => jest.useFakeTimers())
afterEach(() => jest.useRealTimers())

/** A clock that jumps by `delay` between the two looks at it in each round. */
function clock() {
  const state = { delay: 0, now: 0, looks: 0 }
  return {
    state,
    now: () => {
      state.looks += 1
      if (state.looks % 2 === 0) state.now += state.delay
      return state.now
    },
  }
}

test('one delay of 100 ms covers the page, and the sheet lifts itself', () => {
  const { state, now } = clock()
  const loop = startAntiDebug(now)
  state.delay = 100
  jest.advanceTimersByTime(100)
  expect(sheet()).not.toBeNull()
  state.delay = 0
  jest.advanceTimersByTime(100)
  expect(sheet()).toBeNull()
  loop.dispose()
})

test('shorter delays, however many, cover nothing', () => {
  const { state, now } = clock()
  const loop = startAntiDebug(now)
  state.delay = 99
  jest.advanceTimersByTime(1_000)
  expect(sheet()).toBeNull()
  loop.dispose()
})

test('a hidden page is not checked', () => {
  const { state, now } = clock()
  const hidden = jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  const loop = startAntiDebug(now)
  state.delay = 150
  jest.advanceTimersByTime(1_000)
  expect(sheet()).toBeNull()
  expect(state.looks).toBe(0)
  loop.dispose()
  hidden.mockRestore()
})
