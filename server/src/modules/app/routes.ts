import { AppInfo, Health } from '../../../../contract/app'
import { LOCALES } from '../../../../contract/locales'
import type { BusState } from '../../cluster/redisLink'
import type { Database } from '../../database/database'
import type { AuditState } from '../../ledger/auditor'
import type { SourceState } from '../../market/feed'
import type { Clock } from '../../shared/clock'
import { type App, endpoint, responses } from '../../shared/http'
import type { Settings } from '../../shared/settings'

export interface AppRouteDeps {
  config: Pick<Settings, 'appName' | 'version' | 'currency' | 'funds' | 'feed' | 'kefuUrl'>
  clock: Clock
  database: Database
  auditor: { state(): AuditState }
  link: { state(): BusState }
  /** Whether prices arrive at all; single products may still be stale or closed. */
  feedAlive(): boolean
  market: { feedStates(): readonly SourceState[] }
}

const DATABASE_CHECK_MS = 2_000

async function databaseAnswers(database: Database, clock: Clock): Promise<boolean> {
  const waiting = new AbortController()
  const answered = database.query('select 1 as one').then(
    () => true,
    () => false,
  )
  const late = clock.sleep(DATABASE_CHECK_MS, waiting.signal).then(() => false)
  const answer = await Promise.race([answered, late])
  waiting.abort()
  return answer
}

/** A source that is down fails no check while another one prices its products. */
function feedsOf({ market, clock }: AppRouteDeps): Health['feeds'] {
  return market.feedStates().map(({ source, status, lastTickAtMs }) => ({
    source,
    status,
    lastTickAgeMs: lastTickAtMs === undefined ? null : Math.max(0, clock.now() - lastTickAtMs),
  }))
}

/** What the client needs before anyone has logged in, and what an operator's monitor asks. */
export function appRoutes(app: App, deps: AppRouteDeps) {
  const { config, clock } = deps

  app.route({
    ...endpoint('getAppInfo'),
    schema: { response: responses({ 200: AppInfo }) },
    handler: async () => ({
      name: config.appName,
      version: config.version,
      locales: [...LOCALES],
      currency: config.currency,
      funds: config.funds,
      feed: config.feed,
      kefuUrl: config.kefuUrl,
      serverAt: new Date(clock.now()).toISOString(),
    }),
  })

  const isWholeReady = ({ database, feed, ledger }: Health['checks']) =>
    database === 'ok' && feed === 'ok' && ledger !== 'off'
  const isNodeReady = ({ database }: Health['checks']) => database === 'ok'

  for (const [name, isReady] of [
    ['getHealth', isWholeReady],
    ['getNodeHealth', isNodeReady],
  ] as const) {
    app.route({
      ...endpoint(name),
      schema: { response: { ...responses({ 200: Health }), 503: Health } },
      handler: async (_request, reply) => {
        const checks: Health['checks'] = {
          database: (await databaseAnswers(deps.database, clock)) ? 'ok' : 'failed',
          feed: deps.feedAlive() ? 'ok' : 'stale',
          ledger: deps.auditor.state(),
          bus: deps.link.state(),
        }
        const ready = isReady(checks)
        return reply
          .code(ready ? 200 : 503)
          .header('cache-control', 'no-store')
          .send({ live: true, ready, checks, feeds: feedsOf(deps) })
      },
    })
  }
}
