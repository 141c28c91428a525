import { TOTP } from 'otpauth'
import type { CDPSession } from 'puppeteer-core'
import type { PasskeyList } from '../../contract/passkeys'
import { enter, joinIn, newAccount, typePin } from './account'
import { registerUser } from './consoleUser'
import { takesAtOnce } from './pageChecks'
import { beginning, containing, textsOf } from './texts'
import { OPENING_CODE, ORIGIN, visitors } from './visitors'

// A passkey belongs to a name, so the app is opened by the name of this machine and not by its address.
const arrive = visitors(ORIGIN.replace('127.0.0.1', 'localhost'))

/** A phone's own authenticator: it keeps passkeys and has verified the person. */
async function plugIn(session: CDPSession) {
  await session.send('WebAuthn.enable')
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    credentials: async () => (await session.send('WebAuthn.getCredentials', { authenticatorId })).credentials,
    verifies: (isUserVerified: boolean) =>
      session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
  }
}

test('a passkey is added, logs in, confirms a payout account and the deletion in place of the code, is renamed and removed', async () => {
  const t = textsOf('zh-CN')
  const { page, actor, complaints, close } = await arrive()
  const device = await plugIn(await page.createCDPSession())
  const user = newAccount()
  const passkeys = () => actor.asks<PasskeyList>('/passkeys')

  await joinIn(actor, t, user, OPENING_CODE)
  // The code is asked for from now on.
  const { secret } = await actor.asks<{ secret: string }>('/second-factor/setup', { loginPassword: user.password })
  const enable = { code: new TOTP({ secret }).generate() }
  const { codes } = await actor.asks<{ codes: string[] }>('/second-factor/enable', enable)
  await actor.open('/pages/security/security')
  const addPasskey = async (code = '') => {
    await actor.presses(t('passkey.add'))
    expect(await page.$$eval('input[type=password]', (fields) => fields.length)).toBe(1)
    await actor.fills(t('auth.password'), user.password)
    await actor.presses(t('passkey.next'))
    await actor.fills(t('security.code'), code)
    await actor.presses(t('passkey.next'))
    await actor.sees(t('passkey.saved'))
  }
  await actor.presses(t('security.turnOff'))
  await addPasskey(codes[0])
  const [made] = await device.credentials()
  expect(made).toMatchObject({ isResidentCredential: true, rpId: 'localhost' })
  expect(await passkeys()).toMatchObject({ items: [{ name: 'Chrome on Linux', lastUsedAt: null }] })

  await actor.open('/pages/set/set')
  await actor.presses(t('settings.logOut'))
  await actor.sees(t('settings.logOutTitle'))
  await actor.presses(t('settings.logOut'))
  await actor.arrivesAt('/pages/login/login')
  await actor.open('/pages/login/login')
  await actor.presses(t('passkey.logIn'))
  await actor.arrivesAt('/pages/index/index')
  expect((await passkeys()).items[0]?.lastUsedAt).toEqual(expect.any(String))

  await actor.open('/pages/account/account')
  await actor.fills(t('wallet.payout.accountName'), 'Lin Mei')
  await actor.presses(beginning(t('wallet.payout.nationality')))
  await actor.presses(/^(德国|Germany)$/, 'radio')
  await actor.fills(t('wallet.payout.bank'), 'Test Bank')
  await actor.fills(t('wallet.payout.iban'), 'DE89370400440532013000')
  await actor.fills(t('wallet.payout.accountAddress'), '1 High Street')
  await actor.presses(t('wallet.payout.bind'))
  await typePin(actor, user.tradePassword)
  // A person who is not verified signs nothing.
  await device.verifies(false)
  await actor.presses(t('passkey.confirm'))
  await actor.sees(t('passkey.cancelled'))
  await device.verifies(true)
  await actor.presses(t('passkey.confirm'))
  await actor.sees(t('passkey.ready'))
  await typePin(actor, user.tradePassword)
  await actor.sees(t('common.saved'))
  expect(await actor.asks('/payout-account')).toMatchObject({ account: { accountName: 'Lin Mei' } })

  await actor.open('/pages/security/security')
  await actor.presses(containing(t('passkey.rename')))
  await actor.fills(t('passkey.nameLabel'), 'My phone')
  await actor.presses(t('passkey.save'))
  await actor.sees('My phone')
  await actor.presses(containing(t('passkey.remove')))
  await actor.fills(t('auth.password'), user.password)
  await actor.presses(t('passkey.remove'))
  await actor.seesNoMore('My phone')
  expect((await passkeys()).items).toEqual([])

  await addPasskey(codes[1])
  await actor.presses(t('security.delete'))
  await actor.fills(t('auth.password'), user.password)
  await actor.presses(t('security.delete'))
  await actor.sees(t('security.deleteTitle'))
  await actor.presses(t('security.delete'))
  await actor.sees(t('errors.second_factor_required'))
  await actor.presses(t('passkey.confirm'))
  await actor.sees(t('security.deleteTitle'))
  await actor.presses(t('security.delete'))
  await actor.sees(t('security.deleted'))
  expect(complaints).toEqual([])
  await close()
})

test('the second tap of a double tap that turns the second factor on leaves the recovery codes on the screen', async () => {
  const t = textsOf('en-US')
  const { page, actor, complaints, close } = await arrive({ width: 320, height: 640, locale: 'en-US' })
  const user = await registerUser('codes')
  await enter(actor, t, user)
  await actor.open('/pages/security/security')
  await actor.presses(t('security.setUp'))
  await actor.fills(t('auth.password'), user.password)
  await actor.presses(t('passkey.next'))
  await actor.sees(t('security.scan'))
  const secret = await page.$eval('.security__secret', ({ textContent }) => textContent ?? '')
  await actor.fills(t('security.firstCode'), new TOTP({ secret }).generate())
  const takes = page.evaluate(takesAtOnce, '.security__codes ~ .button--plain')
  await actor.presses(t('security.turnOn'))
  expect(await takes).toBe(false)
  await actor.presses(t('security.kept'))
  await actor.sees(t('security.factorOn'))
  expect(complaints).toEqual([])
  await close()
})
