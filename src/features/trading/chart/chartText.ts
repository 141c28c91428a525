import type { Candle } from '../../../../contract/market'
import { compare, divide, subtract } from '../../../domain/arithmetic'
import type { ChartInterval } from '../../../domain/candles'
import { inFavour } from '../../../domain/payout'
import { formatClock, type TimeZoneChoice } from '../../../domain/time'
import type { T } from '../../../i18n/keys'
import type { Format } from '../../../i18n/numbers'
import { directionWord } from '../directions'
import { pointedTimeText } from './layers/crosshair'
import type { ChartOrder, ChartPoint } from './types'

export interface ChartWords {
  t: T
  format: Format
  zone: TimeZoneChoice
  interval: ChartInterval
}

const BASIS_POINTS = 10_000
const RATE_PLACES = 6

/**
 * The chart in words: what the bars in sight did, and the present result of the user's orders at `lastPrice`. An order
 * whose time is up at `now` is called neither ahead nor behind.
 */
export function chartSummary(
  { t, format, zone, interval }: ChartWords,
  chart: { name: string; kind: string; candles: readonly Candle[]; lastPrice: string | undefined },
  orders: readonly ChartOrder[],
  now: number,
): string {
  const { name, kind, candles, lastPrice } = chart
  const first = candles[0]
  const newest = candles[candles.length - 1]
  if (!first || !newest) return t('chart.summaryEmpty', { name, interval: kind })
  const change = subtract(newest.close, first.open, decimalsOf(newest.close))
  const rate = Math.round(Number(divide(change, first.open, RATE_PLACES)) * BASIS_POINTS)
  const summary = t('chart.summary', {
    name,
    interval: kind,
    from: pointedTimeText(first.openAt, interval, zone),
    to: pointedTimeText(newest.openAt, interval, zone),
    first: format.number(first.open),
    high: format.number(
      most(
        candles.map(({ high }) => high),
        1,
      ),
    ),
    low: format.number(
      most(
        candles.map(({ low }) => low),
        -1,
      ),
    ),
    last: format.number(newest.close),
    change: `${format.signed(change)} (${format.signedPercent(rate)})`,
  })
  const price = lastPrice ?? newest.close
  const running = orders.filter(({ expiresAt }) => expiresAt > now)
  return [summary, ...running.map((order) => orderText({ t, format, zone }, order, price))].join(' ')
}

function orderText({ t, format, zone }: Omit<ChartWords, 'interval'>, order: ChartOrder, price: string): string {
  const gain = inFavour(order.direction, compare(price, order.entryPrice))
  return t('chart.order', {
    direction: directionWord(order.direction, t),
    price: format.number(order.entryPrice),
    time: formatClock(order.expiresAt, zone),
    standing: !order.isFresh ? '–' : gain > 0 ? t('orders.ahead') : gain < 0 ? t('orders.behind') : t('orders.level'),
  })
}

/** The crosshair's reading, as a sentence. */
export function pointText({ t, format, zone, interval }: ChartWords, { candle, figures }: ChartPoint): string {
  const bar = t('chart.point', {
    time: pointedTimeText(candle.openAt, interval, zone),
    open: format.number(candle.open),
    high: format.number(candle.high),
    low: format.number(candle.low),
    close: format.number(candle.close),
    volume: format.compact(candle.volume),
  })
  return [bar, ...figures.map(({ label, text }) => `${label} ${text}`)].join(' ')
}

/** The highest of `prices`, as recorded; with -1 the lowest. */
function most(prices: readonly string[], sign: 1 | -1): string {
  return prices.reduce((best, price) => (compare(price, best) * sign > 0 ? price : best))
}

function decimalsOf(price: string): number {
  return (price.split('.')[1] ?? '').length
}
