import type { AppInfo, Health } from '../../../../contract/app'
import { LOCALES } from '../../../../contract/locales'
import type { Auditor } from '../../auditor/auditor'
import type { BusState } from '../../cluster/nodeLink'
import type { Database } from '../../database/database'
import { type FeedSettings, isMadeUp } from '../../market/feeds/settings'
import type { Market } from '../../market/market'
import type { Clock } from '../../shared/clock'
import type { Settings } from '../../shared/settings'
import { within } from '../../shared/within'

export interface AppDeps {
  config: Pick<Settings, 'appName' | 'version' | 'currency' | 'funds' | 'feed' | 'kefuUrl' | 'codeContact'> & {
    feeds: FeedSettings
    passkeys: { domain: string } | undefined
    push: { publicKey: string; toApple: boolean } | undefined
  }
  clock: Clock
  database: Database
  auditor: Pick<Auditor, 'facts'>
  link: { state(): BusState }
  market: Pick<Market, 'products' | 'tradingState' | 'isFresh' | 'feedStates'>
}

/** Data for clients before login, and the server's health. */
export interface AppService {
  info(): AppInfo
  health(): Promise<Pick<Health, 'checks' | 'audit' | 'feeds'>>
}

const DATABASE_CHECK_MS = 2_000

/** Those who ask at the same time share one query: the check of proxies has no limit of requests. */
function createDatabaseCheck(database: Database) {
  let asking: Promise<boolean> | undefined
  return () => {
    asking ??= within(DATABASE_CHECK_MS, 'the database', () => database.query('select 1 as one'))
      .then(
        () => true,
        () => false,
      )
      .finally(() => {
        asking = undefined
      })
    return asking
  }
}

/** A source that is down fails no check while another one still prices its products. */
function feedsOf({ market, clock }: AppDeps): Health['feeds'] {
  return market.feedStates().map(({ source, status, lastTickAtMs, missing }) => ({
    source,
    status,
    lastTickAgeMs: lastTickAtMs === undefined ? null : Math.max(0, clock.now() - lastTickAtMs),
    missing: [...missing],
  }))
}

/** Prices arrive for at least one product that trades now; with every market closed none are expected. */
function isFeedAlive({ market, clock }: AppDeps): boolean {
  const now = clock.now()
  const trading = market.products().filter((product) => market.tradingState(product, now).status === 'open')
  return trading.length === 0 || trading.some((product) => market.isFresh(product, now))
}

const instant = (ms: number | undefined) => (ms === undefined ? null : new Date(ms).toISOString())

export function createAppService(deps: AppDeps): AppService {
  const { config, clock } = deps
  const databaseAnswers = createDatabaseCheck(deps.database)
  return {
    info: () => ({
      name: config.appName,
      version: config.version,
      locales: [...LOCALES],
      currency: config.currency,
      funds: config.funds,
      // The app marks a market that is none by this name.
      feed: isMadeUp(config.feeds) ? 'simulated' : config.feed,
      kefuUrl: config.kefuUrl,
      ...(config.codeContact === undefined ? {} : { codeContact: config.codeContact }),
      ...(config.passkeys ? { passkeyDomain: config.passkeys.domain } : {}),
      ...(config.push ? { pushKey: config.push.publicKey, pushToApple: config.push.toApple } : {}),
      serverAt: new Date(clock.now()).toISOString(),
    }),
    health: async () => ({
      checks: {
        database: (await databaseAnswers()) ? 'ok' : 'failed',
        feed: isFeedAlive(deps) ? 'ok' : 'stale',
        ledger: deps.auditor.facts().state,
        bus: deps.link.state(),
      },
      audit: {
        checkedAt: instant(deps.auditor.facts().checkedAt),
        fullPassAt: instant(deps.auditor.facts().fullPassAt),
      },
      feeds: feedsOf(deps),
    }),
  }
}
