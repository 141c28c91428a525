import { newAccount, register } from './account'
import { textsOf } from './texts'
import { OPENING_CODE, visitors } from './visitors'

const t = textsOf('zh-CN')

const arrive = visitors()

/** Runs in the page: the fields of the visible form, as a password manager reads them. */
const fieldsOf = () =>
  [...document.querySelectorAll('form')]
    .filter((form) => form.checkVisibility())
    .flatMap((form) => [...form.querySelectorAll('input')])
    .map(({ name, type, value, autocomplete }) => ({
      name,
      type,
      autocomplete,
      value: type === 'password' ? '' : value,
    }))

test('a password manager learns the account with its password, and the login page waits with it filled in', async () => {
  const { page, actor, complaints, close } = await arrive()
  // Forms that a browser saw submitted: without one it offers to keep nothing.
  await page.evaluateOnNewDocument(() => {
    addEventListener('submit', (event) => {
      const names = [...(event.target as HTMLFormElement).elements].map((field) => (field as HTMLInputElement).name)
      const before = JSON.parse(sessionStorage.getItem('submitted') ?? '[]')
      sessionStorage.setItem('submitted', JSON.stringify([...before, names.filter(Boolean)]))
    })
  })
  const user = newAccount()
  let stepTwo: ReturnType<typeof fieldsOf> = []
  await actor.open('/pages/login/registerCheck')
  await register(
    {
      ...actor,
      async presses(label, role) {
        if (label === t('auth.complete')) stepTwo = await page.evaluate(fieldsOf)
        await actor.presses(label, role)
      },
    },
    t,
    user,
    OPENING_CODE,
  )
  expect(stepTwo.slice(0, 3)).toEqual([
    { name: 'account', type: 'text', autocomplete: 'username', value: user.account },
    { name: 'loginPassword', type: 'password', autocomplete: 'new-password', value: '' },
    { name: 'loginAgain', type: 'password', autocomplete: 'new-password', value: '' },
  ])
  expect(await page.evaluate(() => sessionStorage.getItem('submitted'))).toContain('"loginPassword"')

  // The password has the focus, so the user can type on if the browser has nothing to offer.
  await page.waitForFunction(() => document.activeElement?.getAttribute('name') === 'password')
  expect(await page.evaluate(fieldsOf)).toEqual([
    { name: 'account', type: 'text', autocomplete: 'username', value: user.account },
    { name: 'password', type: 'password', autocomplete: 'current-password', value: '' },
  ])
  await page.keyboard.type(user.password)
  await page.keyboard.press('Enter')
  await actor.arrivesAt('/pages/index/index')
  expect(complaints).toEqual([])
  await close()
})

test('a registration whose answer is lost is pressed again, and is a login', async () => {
  const { page, actor, close } = await arrive()
  const session = await page.createCDPSession()
  await session.send('Fetch.enable', {
    patterns: [{ urlPattern: '*/api/registrations/complete', requestStage: 'Response' }],
  })
  session.once('Fetch.requestPaused', async ({ requestId }) => {
    await session.send('Fetch.failRequest', { requestId, errorReason: 'ConnectionReset' })
    await session.send('Fetch.disable')
  })
  const user = newAccount('lost')
  await actor.open('/pages/login/registerCheck')
  await register(
    {
      ...actor,
      async presses(label, role) {
        await actor.presses(label, role)
        if (label !== t('auth.complete')) return
        await actor.sees(t('errors.network'))
        await actor.presses(label, role)
      },
      // The login page sends on a user who is logged in.
      arrivesAt: (path) => actor.arrivesAt(path === '/pages/login/login' ? '/pages/index/index' : path),
    },
    t,
    user,
    OPENING_CODE,
  )
  expect((await actor.asks<{ account: string }>('/me')).account).toBe(user.account)
  await close()
})
