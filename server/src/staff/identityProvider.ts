import type { Configuration } from 'openid-client'
import { ok, type Result, refuse } from '../shared/result'
import { MINUTE_MS } from '../shared/time'
import { hashToken, newToken } from '../shared/tokens'
import type { StaffDeps } from './deps'
import type { ProviderSettings } from './providerSettings'

/** How long a person has at the provider, and again for the second factor. */
const VISIT_MS = 10 * MINUTE_MS
const ANSWER_WITHIN_S = 10
const RETURN_PATH = '/console-api/session/provider/return'

/** Loaded with the first sign-in by the provider. */
const library = () => import('openid-client')

interface Visit {
  state: string
  nonce: string
  verifier: string
}

/** Where the browser goes, and the token that its cookie holds in the meantime. */
interface Way {
  url: string
  token?: string
}

/** The provider's metadata; requested once, and again after a failure. */
function createDiscovery({ issuer, clientId, clientSecret }: ProviderSettings) {
  let known: Promise<Configuration> | undefined
  async function discover() {
    const oidc = await library()
    return oidc.discovery(new URL(issuer), clientId, clientSecret, oidc.ClientSecretBasic(clientSecret), {
      timeout: ANSWER_WITHIN_S,
      // The settings allow plain HTTP only on this machine.
      ...(issuer.startsWith('http:') ? { execute: [oidc.allowInsecureRequests] } : {}),
    })
  }
  return async () => {
    known ??= discover()
    try {
      return await known
    } catch (error) {
      known = undefined
      throw error
    }
  }
}

/** Begins a sign-in at the provider, bound to this browser; the return uses up the row. */
async function begin({ database, clock }: StaffDeps, visit: Visit, staffId: bigint | null): Promise<string> {
  const { token, hash } = newToken()
  await database.query(
    `insert into staff_provider_visit (token_hash, state, nonce, verifier, staff_id, expires_at) values ($1, $2, $3, $4, $5, $6)`,
    [hash, visit.state, visit.nonce, visit.verifier, staffId, new Date(clock.now() + VISIT_MS)],
  )
  return token
}

function takeVisit({ database, clock }: StaffDeps, token: string): Promise<Visit | undefined> {
  return database.first<Visit>(
    `delete from staff_provider_visit where token_hash = $1 and staff_id is null and expires_at > $2
     returning state, nonce, verifier`,
    [hashToken(token), new Date(clock.now())],
  )
}

async function linkedStaff({ database }: StaffDeps, issuer: string, subject: string): Promise<bigint | undefined> {
  const row = await database.first<{ id: bigint }>(
    `select member.id from staff_identity identity join staff_member member on member.id = identity.staff_id
      where identity.issuer = $1 and identity.subject = $2 and member.disabled_at is null`,
    [issuer, subject],
  )
  return row?.id
}

/**
 * Sign-in by OpenID Connect (PRODUCT.md 20.12): authorization code with PKCE; state, nonce and issuer are checked. The
 * provider replaces only the password, and only for people whom an administrator has linked.
 */
export function createIdentityProvider(deps: StaffDeps) {
  const { database, clock, log } = deps
  const settings = deps.config.staffProvider
  const discover = settings && createDiscovery(settings)

  async function start(): Promise<Result<Way, 'not_found'>> {
    if (!settings || !discover) return refuse('not_found')
    const provider = await discover().catch((error: unknown) => {
      log.error({ err: error }, 'the identity provider of staff does not answer')
    })
    // The browser follows a link here, so that a page has to say it.
    if (!provider) return ok({ url: '/?sign-in=unavailable' })
    const oidc = await library()
    const visit = { state: oidc.randomState(), nonce: oidc.randomNonce(), verifier: oidc.randomPKCECodeVerifier() }
    const url = oidc.buildAuthorizationUrl(provider, {
      redirect_uri: settings.origin + RETURN_PATH,
      scope: 'openid',
      state: visit.state,
      nonce: visit.nonce,
      code_challenge: await oidc.calculatePKCECodeChallenge(visit.verifier),
      code_challenge_method: 'S256',
    })
    return ok({ url: url.href, token: await begin(deps, visit, null) })
  }

  /** The subject that the provider names; undefined for an invalid answer. */
  async function subjectOf(path: string, { state, nonce, verifier }: Visit): Promise<string | undefined> {
    if (!settings || !discover) return undefined
    try {
      const { authorizationCodeGrant } = await library()
      const tokens = await authorizationCodeGrant(await discover(), new URL(path, settings.origin), {
        pkceCodeVerifier: verifier,
        expectedState: state,
        expectedNonce: nonce,
        idTokenExpected: true,
      })
      return tokens.claims()?.sub
    } catch (error) {
      // Its message holds no code and no token.
      log.warn({ problem: String(error) }, 'a sign-in of staff by the identity provider was refused')
      return undefined
    }
  }

  /** Handles the return from the provider. `path` is the address that the browser requested, with its query. */
  async function comeBack(token: string, path: string): Promise<Result<Way, 'not_found'>> {
    if (!settings) return refuse('not_found')
    const visit = await takeVisit(deps, token)
    if (!visit) return ok({ url: '/?sign-in=over' })
    const subject = await subjectOf(path, visit)
    if (subject === undefined) return ok({ url: '/?sign-in=refused' })
    const staffId = await linkedStaff(deps, settings.issuer, subject)
    // An administrator needs the subject; it is not a secret.
    if (staffId === undefined) return ok({ url: `/?sign-in=unknown#${encodeURIComponent(subject)}` })
    // A new token: somebody who began this sign-in elsewhere does not have it.
    return ok({ url: '/?sign-in=factor', token: await begin(deps, { state: '', nonce: '', verifier: '' }, staffId) })
  }

  return {
    name: settings?.name ?? null,
    start,
    comeBack,
    /** The person whom the provider has named in this browser; `finish` ends the visit. */
    async named(token: string): Promise<Result<bigint, 'sign_in_over'>> {
      const row = await database.first<{ staff_id: bigint }>(
        'select staff_id from staff_provider_visit where token_hash = $1 and staff_id is not null and expires_at > $2',
        [hashToken(token), new Date(clock.now())],
      )
      return row ? ok(row.staff_id) : refuse('sign_in_over')
    },
    async finish(token: string): Promise<void> {
      await database.query('delete from staff_provider_visit where token_hash = $1', [hashToken(token)])
    },
  }
}
