import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { sha256 } from '../../../proof/sha256'
import { answered, renderScreen } from '../../../test/client/screens'
import { fakeTaro } from '../../../test/client/taro'
import { startI18n } from '../../i18n'
import { startAppLock } from '../../lifecycles/appLock'
import { restoreStores } from '../../lifecycles/persistence'
import { writeJson } from '../../platform/storage'
import { isLockDue, noteSeen, readAppLock, writeAppLock } from '../../stores/persistence/appLock'
import { SessionStore } from '../../stores/SessionStore'
import { StoresContext } from '../../stores/StoresContext'
import { Screen } from '../shell/Screen'
import { LockScreen } from './LockScreen'
import { setPin, TRIES, tryPin } from './pin'

const MINUTE_MS = 60_000

beforeAll(() => startI18n('en-US'))
beforeEach(() => localStorage.clear())

async function types(pin: string) {
  for (const digit of pin) await userEvent.click(screen.getByRole('button', { name: digit }))
}

describe('the PIN', () => {
  test('is kept as a slow hash with its own salt', async () => {
    await setPin('271828', MINUTE_MS)
    const first = readAppLock()
    await setPin('271828', MINUTE_MS)
    expect(readAppLock()?.salt).not.toBe(first?.salt)
    expect(readAppLock()?.hash).not.toBe(first?.hash)
    const kept = JSON.stringify({ ...localStorage })
    expect(kept).not.toContain('271828')
    expect(kept).not.toContain(sha256(new TextEncoder().encode('271828')))
    expect(await tryPin('271828')).toEqual({ kind: 'right' })
  })

  test('may be wrong a few times in a row; a try counts even if its page is closed before the answer', async () => {
    await setPin('271828', MINUTE_MS)
    const before = readAppLock()
    void tryPin('000000')
    expect(readAppLock()?.wrong).toBe(1)
    if (before) writeAppLock({ ...before, wrong: TRIES - 2 })
    expect(await tryPin('000001')).toEqual({ kind: 'wrong', left: 1 })
    expect(await tryPin('271828')).toEqual({ kind: 'right' })
    if (before) writeAppLock({ ...before, wrong: TRIES - 1 })
    expect(await tryPin('000002')).toEqual({ kind: 'over' })
    expect(readAppLock()).toBeUndefined()
  })
})

describe('when the app asks', () => {
  test('after the time away that was set, and if the clock was put back', async () => {
    await setPin('271828', 5 * MINUTE_MS)
    noteSeen(1_000_000)
    expect(isLockDue(1_000_000 + 5 * MINUTE_MS - 1)).toBe(false)
    expect(isLockDue(1_000_000 + 5 * MINUTE_MS)).toBe(true)
    expect(isLockDue(999_999)).toBe(true)
  })

  test('at the start for a session that was away, not for a visitor', async () => {
    const start = () => {
      const session = new SessionStore()
      restoreStores({ session, preferences: renderScreen(<div />, {}).stores.preferences })
      return session
    }
    await setPin('271828', MINUTE_MS)
    expect(start().isLocked).toBe(false)
    writeJson('session', 1, { token: 'a token' })
    expect(start().isLocked).toBe(true)
    noteSeen(Date.now())
    expect(start().isLocked).toBe(false)
  })

  test('when it comes back, and the lock ends with the session', async () => {
    const session = new SessionStore()
    session.restore({ ...session.fields, token: 'a token' })
    await setPin('271828', MINUTE_MS)
    noteSeen(Date.now())
    const { dispose } = startAppLock({ session })
    expect(session.isLocked).toBe(false)
    noteSeen(Date.now() - MINUTE_MS)
    document.dispatchEvent(new Event('visibilitychange'))
    expect(session.isLocked).toBe(true)
    session.reset()
    expect(session.isLocked).toBe(false)
    expect(readAppLock()).toBeUndefined()
    dispose()
  })
})

test('while the app is locked no page shows anything, and each leads to the PIN', async () => {
  const { stores } = renderScreen(<div />, {})
  stores.session.restore({ ...stores.session.fields, token: 'a token' })
  fakeTaro.pages = [{ route: '/pages/order/order', options: {} }]
  const page = (
    <StoresContext.Provider value={stores}>
      <Screen route="/pages/order/order">my orders</Screen>
    </StoresContext.Provider>
  )
  stores.session.lock()
  const { unmount } = render(page)
  expect(screen.queryByText('my orders')).toBeNull()
  expect(fakeTaro.navigations).toEqual(['navigateTo /pages/lock/lock'])
  act(() => stores.session.unlock())
  expect(screen.getByText('my orders')).toBeVisible()
  // The text typed on an open page is still there after the PIN, and not to be seen before it.
  act(() => stores.session.lock())
  expect(screen.getByText('my orders')).not.toBeVisible()
  unmount()
})

test('the right PIN opens the page below; the last wrong one ends the session', async () => {
  await setPin('271828', MINUTE_MS)
  const { stores } = renderScreen(<LockScreen />, { logout: answered(null) })
  act(() => {
    stores.session.restore({ ...stores.session.fields, token: 'a token' })
    stores.session.lock()
  })
  await types('000000')
  expect(await screen.findByText(`Wrong PIN. ${TRIES - 1} attempts left.`)).toBeInTheDocument()
  await types('271828')
  await waitFor(() => expect(stores.session.isLocked).toBe(false))

  act(() => stores.session.lock())
  const lock = readAppLock()
  if (lock) writeAppLock({ ...lock, wrong: TRIES - 1 })
  await types('000000')
  await waitFor(() => expect(stores.session.isLoggedIn).toBe(false))
  expect(fakeTaro.navigations.at(-1)).toBe('redirectTo /pages/login/login')
})

test('the lock is turned on with the same PIN twice, and off with it', async () => {
  const { stores } = renderScreen(<LockScreen />, {})
  act(() => stores.session.restore({ ...stores.session.fields, token: 'a token' }))
  await userEvent.click(screen.getByRole('button', { name: 'Set a PIN' }))
  await types('271828')
  await screen.findAllByText('Enter the PIN again')
  await types('271829')
  expect(await screen.findByText('The two PINs differ. Choose one again.')).toBeInTheDocument()
  await types('271828')
  await screen.findAllByText('Enter the PIN again')
  await types('271828')
  await userEvent.click(await screen.findByRole('tab', { name: '15 min' }))
  expect(readAppLock()?.afterMs).toBe(15 * MINUTE_MS)
  await userEvent.click(screen.getByRole('button', { name: 'Turn off' }))
  await types('271828')
  await screen.findByRole('button', { name: 'Set a PIN' })
  expect(readAppLock()).toBeUndefined()
})
