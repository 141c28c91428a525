import { TOTP } from 'otpauth'
import type { AccountLimits } from '../../contract/accountLimits'
import { logIn, type NewAccount } from './account'
import type { TabActor } from './actor'
import { beginning, containing, type Texts } from './texts'

/** A limit and a break, as they are set in the app and held by the server. For whoever is logged in. */
export async function limitThemselves(actor: TabActor, t: Texts) {
  await actor.open('/pages/limits/limits')
  // Its group unfolds first, into a row for each of its limits.
  await actor.presses(containing(`${t('limits.kind.stake')} ·`))
  await actor.presses(new RegExp(`^\\s*${t('limits.kind.stake')}\\s*${t('limits.notSet')}`))
  await actor.fills(t('limits.value'), '50')
  await actor.presses(beginning(t('limits.save')))
  await actor.sees(t('limits.saved'))
  await actor.sees(t('limits.help.text'))
  await actor.presses(t('limits.break.day'))
  await actor.presses(t('limits.break.begin'))
  await actor.sees(containing(t('limits.break.until', { time: '' }).trim()))
  const { limits, break: pause } = await actor.asks<AccountLimits>('/account-limits')
  expect([limits.map(({ kind, value }) => [kind, value]), pause?.kind]).toEqual([[['stake', '50.00']], 'break'])
}

async function logOut(actor: TabActor, t: Texts) {
  await actor.open('/pages/set/set')
  await actor.presses(t('settings.logOut'))
  await actor.sees(t('settings.logOutTitle'))
  await actor.presses(t('settings.logOut'))
  await actor.arrivesAt('/pages/login/login')
}

/** Adds a passkey, logs out and comes back by it. */
export async function comeBackByPasskey(actor: TabActor, t: Texts, user: NewAccount) {
  await actor.open('/pages/security/security')
  await actor.presses(t('passkey.add'))
  await actor.fills(t('auth.password'), user.password)
  await actor.presses(t('passkey.next'))
  await actor.sees(t('passkey.saved'))
  await logOut(actor, t)
  await actor.presses(t('passkey.logIn'))
  await actor.arrivesAt('/pages/index/index')
}

/** If the engine has no passkeys none is offered, and the code of an authenticator app is the way in. */
export async function comeBackByCode(actor: TabActor, t: Texts, user: NewAccount) {
  const { password } = user
  const { secret } = await actor.asks<{ secret: string }>('/second-factor/setup', { loginPassword: password })
  const code = () => new TOTP({ secret }).generate()
  const { codes } = await actor.asks<{ codes: string[] }>('/second-factor/enable', { code: code() })
  await actor.open('/pages/security/security')
  await actor.sees(t('passkey.unsupported'))
  expect(await actor.has('button', t('passkey.add'))).toBe(false)
  await logOut(actor, t)
  await logIn(actor, t, user)
  await actor.sees(t('security.codeHint'))
  expect(await actor.has('button', t('passkey.logIn'))).toBe(false)
  // The code that turned it on counts once; one of those on paper does as well.
  await actor.fills(t('security.code'), codes[0] ?? '')
  await actor.presses(t('auth.logIn'))
  await actor.arrivesAt('/pages/index/index')
}
