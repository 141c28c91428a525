import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { appInfoOf, meOf, verificationOf } from '../../../test/client/factories'
import { type Answers, answered, refused, renderLoggedIn, renderScreen } from '../../../test/client/screens'
import { fakeTaro } from '../../../test/client/taro'
import { changeLocale, startI18n } from '../../i18n'
import { deviceTokens } from '../../stores/persistence/deviceTokens'
import { SettingsScreen } from './SettingsScreen'
import { UserScreen } from './UserScreen'

beforeAll(() => startI18n('en-US'))

const ME = meOf()
const button = (name: string | RegExp) => screen.getByRole('button', { name })
const yes = (stores: ReturnType<typeof renderScreen>['stores']) => act(async () => stores.ui.settle(true))

describe('personal centre', () => {
  test('shows who the user is and what they own', async () => {
    renderScreen(<UserScreen />, { getMe: answered(ME) })
    expect(await screen.findByText('12,480.36')).toBeInTheDocument()
    expect(screen.getByRole('heading', { name: 'lin_mei88' })).toBeInTheDocument()
    expect(screen.getAllByText('Verified').length).toBeGreaterThan(0)
    expect(screen.getByText('+1,204.10')).toBeInTheDocument()
    expect(screen.getByText('−86.20')).toBeInTheDocument()
    expect(screen.getByText('9,310.00')).toBeInTheDocument()
  })

  test.each([
    ['not_submitted', 'Not verified'],
    ['submitted', 'Under review'],
    ['under_verification', 'Under review'],
    ['rejected', 'Rejected'],
  ] as const)('whose identity is %s reads %s', async (status, shown) => {
    renderScreen(<UserScreen />, {
      getMe: answered({ ...ME, verified: false }),
      getVerification: answered(verificationOf({ status })),
    })
    const row = await screen.findByRole('button', { name: /^Identity verification/ })
    await waitFor(() => expect(row).toHaveTextContent(shown))
  })

  test('the opening code is copied', async () => {
    const user = userEvent.setup()
    const { stores } = renderScreen(<UserScreen />, { getMe: answered(ME) })
    await user.click(
      await screen.findByRole('button', { name: 'Account opening code 7F3K9Q: Copy account opening code' }),
    )
    expect(await navigator.clipboard.readText()).toBe('7F3K9Q')
    expect(stores.ui.toasts.map(({ text }) => text)).toEqual(['Account opening code copied successfully'])
  })

  test('the credit score shows its sum', async () => {
    renderScreen(<UserScreen />, { getMe: answered(ME) })
    await userEvent.click(await screen.findByRole('button', { name: /Account score/ }))
    const sheet = screen.getByRole('dialog')
    expect(within(sheet).getByText('Starting score')).toBeInTheDocument()
    expect(within(sheet).getByText('+60')).toBeInTheDocument()
    expect(within(sheet).getAllByText('Not yet')).toHaveLength(1)
  })

  test('balances hide, everywhere and in words', async () => {
    const { stores } = renderScreen(<UserScreen />, { getMe: answered(ME) })
    await screen.findByText('12,480.36')
    await userEvent.click(button('Hide balances'))
    expect(screen.queryByText('12,480.36')).toBeNull()
    expect(screen.getAllByText('Hidden')).toHaveLength(4)
    expect(stores.preferences.hideBalances).toBe(true)
    await userEvent.click(button('Show balances'))
    expect(screen.getByText('12,480.36')).toBeInTheDocument()
  })

  test('a failure can be tried again, and the menu stays', async () => {
    const { answers } = renderScreen(<UserScreen />, { getMe: refused('unavailable') })
    expect(await screen.findByText('Couldn’t load')).toBeInTheDocument()
    await userEvent.click(button('Settings 简体中文'))
    expect(fakeTaro.navigations).toEqual(['navigateTo /pages/set/set'])
    answers.getMe = answered(ME)
    await userEvent.click(button('Try again'))
    expect(await screen.findByText('12,480.36')).toBeInTheDocument()
  })

  test('when the balance moves, profit and loss follow', async () => {
    const { answers, stores } = renderScreen(<UserScreen />, { getMe: answered(ME) })
    await screen.findByText('+1,204.10')
    const balance = { available: '9492.00', inOrders: '3170.36', total: '12662.36', version: 9 }
    answers.getMe = answered({ ...ME, balance, accountProfitLoss: '1386.10' })
    act(() => stores.account.applyBalance(balance))
    expect(screen.getByText('12,662.36')).toBeInTheDocument()
    expect(await screen.findByText('+1,386.10')).toBeInTheDocument()
  })

  test('savings and the statements are a tap away', async () => {
    renderScreen(<UserScreen />, { getMe: answered(ME) })
    await userEvent.click(button('Balance savings'))
    await userEvent.click(button('Statements'))
    expect(fakeTaro.navigations).toEqual(['navigateTo /pages/money/money', 'navigateTo /pages/statement/statement'])
  })

  test('the row of messages says how many are new', async () => {
    const { stores } = renderScreen(<UserScreen />, {
      getMe: answered(ME),
      countUnreadMessages: answered({ unread: 2 }),
    })
    await act(() => stores.messages.countUnread())
    await userEvent.click(button('System messages 2 new'))
    expect(fakeTaro.navigations).toEqual(['navigateTo /pages/message/message'])
  })
})

describe('settings', () => {
  const show = (answers: Answers = {}) => renderLoggedIn(<SettingsScreen />, answers)

  test('a choice holds at once and is confirmed', async () => {
    const { stores } = show()
    await userEvent.click(screen.getByRole('tab', { name: 'Dark' }))
    await userEvent.click(screen.getByRole('tab', { name: 'Green is up' }))
    await userEvent.click(screen.getByRole('tab', { name: 'UTC' }))
    await userEvent.click(screen.getByRole('switch', { name: 'Hide balances' }))
    expect(stores.preferences.fields).toMatchObject({
      theme: 'dark',
      upColorChoice: 'green',
      timeZone: 'utc',
      hideBalances: true,
    })
    expect(stores.ui.toasts.map(({ text }) => text)).toEqual(['Setup Successful'])
  })

  test('a new language is confirmed in that language', async () => {
    const { stores } = show()
    await userEvent.click(button(/^Language/))
    await userEvent.click(screen.getByRole('radio', { name: 'Deutsch' }))
    await waitFor(() => expect(stores.preferences.locale).toBe('de-DE'))
    await act(() => changeLocale('de-DE'))
    expect(stores.ui.toasts.map(({ text }) => text)).toEqual(['Einstellung gespeichert'])
    await act(() => changeLocale('en-US'))
  })

  test('a language of a newer server, which this app has no texts for, is not offered', async () => {
    const { stores } = show()
    act(() => stores.session.setAppInfo(appInfoOf({ locales: ['en-US', 'xx-XX' as 'de-DE', 'de-DE'] })))
    await userEvent.click(button(/^Language/))
    expect(screen.getAllByRole('radio').map(({ textContent }) => textContent)).toEqual(['English', 'Deutsch'])
  })

  test('logging out asks first, then resets the whole session', async () => {
    const { calls, stores } = show({ logout: answered(null) })
    await userEvent.click(button('Log out'))
    await act(async () => stores.ui.settle(false))
    expect(stores.session.isLoggedIn).toBe(true)
    await userEvent.click(button('Log out'))
    await yes(stores)
    expect(calls.map(({ name }) => name)).toContain('logout')
    expect(stores.session.fields).toMatchObject({ token: '', userInfo: null })
    expect(fakeTaro.navigations).toEqual(['redirectTo /pages/login/login'])
  })

  test('clearing the cache asks first, then requires login', async () => {
    const { stores } = show({ logout: answered(null) })
    act(() => stores.preferences.setTheme('dark'))
    deviceTokens.keep('lin_mei88', 'known')
    await userEvent.click(button('Clear cache'))
    expect(stores.ui.confirmation?.title).toBe('Clear the cache?')
    await yes(stores)
    expect(stores.session.isLoggedIn).toBe(false)
    expect(stores.preferences.theme).toBe('system')
    // Otherwise the next login would count as one from a new device, and withdrawals would wait for a day.
    expect(deviceTokens.of('lin_mei88')).toBe('known')
    expect(stores.ui.toasts.map(({ text }) => text)).toEqual(['Operation Successful'])
    expect(fakeTaro.navigations).toEqual(['redirectTo /pages/login/login'])
  })

  test('another session can be ended, this one cannot', async () => {
    const at = '2026-11-20T10:00:00Z'
    const items = [
      { id: 'a', device: 'Chrome on Android', createdAt: at, lastSeenAt: at, current: true },
      { id: 'b', device: 'Safari on iOS', createdAt: at, lastSeenAt: at, current: false },
    ]
    const { stores } = show({ listSessions: answered({ items }), endSession: answered(null) })
    await userEvent.click(button('Logged-in devices'))
    expect(await screen.findByText('This device')).toBeInTheDocument()
    await userEvent.click(button('Log out: Safari on iOS'))
    expect(stores.ui.confirmation?.text).toBe('You’ll have to log in again on Safari on iOS.')
    await yes(stores)
    await waitFor(() => expect(screen.queryByText('Safari on iOS')).toBeNull())
    expect(screen.getByText('Chrome on Android')).toBeInTheDocument()
  })

  test('notifications are chosen by group, and security cannot be turned off', async () => {
    const { calls, stores, answers } = show({
      getMessagePreferences: answered({ muted: ['savings'] }),
      setMessagePreferences: answered({ muted: [] }),
    })
    const savings = await screen.findByRole('switch', { name: 'Savings' })
    expect(savings).toHaveAttribute('aria-checked', 'false')
    expect(screen.queryByRole('switch', { name: 'Security' })).toBeNull()
    expect(screen.getByText('Always on')).toBeInTheDocument()
    await userEvent.click(savings)
    expect(savings).toHaveAttribute('aria-checked', 'true')
    await userEvent.click(screen.getByRole('switch', { name: 'Deposits' }))
    const sent = calls.filter(({ name }) => name === 'setMessagePreferences').map(({ body }) => body)
    expect(sent).toEqual([{ muted: [] }, { muted: ['deposits'] }])
    answers.setMessagePreferences = refused('unavailable')
    await userEvent.click(screen.getByRole('switch', { name: 'Order results' }))
    await waitFor(() =>
      expect(screen.getByRole('switch', { name: 'Order results' })).toHaveAttribute('aria-checked', 'true'),
    )
    expect(stores.ui.toasts.map(({ text }) => text)).toContain(
      'The service isn’t available right now. Try again in a moment.',
    )
  })
})
