import '@testing-library/jest-dom'
import { configure } from '@testing-library/react'
import { afterOverlays, watchBack } from '../../src/platform/overlays'
import { slowness } from '../support/slowness'
import { fakeTaro } from './taro'

// Limits that find a test that hangs; they do not measure how quick the machine is.
jest.setTimeout(30_000 * slowness())
configure({ asyncUtilTimeout: 10_000 })

beforeAll(watchBack)

beforeEach(async () => {
  fakeTaro.reset()
  window.localStorage.clear()
  window.sessionStorage.clear()
  // Closes a sheet that the test before left open, and removes its history entry.
  await new Promise<void>((resolve) => afterOverlays(resolve))
})
