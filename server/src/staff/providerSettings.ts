import { ConfigError, type Env } from '../shared/env'

/** An identity provider (OpenID Connect) that staff may sign in with. */
export interface ProviderSettings {
  issuer: string
  clientId: string
  clientSecret: string
  /** Its display name: "Sign in with …". */
  name: string
  /** Origin of the console, to which the provider sends people back. */
  origin: string
}

const NEEDED = ['CONSOLE_OIDC_ISSUER', 'CONSOLE_OIDC_CLIENT_ID', 'CONSOLE_OIDC_CLIENT_SECRET', 'CONSOLE_ORIGIN']
const LOCAL = /^http:\/\/(localhost|127\.0\.0\.1)(:\d{1,5})?(\/|$)/

/** https, or for a try on one machine with demo funds its own address. */
function address(env: Env, name: string, funds: 'demo' | 'live'): string {
  const text = env[name]?.trim() ?? ''
  const isSafe = URL.canParse(text) && (text.startsWith('https://') || (funds === 'demo' && LOCAL.test(text)))
  if (!isSafe) throw new ConfigError(`${name} is "${text}" but must be an https address.`)
  return text
}

/** Undefined if none of its settings is there. Throws `ConfigError` where only some are. */
export function readProviderSettings(env: Env, funds: 'demo' | 'live'): ProviderSettings | undefined {
  const issuer = env.CONSOLE_OIDC_ISSUER?.trim()
  const clientId = env.CONSOLE_OIDC_CLIENT_ID?.trim()
  const clientSecret = env.CONSOLE_OIDC_CLIENT_SECRET?.trim()
  if (!issuer && !clientId && !clientSecret) return undefined
  const missing = NEEDED.filter((name) => !env[name]?.trim())
  if (!issuer || !clientId || !clientSecret || missing.length > 0)
    throw new ConfigError(`Sign-in by OpenID Connect lacks ${missing.join(', ')}.`)
  const origin = new URL(address(env, 'CONSOLE_ORIGIN', funds)).origin
  const name = env.CONSOLE_OIDC_NAME?.trim() || new URL(address(env, 'CONSOLE_OIDC_ISSUER', funds)).host
  return { issuer, clientId, clientSecret, name, origin }
}
