import type { Browser } from 'puppeteer-core'
import type { LoginRecordPage } from '../../contract/accounts'
import { logIn, newAccount, register } from './account'
import { createActor } from './actor'
import { launch, PHONE, visit } from './browser'
import { ops } from './operator'
import { textsOf } from './texts'

const origin = process.env.E2E_ORIGIN ?? ''
const openingCode = process.env.E2E_OPENING_CODE ?? ''
const locale = 'en-US'
const t = textsOf(locale)

let browser: Browser
beforeAll(async () => {
  browser = await launch()
})
afterAll(() => browser.close())

/** As two operators do it, after they have made sure who asks. */
async function resetCode(account: string): Promise<string> {
  const command = ['act', 'reset-codes.issue', '--user', account, '--kind', 'login']
  const { proposal } = await ops<{ proposal: string }>(
    ...command,
    '--reason',
    'identity checked on a call',
    '--actor',
    'ada',
  )
  const { code } = await ops<{ code: string }>('agree', proposal, '--actor', 'bob')
  return code
}

test('who forgot the password sets a new one with a code, and sees in the history who came in', async () => {
  const { page, complaints, close } = await visit(browser, { ...PHONE, locale })
  const actor = createActor(page, origin)
  const user = newAccount()
  await actor.open('/pages/login/registerCheck')
  await register(actor, t, user, openingCode)

  await actor.open('/pages/login/login')
  await actor.presses(t('auth.forgot'))
  await actor.arrivesAt('/pages/login/reset')
  const password = 'green lantern 48 rivers'
  // Only this page has a field for the code; the login page that leaves has one for the account as well.
  await actor.fills(t('security.reset.code'), await resetCode(user.account))
  await actor.fills(t('auth.account'), user.account)
  await actor.fills(t('security.login.new'), password)
  await actor.fills(t('security.login.again'), password)
  await actor.presses(t('security.save'))
  await actor.sees(t('security.reset.done'))
  await actor.arrivesAt('/pages/login/login')
  await logIn(actor, t, { account: user.account, password })
  await actor.arrivesAt('/pages/index/index')

  await actor.open('/pages/security/logins')
  await actor.sees(t('settings.logins.password_reset'))
  await actor.sees(t('settings.logins.notYou'))
  const { items } = await actor.asks<LoginRecordPage>('/logins')
  expect(items.map(({ outcome }) => outcome)).toEqual(['signed_in', 'password_reset'])
  expect(complaints).toEqual([])
  await close()
})
