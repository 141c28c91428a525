import type { PlaceOrder } from '../../../../contract/orders'
import type { Clock } from '../../shared/clock'
import { formatMoney } from '../../shared/money'
import { ok, type Result, refuse } from '../../shared/result'
import type { Settings } from '../../shared/settings'
import type { TradedProduct, TradingMarket } from './market'

/** Why a contract cannot begin on a product now. */
export type MarketRefusal = 'closes_too_soon' | 'feed_stale' | 'product_closed' | 'product_maintenance'

export type TermsRefusal =
  | MarketRefusal
  | 'duration_unavailable'
  | 'earnings_rate_changed'
  | 'product_unknown'
  | 'stake_invalid'
  | 'stake_too_high'
  | 'stake_too_low'

export interface TermsDeps {
  config: Pick<Settings, 'currency'>
  clock: Clock
  market: TradingMarket
}

/** Whether the market takes a contract of `durationSeconds` on a product now. */
export function checkMarket(
  { market, clock }: Pick<TermsDeps, 'clock' | 'market'>,
  product: TradedProduct,
  durationSeconds: number,
): Result<undefined, MarketRefusal> {
  const now = clock.now()
  const state = market.tradingState(product, now)
  if (state.status === 'maintenance') return refuse('product_maintenance')
  if (state.status === 'closed') {
    return refuse(
      'product_closed',
      state.opensAtMs === undefined ? {} : { opensAt: new Date(state.opensAtMs).toISOString() },
    )
  }
  // It could only end void: there is no price at its end.
  const latestEndMs = now + product.entryTimeoutMs + durationSeconds * 1000
  if (state.closesAtMs !== undefined && latestEndMs > state.closesAtMs)
    return refuse('closes_too_soon', { closesAt: new Date(state.closesAtMs).toISOString() })
  return market.isFresh(product, now) ? ok(undefined) : refuse('feed_stale')
}

export type Terms = { product: TradedProduct; earningsRateBp: number; stake: bigint }

/** Whether the market accepts this order now; checks everything but the user's balance. */
export function checkTerms(deps: TermsDeps, body: PlaceOrder, stake: bigint | undefined): Result<Terms, TermsRefusal> {
  const { market, config } = deps
  const product = market.productBySymbol(body.symbol)
  if (!product) return refuse('product_unknown')
  if (stake === undefined || stake <= 0n) return refuse('stake_invalid')
  const money = (minor: bigint) => formatMoney(minor, config.currency.scale)
  if (stake < product.stakeMin) return refuse('stake_too_low', { limit: money(product.stakeMin) })
  if (stake > product.stakeMax) return refuse('stake_too_high', { limit: money(product.stakeMax) })
  const duration = product.durations.find(({ seconds }) => seconds === body.durationSeconds)
  if (!duration) return refuse('duration_unavailable')
  const { earningsRateBp } = duration
  if (earningsRateBp !== body.earningsRateBp) return refuse('earnings_rate_changed', { earningsRateBp })
  const state = checkMarket(deps, product, body.durationSeconds)
  return state.ok ? ok({ product, earningsRateBp, stake }) : state
}
