import { TOTP } from 'otpauth'
import { LOGIN_PASSWORD, type TestApp, type TestUser } from './app'

/** Switches the second factor of a user on. A code counts once: move the clock by 30 s before the next. */
export async function createTotpFor(server: TestApp, user: TestUser) {
  const post = (tail: string, payload: object) => server.call(user, 'POST', `/second-factor/${tail}`, payload)
  const setup = await post('setup', { loginPassword: LOGIN_PASSWORD })
  const { secret } = setup.json<{ secret: string }>()
  const code = () => new TOTP({ secret }).generate({ timestamp: server.clock.now() })
  const enabled = await post('enable', { code: code() })
  return { secret, code, recoveryCodes: enabled.json<{ codes: string[] }>().codes }
}
