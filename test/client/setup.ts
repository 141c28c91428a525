import '@testing-library/jest-dom'
import { fakeTaro } from './taro'

// A limit that finds a test that hangs; it does not measure how quick the machine is.
jest.setTimeout(30_000)

beforeEach(() => {
  fakeTaro.reset()
  window.localStorage.clear()
  window.sessionStorage.clear()
})
