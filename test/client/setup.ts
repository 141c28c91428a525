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
  // A sheet that was open at the end of the test before takes its history entry with it.
  await new Promise<void>((resolve) => afterOverlays(resolve))
})
