import type { CreatePriceAlert, PriceAlert, PriceAlertPage } from '../../contract/alerts'
import type { MessagePage } from '../../contract/messages'
import { createReachedAlerts } from '../src/modules/alerts/reached'
import { newId } from '../src/shared/ids'
import { createMetrics } from '../src/shared/metrics'
import type { TestUser } from './app'
import { SYMBOL, type TradingFloor } from './tradingFloor'

export type AlertCalls = ReturnType<typeof alertCalls>

/** Steps of tests of price alerts: users' calls, ticks and comparisons. */
export function alertCalls(floor: TradingFloor) {
  const call = (user: TestUser, method: 'GET' | 'POST', url: string, payload?: object) =>
    floor.inject({ method, url: `/api${url}`, headers: user.headers, ...(payload ? { payload } : {}) })
  const bodyOf = (changes: Partial<CreatePriceAlert> = {}): CreatePriceAlert => ({
    id: newId(),
    symbol: SYMBOL,
    direction: 'above',
    price: '110',
    ...changes,
  })
  const create = (user: TestUser, changes: Partial<CreatePriceAlert> = {}) =>
    call(user, 'POST', '/price-alerts', bodyOf(changes))
  const made = async (user: TestUser, changes: Partial<CreatePriceAlert> = {}): Promise<PriceAlert> =>
    (await create(user, changes)).json()
  const list = async (user: TestUser, state: 'active' | 'triggered'): Promise<PriceAlertPage> =>
    (await call(user, 'GET', `/price-alerts?state=${state}`)).json()
  const messagesOf = async (user: TestUser) =>
    ((await call(user, 'GET', '/messages?locale=en-US')).json() as MessagePage).items.filter(
      ({ kind }) => kind === 'price_alert',
    )
  /** Compares active alerts with the ticks since the last time, as the node that leads does twice a second. */
  const compare = createReachedAlerts({ ...floor.deps, metrics: createMetrics() })
  /** The price moves on, a second later. */
  async function tick(price: string) {
    await floor.clock.advance(1_000)
    expect(await floor.tick(price)).toBe(true)
  }
  const lastSequence = async () =>
    Number(
      (
        await floor.database.first<{ sequence: bigint }>('select sequence from tick_head where product_id = $1', [
          floor.product.id,
        ])
      )?.sequence,
    )
  return { call, bodyOf, create, made, list, messagesOf, compare, tick, lastSequence }
}
