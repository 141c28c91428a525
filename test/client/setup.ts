import '@testing-library/jest-dom'
import { afterOverlays, watchBack } from '../../src/platform/overlays'
import { fakeTaro } from './taro'

// A limit that finds a test that hangs; it does not measure how quick the machine is.
jest.setTimeout(30_000)

beforeAll(watchBack)

beforeEach(async () => {
  fakeTaro.reset()
  window.localStorage.clear()
  window.sessionStorage.clear()
  // Closes a sheet that the test before left open, and removes its history entry.
  await new Promise<void>((resolve) => afterOverlays(resolve))
})
