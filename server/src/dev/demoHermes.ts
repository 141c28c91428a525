import { randomBytes } from 'node:crypto'
import { modelOf } from '../market/demoModel'
import { DEMO_PRODUCTS } from '../market/demoProducts'
import type { Feed } from '../market/feed'
import { PYTH_FEEDS } from '../market/signed/feedIds'
import type { Clock } from '../shared/clock'
import type { Env } from '../shared/env'
import { TEST_SIGNERS } from '../shared/signed/signerSet'
import { type DevHermes, startDevHermes } from './hermes'

/** The demo's products with signed feeds, priced by a simulated market and signed by test signers. */
export const startDemoHermes = (clock: Clock, wrapFeed?: (feed: Feed) => Feed): Promise<DevHermes> =>
  startDevHermes({
    clock,
    products: DEMO_PRODUCTS.map(({ symbol, code, category, decimals, calendar }) => {
      return { symbol, code, category, decimals, calendar, lastPrice: modelOf(symbol).anchor.toFixed(decimals) }
    }),
    feeds: PYTH_FEEDS,
    seed: randomBytes(32).toString('hex'),
    ...(wrapFeed && { wrapFeed }),
  })

/** Whether signed prices are wanted and nobody is named who has them. */
export const wantsDemoHermes = (env: Env): boolean =>
  (env.FEED ?? '').split(',').some((part) => part.trim() === 'pyth') && !env.PYTH_URL?.trim()

/** The settings with which a server takes its prices from there. */
export const demoHermesSettings = ({ url }: Pick<DevHermes, 'url'>) => ({ PYTH_URL: url, PYTH_SIGNERS: TEST_SIGNERS })
