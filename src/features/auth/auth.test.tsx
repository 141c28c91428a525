import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { appInfoOf, articleOf, meOf } from '../../../test/client/factories'
import { receiptOf } from '../../../test/client/receipts'
import { answered, LIN, refused, renderScreen } from '../../../test/client/screens'
import { fakeTaro } from '../../../test/client/taro'
import { startI18n } from '../../i18n'
import WelcomePage from '../../pages/welcome/welcome'
import { checkExample } from '../../stores/openChecks'
import { ExampleCard } from '../market/ExampleCard'
import { LoginScreen } from './LoginScreen'
import { RegisterCheckScreen } from './RegisterCheckScreen'
import { RegisterScreen } from './RegisterScreen'
import { SecurityScreen } from './SecurityScreen'
import type { ExampleCheck } from './useExample'
import { WelcomeScreen } from './WelcomeScreen'

beforeAll(() => startI18n('en-US'))

const field = (name: string) => screen.getByLabelText(name, { selector: 'input' })
const button = (name: string) => screen.getByRole('button', { name })
const SESSION = answered({ token: 'token', expiresAt: '2026-12-20T14:00:00Z', user: LIN })
const TICKET = answered({ registrationToken: 'ticket', expiresAt: '2026-11-20T14:00:00Z' })
const STEP_ONE = {
  account: 'lin_mei88',
  phone: '13800138000',
  phoneCountry: 'CN',
  openingCode: '7F3K9Q',
  registrationToken: 'ticket',
  expiresAt: '2026-11-20T14:00:00Z',
}

describe('welcome', () => {
  test('makes its promises and leads to a free guess, registration and login', async () => {
    renderScreen(<WelcomePage />)
    expect(screen.getAllByRole('listitem')).toHaveLength(3)
    await userEvent.click(button('Log in'))
    await userEvent.click(button('Create account'))
    await userEvent.click(button('Try a free guess'))
    expect(fakeTaro.navigations).toEqual([
      'navigateTo /pages/login/login',
      'navigateTo /pages/login/registerCheck',
      'switchTab /pages/index/index',
    ])
  })

  test('shows the example of the house once this device has verified it', async () => {
    renderScreen(<WelcomePage />, { getExample: answered(receiptOf()) })
    expect(await screen.findByText(/Verified on this device in \d+ ms/)).toBeVisible()
    expect(screen.getByText('Our newest example order, won or lost')).toBeVisible()
    expect(screen.getByText('Price numbers complete, none skipped')).toBeVisible()
    expect(screen.getByText('Called higher. The price rose. The call was right.')).toBeVisible()
  })

  test('shows the example that came with the page at once, and ticks it off where it is', async () => {
    const receipt = receiptOf()
    const data = document.createElement('script')
    data.type = 'application/json'
    data.id = 'first-data'
    const { holds, ...example } = checkExample(JSON.stringify(receipt)) ?? {}
    expect(holds).toBe(true)
    data.textContent = JSON.stringify({ example })
    document.body.append(data)
    const asked = jest.fn(() => answered(receipt))
    renderScreen(<WelcomePage />, { getExample: asked })
    const said = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent)
    const atFirst = said()
    expect(atFirst).toHaveLength(3)
    expect(screen.getByText('Called higher. The price rose. The call was right.')).toBeVisible()
    expect(screen.getByRole('status')).toHaveTextContent('Verifying on this device…')
    expect(await screen.findByText(/Verified on this device in \d+ ms/)).toBeVisible()
    expect(said()).toEqual(atFirst)
    expect(asked).toHaveBeenCalledTimes(1)
    data.remove()
  })

  test('opens with the example that the last visit verified, until it has the newest', async () => {
    const { unmount } = renderScreen(<WelcomePage />, { getExample: answered(receiptOf()) })
    await screen.findByText(/Verified on this device in \d+ ms/)
    unmount()
    renderScreen(<WelcomePage />, { getExample: () => new Promise<never>(() => undefined) })
    expect(screen.getByText('Called higher. The price rose. The call was right.')).toBeVisible()
    expect(screen.getByRole('status')).toHaveTextContent('Verifying on this device…')
  })

  test('loads nothing that checks receipts while the house has no example', async () => {
    const loadCheck = jest.fn(() => new Promise<ExampleCheck>(() => undefined))
    const asked = jest.fn(() => answered(undefined))
    renderScreen(<WelcomeScreen loadCheck={loadCheck} Card={ExampleCard} />, { getExample: asked })
    await waitFor(() => expect(asked).toHaveBeenCalledTimes(1))
    await act(async () => undefined)
    expect(loadCheck).not.toHaveBeenCalled()
  })

  test('says how long ago the example was settled, and when if that is long ago', async () => {
    const receipt = receiptOf()
    const soon = { timeout: 2_500 }
    const setAge = (ageMs: number) => clock.mockReturnValue(receipt.order.closedAt + ageMs)
    const clock = jest.spyOn(Date, 'now')
    setAge(12_400)
    renderScreen(<WelcomePage />, { getExample: answered(receipt) })
    expect(await screen.findByText('settled 12 s ago')).toBeVisible()
    setAge(3 * 60_000)
    expect(await screen.findByText('settled 3 min ago', undefined, soon)).toBeVisible()
    setAge(26 * 3_600_000)
    expect(await screen.findByText(/^Nov 20, 2026/, undefined, soon)).toBeVisible()
    clock.mockRestore()
  })

  test('says so where the example does not hold, and ticks nothing off', async () => {
    const receipt = receiptOf()
    const forged = { ...receipt, order: { ...receipt.order, exitPrice: '102.0' } }
    renderScreen(<WelcomePage />, { getExample: answered(forged) })
    expect(await screen.findByText(/couldn’t be verified|couldn’t verify/)).toBeVisible()
    expect(screen.queryAllByRole('listitem')).toHaveLength(0)
  })

  test('offers every language in its own name', async () => {
    const { stores } = renderScreen(<WelcomePage />)
    await userEvent.click(screen.getByRole('button', { name: /Change language/ }))
    expect(screen.getAllByRole('radio')).toHaveLength(10)
    await userEvent.click(screen.getByRole('radio', { name: 'Deutsch' }))
    await waitFor(() => expect(stores.preferences.locale).toBe('de-DE'))
  })
})

describe('login', () => {
  test('empty fields say so, tied to their inputs', async () => {
    const { calls } = renderScreen(<LoginScreen />)
    await userEvent.click(button('Log in'))
    expect(screen.getAllByText('Empty Value')).toHaveLength(2)
    expect(field('Account name')).toHaveAccessibleDescription('Empty Value')
    expect(field('Account name')).toBeInvalid()
    expect(field('Account name')).toHaveFocus()
    expect(calls).toEqual([])
  })

  test('a wrong password keeps what was typed', async () => {
    renderScreen(<LoginScreen />, { login: refused('wrong_credentials') })
    await userEvent.type(field('Account name'), 'lin_mei88')
    await userEvent.type(field('Login password'), 'wrong-one{Enter}')
    expect(await screen.findByText('Wrong account name or password. Check both and try again.')).toBeInTheDocument()
    expect(field('Account name')).toHaveValue('lin_mei88')
    expect(field('Login password')).toHaveValue('wrong-one')
  })

  test('Enter sends once, and the page that asked for login is opened', async () => {
    let answer: (result: typeof SESSION) => void = () => undefined
    const { calls, stores } = renderScreen(<LoginScreen />, {
      login: () => new Promise((resolve) => (answer = resolve)),
    })
    stores.session.setOrderBackUrl('/pages/Detail/Detail?symbol=BTCUSDT')
    await userEvent.type(field('Account name'), 'lin_mei88')
    await userEvent.type(field('Login password'), 'violet-harbor-9{Enter}{Enter}')
    expect(button('Log in')).toBeDisabled()
    expect(calls).toEqual([{ name: 'login', body: { account: 'lin_mei88', password: 'violet-harbor-9' } }])
    await act(async () => answer(SESSION))
    expect(stores.session.userInfo).toEqual(LIN)
    expect(fakeTaro.navigations).toEqual(['redirectTo /pages/Detail/Detail?symbol=BTCUSDT'])
    expect(stores.session.orderBackUrl).toBe('')
  })

  test('an address that is not ours is not followed', async () => {
    const { stores } = renderScreen(<LoginScreen />, { login: SESSION })
    stores.session.setOrderBackUrl('//evil.example/pages/index/index')
    await userEvent.type(field('Account name'), 'lin_mei88')
    await userEvent.type(field('Login password'), 'violet-harbor-9{Enter}')
    await waitFor(() => expect(fakeTaro.navigations).toEqual(['switchTab /pages/index/index']))
  })

  test('a slow-down counts down and keeps the form closed', async () => {
    renderScreen(<LoginScreen />, { login: refused('rate_limited', { retryAfterSeconds: 30 }) })
    await userEvent.type(field('Account name'), 'lin_mei88')
    await userEvent.type(field('Login password'), 'wrong-one{Enter}')
    expect(await screen.findByText(/Too many attempts\. Try again in (30|29) seconds\./)).toBeInTheDocument()
    expect(screen.getByRole('button', { name: /Try again in/ })).toBeDisabled()
  })
})

describe('registration, step one', () => {
  test('bad input is named field by field and kept', async () => {
    const { calls } = renderScreen(<RegisterCheckScreen />)
    expect(field('Account name')).toHaveAccessibleDescription('6 to 12 letters, digits or underscores')
    await userEvent.type(field('Account name'), 'short')
    await userEvent.type(field('Phone number'), '12345')
    await userEvent.click(button('Next'))
    expect(field('Account name')).toHaveAccessibleDescription(
      'The account name must be 6 to 12 letters, digits or underscores.',
    )
    expect(field('Phone number')).toHaveAccessibleDescription(/^Enter 11 digits beginning with 13/)
    expect(field('Account opening code')).toHaveAccessibleDescription('Empty Value')
    expect(field('Account name')).toHaveValue('short')
    expect(field('Phone number')).toHaveValue('12345')
    expect(calls).toEqual([])
  })

  test('says whom to ask for a code only if the operator has named somebody', async () => {
    const { stores } = renderScreen(<RegisterCheckScreen />)
    expect(screen.queryByText(/^Ask for an account opening code/)).toBeNull()
    act(() => stores.session.setAppInfo(appInfoOf({ codeContact: 'codes@example.com' })))
    expect(screen.getByText('Ask for an account opening code: codes@example.com')).toBeVisible()
  })

  test('an invitation brings its code; good answers lead to step two and are kept', async () => {
    const { calls, stores } = renderScreen(<RegisterCheckScreen />, { checkRegistration: TICKET }, { code: '7f3k9q' })
    await userEvent.type(field('Account name'), 'lin_mei88')
    await userEvent.type(field('Phone number'), '13800138000{Enter}')
    await waitFor(() => expect(fakeTaro.navigations).toEqual(['navigateTo /pages/login/register']))
    const body = { account: 'lin_mei88', phone: '13800138000', phoneCountry: 'CN', openingCode: '7F3K9Q' }
    expect(calls).toEqual([{ name: 'checkRegistration', body }])
    expect(stores.session.registerInfo).toEqual(STEP_ONE)
  })

  test('who has no code is led to the free guess', async () => {
    renderScreen(<RegisterCheckScreen />)
    await userEvent.click(button('Try a free guess'))
    expect(fakeTaro.navigations).toEqual(['switchTab /pages/index/index'])
  })

  test('an answer that comes when the page was left leads nowhere', async () => {
    let answer: (value: typeof TICKET) => void = () => undefined
    const waiting = new Promise<typeof TICKET>((resolve) => {
      answer = resolve
    })
    const shown = renderScreen(<RegisterCheckScreen />, { checkRegistration: () => waiting }, { code: '7F3K9Q' })
    await userEvent.type(field('Account name'), 'lin_mei88')
    await userEvent.type(field('Phone number'), '13800138000{Enter}')
    shown.unmount()
    answer(TICKET)
    await waitFor(() => expect(shown.stores.session.registerInfo).toEqual(STEP_ONE))
    expect(fakeTaro.navigations).toEqual([])
  })

  test('a taken account is said under the account', async () => {
    renderScreen(<RegisterCheckScreen />, { checkRegistration: refused('account_taken') }, { code: '7F3K9Q' })
    await userEvent.type(field('Account name'), 'lin_mei88')
    await userEvent.type(field('Phone number'), '13800138000{Enter}')
    expect(await screen.findByText('This account name is taken. Choose another.')).toBeInTheDocument()
    expect(field('Account name')).toBeInvalid()
    expect(field('Account name')).toHaveValue('lin_mei88')
  })

  test('the country of the phone is searched and chosen', async () => {
    renderScreen(<RegisterCheckScreen />)
    await userEvent.click(button('Country or region code: +86'))
    await userEvent.type(field('Search by name or code'), '+66')
    await userEvent.click(screen.getByRole('radio', { name: /Thailand/ }))
    expect(button('Country or region code: +66')).toBeInTheDocument()
  })
})

describe('registration, step two', () => {
  const fill = async (login: string, again: string, trade: string, tradeAgain: string) => {
    await userEvent.type(field('Login password'), login)
    await userEvent.type(field('Confirm login password'), again)
    await userEvent.type(field('Transaction password'), trade)
    await userEvent.type(field('Confirm transaction password'), tradeAgain)
  }
  const TERMS = articleOf({ id: 'terms', title: 'Terms of service' })
  const agree = () => userEvent.click(screen.getByRole('checkbox', { name: /^I am of legal age/ }))
  const show = (answers: Parameters<typeof renderScreen>[1] = {}) =>
    renderScreen(<RegisterScreen />, { getDocument: answered(TERMS), ...answers })

  test('without step one it goes back to it', () => {
    show()
    expect(fakeTaro.navigations).toEqual(['redirectTo /pages/login/registerCheck'])
  })

  test("mismatches are said in the specification's words and everything typed stays", async () => {
    const { calls, stores } = show()
    act(() => stores.session.setRegisterInfo(STEP_ONE))
    await fill('violet-harbor-9', 'violet-harbor-8', '402913', '402914')
    await userEvent.click(button('Complete registration'))
    expect(field('Confirm login password')).toHaveAccessibleDescription('Passwords do not match')
    expect(field('Confirm transaction password')).toHaveAccessibleDescription('Transaction passwords do not match')
    expect(field('Login password')).toHaveValue('violet-harbor-9')
    expect(field('Transaction password')).toHaveValue('402913')
    expect(screen.getByText('Check this box to complete the registration.')).toBeInTheDocument()
    expect(calls.map(({ name }) => name)).not.toContain('completeRegistration')
  })

  test('a completed registration says so and goes to login with the account', async () => {
    const { calls, stores } = show({ completeRegistration: answered({ account: 'lin_mei88' }) })
    act(() => stores.session.setRegisterInfo(STEP_ONE))
    fakeTaro.navigations = []
    await fill('violet-harbor-9', 'violet-harbor-9', '402913', '402913')
    await agree()
    expect(screen.getByText('Strong')).toBeInTheDocument()
    await userEvent.click(button('Complete registration'))
    const passwords = { registrationToken: 'ticket', loginPassword: 'violet-harbor-9', tradePassword: '402913' }
    const body = { ...passwords, termsVersion: TERMS.updatedAt }
    expect(calls.filter(({ name }) => name === 'completeRegistration')).toEqual([
      { name: 'completeRegistration', body },
    ])
    expect(stores.ui.toasts.map(({ text }) => text)).toEqual(['Registration Successful. Taking you to the login page…'])
    expect(fakeTaro.navigations).toEqual(['redirectTo /pages/login/login?account=lin_mei88'])
  })

  test('an expired registration goes back to step one with what was typed there', async () => {
    const { stores } = show({ completeRegistration: refused('registration_expired') })
    act(() => stores.session.setRegisterInfo(STEP_ONE))
    fakeTaro.navigations = []
    await fill('violet-harbor-9', 'violet-harbor-9', '402913', '402913')
    await agree()
    await userEvent.click(button('Complete registration'))
    await waitFor(() => expect(fakeTaro.navigations).toEqual(['redirectTo /pages/login/registerCheck']))
    expect(stores.session.registerInfo).toEqual({ ...STEP_ONE, registrationToken: '', expiresAt: '' })
  })
})

test('a second factor that was turned on by an answer that got lost is shown as on', async () => {
  const { answers } = renderScreen(<SecurityScreen />, {
    getSecondFactor: answered({ enabled: false, recoveryCodesLeft: 0 }),
    listPasskeys: answered({ items: [], limit: 10 }),
    beginSecondFactor: answered({ secret: 'G46PI4MCHJLI5GX5', uri: 'otpauth://totp/Fairtick:lin_mei88?secret=G46' }),
    enableSecondFactor: refused('network'),
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Set up' }))
  await userEvent.type(field('Login password'), 'secret-1')
  await userEvent.click(button('Continue'))
  await userEvent.type(await screen.findByLabelText('Code shown in the app'), '123456')
  await userEvent.click(button('Turn on'))
  expect(await screen.findByText(/No connection/)).toBeVisible()
  answers.getSecondFactor = answered({ enabled: true, recoveryCodesLeft: 10 })
  answers.enableSecondFactor = refused('second_factor_state')
  await userEvent.click(button('Turn on'))
  expect(await screen.findByRole('button', { name: 'Turn off' })).toBeVisible()
})

test('the phone number of the account is shown, masked, with the way to change it', async () => {
  renderScreen(<SecurityScreen />, {
    getMe: answered(meOf({ phone: '+86****8000' })),
    getSecondFactor: answered({ enabled: false, recoveryCodesLeft: 0 }),
    listPasskeys: answered({ items: [], limit: 10 }),
  })
  expect(await screen.findByText('+86****8000')).toBeVisible()
  expect(screen.getByText(/To change it, contact customer service/)).toBeVisible()
})

test('the data of a user with a second factor: the server asks for the code, and what was typed stays', async () => {
  const { answers, calls } = renderScreen(<SecurityScreen />, {
    getSecondFactor: answered({ enabled: true, recoveryCodesLeft: 8 }),
    listPasskeys: answered({ items: [], limit: 10 }),
    exportMe: refused('password_wrong'),
  })
  const exports = () => calls.filter(({ name }) => name === 'exportMe').map(({ body }) => body)
  await userEvent.click(await screen.findByRole('button', { name: 'Download data' }))
  await userEvent.click(button('Download data'))
  expect(await screen.findByText('Empty Value')).toBeVisible()
  expect(exports()).toEqual([])
  await userEvent.type(field('Login password'), 'secret-1')
  await userEvent.click(button('Download data'))
  expect(await screen.findByText('Wrong password. Check it and try again.')).toBeVisible()
  answers.exportMe = refused('second_factor_required')
  await userEvent.type(field('Login password'), '!')
  expect(screen.queryByText('Wrong password. Check it and try again.')).toBeNull()
  await userEvent.click(button('Download data'))
  expect(await screen.findByText('Enter your two-factor code.')).toBeVisible()
  await userEvent.type(field('Two-factor code'), '123 456')
  await userEvent.click(button('Download data'))
  await waitFor(() => expect(exports().at(-1)).toEqual({ loginPassword: 'secret-1!', secondFactorCode: '123456' }))
})
