import { logIn, type NewAccount, newAccount } from '../e2e/account'
import { textsOf } from '../e2e/texts'
import { termsVersionOf } from '../support/terms'
import type { WeappActor } from './rig/actor'
import { HERE, type Launch, type Place, start } from './start'

/** Registers by the API: how a user does it in the program is another test. */
export async function registeredAccount(at: Place = HERE): Promise<NewAccount> {
  const user = newAccount()
  const post = async (path: string, body: object) => {
    const answer = await fetch(`${at.server}/api${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`POST ${path}: ${answer.status} ${await answer.text()}`)
    return answer.status === 204 ? {} : ((await answer.json()) as Record<string, unknown>)
  }
  const { account, phone, password, tradePassword } = user
  const { registrationToken } = await post('/registrations', {
    account,
    phone,
    phoneCountry: 'CN',
    openingCode: at.openingCode,
  })
  await post('/registrations/complete', {
    registrationToken,
    loginPassword: password,
    tradePassword,
    termsVersion: await termsVersionOf(at.server),
  })
  return user
}

/** Launches the program as somebody who has an account and logs in on its login page. */
export async function startAsMember(options: Launch & { user?: NewAccount } = {}): Promise<{
  actor: WeappActor
  user: NewAccount
}> {
  const user = options.user ?? (await registeredAccount(options.at))
  const actor = await start({ ...options, url: '/pages/login/login' })
  await logIn(actor, textsOf('zh-CN'), user)
  await actor.arrivesAt('/pages/index/index')
  return { actor, user }
}
