import { idNumberOf } from '../../server/test/personal'
import type { Actor } from './actor'
import type { Texts } from './texts'

export interface NewAccount {
  account: string
  phone: string
  password: string
  tradePassword: string
  /** One document verifies one account. */
  idNumber: string
}

let made = 0

/** An account that nobody has yet. */
export function newAccount(): NewAccount {
  made += 1
  const unique = `${Date.now() % 1_000_000}`.padStart(6, '0')
  return {
    account: `e2e${made}_${unique}`,
    phone: `139${String(made % 100).padStart(2, '0')}${unique}`,
    password: 'blue lantern 47 rivers',
    tradePassword: '580247',
    idNumber: idNumberOf(made),
  }
}

/** What the two below need of a user: one at the page and one in the mini program can both do it. */
type Hands = Pick<Actor, 'fills' | 'presses' | 'sees' | 'arrivesAt'>

/** Both steps of the registration, from the first form to the login page. */
export async function register(actor: Hands, t: Texts, user: NewAccount, openingCode: string) {
  await actor.fills(t('auth.account'), user.account)
  await actor.fills(t('auth.phone'), user.phone)
  await actor.fills(t('auth.openingCode'), openingCode)
  await actor.presses(t('auth.next'))
  await actor.arrivesAt('/pages/login/register')
  await actor.fills(t('auth.password'), user.password)
  await actor.fills(t('auth.loginAgain'), user.password)
  await actor.fills(t('auth.tradePassword'), user.tradePassword)
  await actor.fills(t('auth.tradeAgain'), user.tradePassword)
  await actor.presses(t('auth.complete'))
  await actor.sees(t('auth.registered'))
  await actor.arrivesAt('/pages/login/login')
}

export async function logIn(actor: Hands, t: Texts, user: Pick<NewAccount, 'account' | 'password'>) {
  await actor.fills(t('auth.account'), user.account)
  await actor.fills(t('auth.password'), user.password)
  await actor.presses(t('auth.logIn'))
}
