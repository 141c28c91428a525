import { Text, View } from '@tarojs/components'
import { observer } from 'mobx-react-lite'
import { useCallback, useEffect, useMemo, useState } from 'react'
import type { Interval, Product } from '../../../contract/market'
import type { Order } from '../../../contract/orders'
import { classNames } from '../../components/classNames'
import { IconButton } from '../../components/IconButton'
import type { ChartView } from '../../domain/chartView'
import { productName } from '../../domain/productName'
import { useLocale, useT } from '../../i18n'
import { useFormat } from '../../i18n/format'
import type { Format } from '../../i18n/numbers'
import { usePageShown } from '../../platform/usePageShown'
import { useWide } from '../../platform/useWide'
import { useWindowHeight } from '../../platform/useWindowHeight'
import { useStores } from '../../stores/StoresContext'
import { LoadFailed } from '../../ui/Loaded'
import { ChartToolbar } from './ChartToolbar'
import { Chart } from './chart/Chart'
import { chartSummary, pointText } from './chart/chartText'
import { chartColors } from './chart/colors'
import type { ChartOrder } from './chart/types'
import { IndicatorSheet } from './IndicatorSheet'
import { LivePrice } from './LivePrice'
import { directionMark } from './words'
import './PriceChart.scss'
import { useQuote } from './productHooks'
import { ChartRoom } from './TradeOutline'
import { useFullScreen } from './useFullScreen'

/** Quotes carry no volume, so the newest page of candles is loaded this often. */
const REFRESH_MS = 30_000
/** More lines would hide the prices; only the newest orders get one. */
const ORDERS_MAX = 5

/** Everything on the page but the chart, in CSS pixels: head, figures, intervals, and the bar with the two buttons. */
const REST_OF_PAGE = 322
/** The same beside the ticket, where there is no bar below. */
const REST_BESIDE_TICKET = 252
/** Taller than this, candles are drawn out of proportion. */
const HEIGHT_MAX = 640
const HEIGHT_MAX_WIDE = 900
/** Title and intervals of the chart that has the whole window. */
const REST_OF_FULL = 108
/** Least height, on a phone held sideways. */
const HEIGHT_MIN_WIDE = 200

const intervalOf = (view: ChartView): Interval => (view === 'line' ? '1m' : view)

export interface PriceChartProps {
  product: Product
  /** Own orders stand below the chart and need room. */
  hasOrders: boolean
  /** Called when the chart enters or leaves full screen. */
  onFull?: (on: boolean) => void
}

/** The chart of a product with its intervals and indicators, live. */
export const PriceChart = observer(function PriceChart({ product, hasOrders, onFull }: PriceChartProps) {
  const { candles, preferences } = useStores()
  const [choosing, setChoosing] = useState(false)
  const shown = usePageShown()
  const view = preferences.chartView
  const full = useFullScreen(productName(product), onFull)
  const interval = intervalOf(view)
  useEffect(() => {
    if (!shown) return
    void candles.load(product.symbol, interval)
    const timer = setInterval(() => void candles.load(product.symbol, interval), REFRESH_MS)
    return () => clearInterval(timer)
  }, [candles, product.symbol, interval, shown])
  const series = candles.seriesOf(product.symbol, interval)
  return (
    <View ref={full.dialog} className={classNames('price-chart', full.on && 'price-chart--full')} {...full.props}>
      {full.on ? <FullHead product={product} onClose={full.close} /> : null}
      <ChartToolbar
        view={view}
        onView={(next) => preferences.setChartView(next)}
        onIndicators={() => setChoosing(true)}
        full={full.on}
        onFull={full.on ? full.close : full.open}
      />
      {series?.state.kind === 'failed' ? (
        <LoadFailed code={series.state.code} onRetry={() => candles.load(product.symbol, interval)} />
      ) : series?.state.kind === 'ready' ? (
        <LiveChart product={product} hasOrders={hasOrders} view={view} live={shown} full={full.on} />
      ) : (
        <ChartRoom hasOrders={hasOrders} />
      )}
      <IndicatorSheet open={choosing} onClose={() => setChoosing(false)} />
    </View>
  )
})

interface LiveChartProps extends PriceChartProps {
  view: ChartView
  /** Whether the page is visible. */
  live: boolean
  /** Whether the chart has the whole window. */
  full: boolean
}

const LiveChart = observer(function LiveChart({ product, hasOrders, view, live, full }: LiveChartProps) {
  const t = useT()
  const locale = useLocale()
  const format = useFormat()
  const { candles, connection, orders, preferences } = useStores()
  const { scheme, upColor, timeZone: zone, chartOverlays, chartPane } = preferences
  const { symbol } = product
  const interval = intervalOf(view)
  const lastPrice = useQuote(symbol)?.price
  const series = candles.seriesOf(symbol, interval)
  const colors = useMemo(() => chartColors(scheme, upColor), [scheme, upColor])
  const texts = useMemo(
    () => ({
      open: t('trade.ohlc.open'),
      high: t('trade.ohlc.high'),
      low: t('trade.ohlc.low'),
      close: t('trade.ohlc.close'),
      volume: t('trade.ohlc.volume'),
    }),
    [t],
  )
  const { positions } = orders
  const size = useSize(hasOrders, full)
  const marks = useMemo(() => marksOf(positions, symbol, format), [positions, symbol, format])
  const serverNow = useCallback(() => connection.serverNow(), [connection])
  const words = { t, format, zone, interval }
  const kind = t(`chart.interval.${view}`)
  return (
    <Chart
      candles={series?.candles ?? []}
      mode={view === 'line' ? 'line' : 'candles'}
      decimals={product.decimals}
      interval={interval}
      colors={colors}
      describe={(inSight) => {
        const chart = { name: productName(product), kind, candles: inSight, lastPrice }
        return chartSummary(words, chart, marks, serverNow())
      }}
      describePoint={(point) => pointText(words, point)}
      keysLabel={t('chart.keys')}
      latestLabel={t('chart.latest')}
      texts={texts}
      orders={marks}
      overlays={chartOverlays}
      pane={chartPane}
      locale={locale}
      zone={zone}
      serverNow={serverNow}
      live={live}
      onNeedOlder={() => void candles.loadOlder(symbol, interval)}
      {...size}
      {...(lastPrice === undefined ? {} : { lastPrice })}
    />
  )
})

/** The head of the chart in full screen. */
function FullHead({ product, onClose }: { product: Product; onClose: () => void }) {
  const t = useT()
  return (
    <View className="row price-chart__head">
      <Text className="t16 strong">{productName(product)}</Text>
      <LivePrice symbol={product.symbol} />
      <IconButton icon="close" label={t('common.close')} onClick={onClose} />
    </View>
  )
}

/** The chart's size: on a phone what the page and own orders leave; beside a ticket the full height. */
function useSize(hasOrders: boolean, full: boolean): { height: number } | { minHeight: number } {
  const windowHeight = useWindowHeight()
  const isWide = useWide('two')
  if (full) return { height: Math.max(HEIGHT_MIN_WIDE, windowHeight - REST_OF_FULL) }
  if (!isWide) return { minHeight: hasOrders ? 0 : Math.min(windowHeight - REST_OF_PAGE, HEIGHT_MAX) }
  return { height: Math.max(HEIGHT_MIN_WIDE, Math.min(windowHeight - REST_BESIDE_TICKET, HEIGHT_MAX_WIDE)) }
}

/** The orders of a product that have entered, newest first, as the chart draws them. */
function marksOf(positions: readonly Order[], symbol: string, format: Format): ChartOrder[] {
  return positions
    .flatMap(({ id, symbol: on, direction, entryPrice, entryAt, expiresAt }) => {
      if (on !== symbol || entryPrice === null || entryAt === null || expiresAt === null) return []
      const label = `${directionMark(direction)} ${format.number(entryPrice)}`
      return [{ id, direction, entryPrice, entryAt: Date.parse(entryAt), expiresAt: Date.parse(expiresAt), label }]
    })
    .slice(0, ORDERS_MAX)
}
