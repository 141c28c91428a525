import '@testing-library/jest-dom'
import { configure, getConfig } from '@testing-library/react'
import './quickDom'
import { afterOverlays, watchBack } from '../../src/platform/overlays'
import { WAIT_MS } from '../support/until'
import { fakeTaro } from './taro'

// While it waits for an element, nobody reads the page that a failed look would print.
configure(({ getElementError }) => ({
  asyncUtilTimeout: WAIT_MS,
  getElementError: (message, container) =>
    isPolling() ? new Error(message ?? '') : getElementError(message, container),
}))
const isPolling = () =>
  (getConfig() as { _disableExpensiveErrorDiagnostics?: boolean })._disableExpensiveErrorDiagnostics

beforeAll(watchBack)

beforeEach(async () => {
  fakeTaro.reset()
  window.localStorage.clear()
  window.sessionStorage.clear()
  // Closes a sheet that the test before left open, and removes its history entry.
  await new Promise<void>((resolve) => afterOverlays(resolve))
})
