import { Text, View } from '@tarojs/components'
import { observer } from 'mobx-react-lite'
import { useCallback, useEffect, useMemo, useState } from 'react'
import type { Candle, Interval, Product } from '../../../../contract/market'
import type { Direction, Order } from '../../../../contract/orders'
import { Button } from '../../../components/Button'
import { cssHeight } from '../../../components/chart/ChartCanvas'
import { classNames } from '../../../components/classNames'
import { IconButton } from '../../../components/IconButton'
import { LoadFailed } from '../../../connected/Loaded'
import { MarketBand } from '../../../connected/MarketBand'
import { type ChartInterval, candlesOf, type SecondsInterval } from '../../../domain/candles'
import { CHART_VIEWS, type ChartView } from '../../../domain/chartView'
import { productName } from '../../../domain/productName'
import { formatClock } from '../../../domain/time'
import { useLocale, useT } from '../../../i18n'
import { useFormat } from '../../../i18n/format'
import type { Format } from '../../../i18n/numbers'
import { insets } from '../../../platform/system'
import { usePageShown } from '../../../platform/usePageShown'
import { useWide } from '../../../platform/useWide'
import { everyWhileVisible } from '../../../platform/whileVisible'
import { useLate, useStores } from '../../../stores/StoresContext'
import { Chart } from '../chart/Chart'
import { type ChartWords, chartSummary, pointText } from '../chart/chartText'
import { chartColors } from '../chart/colors'
import type { ChartLevel, ChartOrder } from '../chart/types'
import { DIRECTIONS, directionMark, directionText, directionTone } from '../directions'
import { LivePrice } from '../LivePrice'
import { TickChart } from '../ticks/TickChart'
import { aheadOf } from '../ticks/tickScene'
import { durationText } from '../words'
import { ChartToolbar } from './ChartToolbar'
import { type AroundChart, useChartHeight } from './chartHeight'
import { IndicatorSheet } from './IndicatorSheet'
import './PriceChart.scss'
import { useIsStale, useQuote } from '../productHooks'
import { useFullScreen } from './useFullScreen'

/** Quotes carry no volume, so the newest page of candles is loaded this often. */
const REFRESH_MS = 30_000
/** More lines would hide the prices; only the newest orders get one. */
const ORDERS_MAX = 5

/** How far an open ticket reaches over the chart. */
const TICKET_OVER_CHART = 222

const isByTick = (view: ChartView): boolean => view === 'live' || isSeconds(view)
const isSeconds = (view: ChartView): view is SecondsInterval => view === '5s' || view === '15s'

export interface PriceChartProps {
  product: Product
  /** Parts of the page that need room. */
  around: AroundChart
  /** The duration that the ticket has, and whether the ticket is open. */
  chosen: { seconds: number; isOpen: boolean }
  /** What trades from the chart in full screen; it leaves that first. */
  onTrade?: (direction: Direction) => void
  /** Called when the chart enters or leaves full screen. */
  onFull?: (on: boolean) => void
}

/** The chart of a product with its intervals and indicators, live. */
export const PriceChart = observer(function PriceChart({ product, around, chosen, onTrade, onFull }: PriceChartProps) {
  const { preferences } = useStores()
  const [choosing, setChoosing] = useState(false)
  const isOpen = product.status === 'open'
  // Nothing is live there: the last session says more, and the user's choice is kept for when it opens.
  const wanted = preferences.chartView
  const view = !isOpen && isByTick(wanted) ? 'line' : wanted
  const full = useFullScreen(productName(product), onFull)
  const height = useChartHeight(around, full.on ? (onTrade ? 'withButtons' : 'alone') : undefined)
  const { top } = insets()
  return (
    <View
      ref={full.dialog}
      className={classNames('price-chart', full.on && 'price-chart--full')}
      style={full.on && top > 0 ? { paddingTop: `${top}px` } : undefined}
      {...full.props}
    >
      {full.on ? <FullHead product={product} onClose={full.close} /> : null}
      <ChartToolbar
        view={view}
        views={isOpen ? CHART_VIEWS : CHART_VIEWS.filter((one) => !isByTick(one))}
        onView={(next) => preferences.setChartView(next)}
        onIndicators={view === 'live' ? undefined : () => setChoosing(true)}
        full={full.on}
        onFull={full.on ? full.close : full.open}
      />
      {view === 'live' ? (
        <EveryPrice product={product} chosen={chosen} height={height} />
      ) : isSeconds(view) ? (
        <SecondCandles product={product} interval={view} height={height} />
      ) : (
        <Candles product={product} view={view} height={height} />
      )}
      {full.on && onTrade ? <FullFoot product={product} onLeave={full.close} onTrade={onTrade} /> : null}
      <IndicatorSheet open={choosing} onClose={() => setChoosing(false)} />
    </View>
  )
})

/** Every price of the last minutes, and the time that the ticket would cover. */
const EveryPrice = observer(function EveryPrice({
  product,
  chosen,
  height,
}: Pick<PriceChartProps, 'product' | 'chosen'> & { height: number }) {
  const t = useT()
  const format = useFormat()
  const { connection, market, ticks } = useLate()
  const { colors, marks, levels, zone, setLevel } = useLook(product)
  const { symbol, decimals, durations } = product
  const shown = useTicks(symbol)
  const lastPrice = () => market.quoteOf(symbol)?.price
  const serverNow = useCallback(() => connection.serverNow(), [connection])
  const { seconds, isOpen } = chosen
  const isWide = useWide('two')
  const covered = isOpen && !isWide ? TICKET_OVER_CHART : 0
  const rungs = durations.map((one) => one.seconds)
  const content = () => ({
    points: ticks.ticksOf(symbol),
    lastPrice: lastPrice(),
    orders: marks,
    alerts: levels,
    covered,
    decimals,
    zone,
    colors,
    format,
    serverNow,
    clockOf: (at: number) => formatClock(at, zone, { millis: true }).slice(0, -2),
    aheadMs: (now: number) => aheadOf(rungs, seconds, marks, now),
    chosen: isOpen ? { ms: seconds * 1_000, text: durationText(seconds, t) } : undefined,
  })
  const describe = () => {
    const words: ChartWords = { t, format, zone, interval: '1m' }
    const candles = ticks.ticksOf(symbol).map(({ at, text }) => ({
      openAt: at,
      open: text,
      high: text,
      low: text,
      close: text,
      volume: '0',
    }))
    const chart = { name: productName(product), kind: t('chart.interval.live'), candles, lastPrice: lastPrice() }
    return chartSummary(words, chart, marks, serverNow())
  }
  return (
    <TickChart
      content={content}
      background={colors.background}
      height={height}
      live={shown}
      serverNow={serverNow}
      describe={describe}
      subject={`${marks.length} ${ticks.hasTicks(symbol)}`}
      onLevel={setLevel}
    />
  )
})

/** Keeps the newest prices of a product while the page is visible, which is what it returns. */
function useTicks(symbol: string): boolean {
  const { ticks } = useLate()
  const shown = usePageShown()
  useEffect(() => ticks.watch(symbol), [ticks, symbol])
  useEffect(() => {
    if (!shown) return
    void ticks.load(symbol)
    return everyWhileVisible(REFRESH_MS, () => void ticks.load(symbol))
  }, [ticks, symbol, shown])
  return shown
}

interface SecondCandlesProps {
  product: Product
  interval: SecondsInterval
  height: number
}

/** Candles of seconds, from the prices of the last minutes: an order of half a minute is more than half a candle. */
const SecondCandles = observer(function SecondCandles({ product, interval, height }: SecondCandlesProps) {
  const { ticks } = useLate()
  const live = useTicks(product.symbol)
  const points = ticks.ticksOf(product.symbol)
  const candles = useMemo(() => candlesOf(points, interval), [points, interval])
  return (
    <LiveChart product={product} candles={candles} live={live} height={height} view={interval} interval={interval} />
  )
})

interface CandlesProps {
  product: Product
  view: 'line' | Interval
  height: number
}

/** Candles, or a line of their closes, once they are loaded. */
const Candles = observer(function Candles({ product, view, height }: CandlesProps) {
  const { candles } = useLate()
  const shown = usePageShown()
  const interval = view === 'line' ? '1m' : view
  useEffect(() => {
    if (!shown) return
    void candles.load(product.symbol, interval)
    return everyWhileVisible(REFRESH_MS, () => void candles.load(product.symbol, interval))
  }, [candles, product.symbol, interval, shown])
  const series = candles.seriesOf(product.symbol, interval)
  if (series?.state.kind === 'failed') {
    return <LoadFailed code={series.state.code} onRetry={() => candles.load(product.symbol, interval)} />
  }
  if (series?.state.kind !== 'ready')
    return <View className="price-chart__waits" style={{ height: cssHeight(height) }} aria-busy />
  const onNeedOlder = () => void candles.loadOlder(product.symbol, interval)
  return (
    <LiveChart
      product={product}
      view={view}
      interval={interval}
      height={height}
      onNeedOlder={onNeedOlder}
      candles={series.candles}
      live={shown}
    />
  )
})

/** The same each time, so that nothing is drawn again. */
const NO_MARKS: readonly ChartOrder[] = []
const NO_LEVELS: readonly ChartLevel[] = []

/** Drawing parameters of both charts: colors, the user's clock, the own orders and alerts, and what sets one. For observers. */
function useLook(product: Product) {
  const format = useFormat()
  const t = useT()
  const { alerts, orders, preferences } = useLate()
  const { scheme, upColor, timeZone: zone } = preferences
  const { positions } = orders
  const { symbol } = product
  const colors = useMemo(() => chartColors(scheme, upColor), [scheme, upColor])
  const held = useMemo(() => marksOf(positions, symbol, format), [positions, symbol, format])
  const isFresh = !useIsStale(product, held.length > 0)
  const marks = useMemo(
    () => (held.length === 0 ? NO_MARKS : held.map((mark) => ({ ...mark, isFresh }))),
    [held, isFresh],
  )
  const { waiting } = alerts
  const levels = useMemo(() => {
    const own = waiting.filter((alert) => alert.symbol === symbol)
    if (own.length === 0) return NO_LEVELS
    return own.map(({ price }) => ({ price, label: t('alerts.mark', { price: format.number(price) }) }))
  }, [waiting, symbol, format, t])
  const setLevel = useCallback((price: string) => alerts.show(symbol, price), [alerts, symbol])
  return { colors, marks, levels, zone, setLevel }
}

interface LiveChartProps {
  product: Product
  candles: readonly Candle[]
  view: Exclude<ChartView, 'live'>
  interval: ChartInterval
  /** Loads earlier candles, if there are more. */
  onNeedOlder?: () => void
  /** Whether the page is visible. */
  live: boolean
  height: number
}

const LiveChart = observer(function LiveChart(props: LiveChartProps) {
  const { product, candles, view, interval, live, height, onNeedOlder } = props
  const t = useT()
  const locale = useLocale()
  const format = useFormat()
  const { connection, preferences } = useStores()
  const { chartOverlays, chartPane, chartHollow } = preferences
  const { colors, marks, levels, zone, setLevel } = useLook(product)
  const { symbol } = product
  const lastPrice = useQuote(symbol)?.price
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
  const serverNow = useCallback(() => connection.serverNow(), [connection])
  const words = { t, format, zone, interval }
  const kind = t(`chart.interval.${view}`)
  return (
    <Chart
      candles={candles}
      mode={view === 'line' ? 'line' : 'candles'}
      hollow={chartHollow}
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
      alerts={levels}
      onLevel={setLevel}
      overlays={chartOverlays}
      pane={chartPane}
      locale={locale}
      zone={zone}
      serverNow={serverNow}
      live={live}
      onNeedOlder={() => onNeedOlder?.()}
      height={height}
      {...(lastPrice === undefined ? {} : { lastPrice })}
    />
  )
})

/** The head of the chart in full screen. In WeChat it is the row of the capsule button, and leaves room for that. */
function FullHead({ product, onClose }: { product: Product; onClose: () => void }) {
  const t = useT()
  const { navigationHeight, navigationRight } = insets()
  const style = { height: `${navigationHeight}px`, paddingRight: `${navigationRight}px` }
  return (
    <>
      <MarketBand />
      <View className="row price-chart__head" style={navigationHeight > 0 ? style : undefined}>
        <Text className="t16 strong">{productName(product)}</Text>
        <LivePrice symbol={product.symbol} />
        <IconButton icon="close" label={t('common.close')} onClick={onClose} />
      </View>
    </>
  )
}

interface FullFootProps {
  product: Product
  onLeave: () => void
  onTrade: (direction: Direction) => void
}

/** Both directions under the chart in full screen: a tap leads to the ticket, over the page. */
function FullFoot({ product, onLeave, onTrade }: FullFootProps) {
  const t = useT()
  const trade = (direction: Direction) => {
    onLeave()
    onTrade(direction)
  }
  return (
    <View className="row price-chart__foot">
      {DIRECTIONS.map((direction) => (
        <Button
          key={direction}
          size="medium"
          tone={directionTone(direction)}
          disabled={product.status !== 'open'}
          onClick={() => trade(direction)}
        >
          {directionText(direction, t)}
        </Button>
      ))}
    </View>
  )
}

/** The orders of a product that have entered, newest first, as the chart draws them. */
function marksOf(positions: readonly Order[], symbol: string, format: Format): Omit<ChartOrder, 'isFresh'>[] {
  return positions
    .flatMap(({ id, symbol: on, direction, entryPrice, entryAt, expiresAt }) => {
      if (on !== symbol || entryPrice === null || entryAt === null || expiresAt === null) return []
      const label = `${directionMark(direction)} ${format.number(entryPrice)}`
      const [entered, expires] = [Date.parse(entryAt), Date.parse(expiresAt)]
      return [{ id, direction, entryPrice, entryAt: entered, expiresAt: expires, label }]
    })
    .slice(0, ORDERS_MAX)
}
