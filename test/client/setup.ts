import '@testing-library/jest-dom'
import { configure } from '@testing-library/react'
import { afterOverlays, watchBack } from '../../src/platform/overlays'
import { WAIT_MS } from '../support/until'
import { fakeTaro } from './taro'

configure({ asyncUtilTimeout: WAIT_MS })

beforeAll(watchBack)

beforeEach(async () => {
  fakeTaro.reset()
  window.localStorage.clear()
  window.sessionStorage.clear()
  // Closes a sheet that the test before left open, and removes its history entry.
  await new Promise<void>((resolve) => afterOverlays(resolve))
})
