import type { LoginRecordPage } from '../../contract/accounts'
import { logIn, newAccount, register } from './account'
import { PHONE } from './browser'
import { ops } from './operator'
import { textsOf } from './texts'
import { OPENING_CODE, visitors } from './visitors'

const locale = 'en-US'
const t = textsOf(locale)

const arrive = visitors()

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
  const { actor, complaints, close } = await arrive({ ...PHONE, locale })
  const user = newAccount()
  await actor.open('/pages/login/registerCheck')
  await register(actor, t, user, OPENING_CODE)

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
