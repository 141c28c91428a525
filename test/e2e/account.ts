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

/** Test files that run at the same time have one server, and are told apart by this: from 1 to 4. */
const WORKER = Number(process.env.JEST_WORKER_ID ?? 1)
const HOUR_MS = 3_600_000
let latest = 0

/**
 * An account that nobody has yet: a worker makes one in a millisecond, in any test file. `name`: up to 5 characters.
 */
export function newAccount(name = 'e2e'): NewAccount {
  latest = Math.max(latest + 1, Date.now())
  const unique = WORKER * 100_000_000 + (latest % 100_000_000)
  return {
    account: `${name}_${unique.toString(36)}`,
    phone: `13${unique}`,
    password: 'blue lantern 47 rivers',
    tradePassword: '580247',
    idNumber: idNumberOf(WORKER * HOUR_MS + (latest % HOUR_MS)),
  }
}

/** The interface of a user for those below: one at the page and one in the mini program can both do it. */
type Hands = Pick<Actor, 'open' | 'fills' | 'presses' | 'sees' | 'arrivesAt'>

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
  await actor.presses(t('auth.consent'), 'checkbox')
  await actor.presses(t('auth.complete'))
  await actor.arrivesAt('/pages/login/login')
}

export async function logIn(actor: Hands, t: Texts, user: Pick<NewAccount, 'account' | 'password'>) {
  await actor.fills(t('auth.account'), user.account)
  await actor.fills(t('auth.password'), user.password)
  await actor.presses(t('auth.logIn'))
}

/** On the pad of the trade password. */
export async function typePin(actor: Hands, pin: string) {
  for (const digit of pin) await actor.presses(digit)
}

/** From the login page to home. */
export async function enter(actor: Hands, t: Texts, user: Pick<NewAccount, 'account' | 'password'>) {
  await actor.open('/pages/login/login')
  await logIn(actor, t, user)
  await actor.arrivesAt('/pages/index/index')
}

/** As somebody new: registers, logs in and is home. */
export async function joinIn(actor: Hands, t: Texts, user: NewAccount, openingCode: string) {
  await actor.open('/pages/login/registerCheck')
  await register(actor, t, user, openingCode)
  await logIn(actor, t, user)
  await actor.arrivesAt('/pages/index/index')
}
