import { View } from '@tarojs/components'
import { observer } from 'mobx-react-lite'
import { useEffect, useMemo, useState } from 'react'
import type { Interval, Product } from '../../../contract/market'
import { EmptyState } from '../../components/EmptyState'
import { Skeleton } from '../../components/Skeleton'
import { useLocale, useT } from '../../i18n'
import { useFormat } from '../../i18n/format'
import { usePageShown } from '../../platform/usePageShown'
import { useStores } from '../../stores/StoresContext'
import { ChartToolbar, type ChartView } from './ChartToolbar'
import { Chart } from './chart/Chart'
import { chartColors } from './chart/colors'
import './PriceChart.scss'
import { useQuote } from './useQuote'

const AVERAGES = [7] as const
const NO_AVERAGES: readonly number[] = []
/** A quote has no volume: the newest page brings it. */
const REFRESH_MS = 30_000

const intervalOf = (view: ChartView): Interval => (view === 'line' ? '1m' : view)

/** The chart of a product with its intervals, live. */
export const PriceChart = observer(function PriceChart({ product }: { product: Product }) {
  const t = useT()
  const [view, setView] = useState<ChartView>('1m')
  const { candles } = useStores()
  const shown = usePageShown()
  const interval = intervalOf(view)
  useEffect(() => {
    if (!shown) return
    void candles.load(product.symbol, interval)
    const timer = setInterval(() => void candles.load(product.symbol, interval), REFRESH_MS)
    return () => clearInterval(timer)
  }, [candles, product.symbol, interval, shown])
  const series = candles.seriesOf(product.symbol, interval)
  return (
    <View className="price-chart">
      <ChartToolbar view={view} onView={setView} />
      {series?.state.kind === 'failed' ? (
        <EmptyState
          icon="offline"
          title={t('common.loadFailed')}
          text={t(`errors.${series.state.code}`)}
          actionLabel={t('common.retry')}
          onAction={() => void candles.load(product.symbol, interval)}
        />
      ) : series?.state.kind === 'ready' ? (
        <LiveChart product={product} view={view} />
      ) : (
        <View className="price-chart__room" aria-busy>
          <Skeleton shape="block" count={3} />
        </View>
      )}
    </View>
  )
})

const LiveChart = observer(function LiveChart({ product, view }: { product: Product; view: ChartView }) {
  const t = useT()
  const locale = useLocale()
  const format = useFormat()
  const { candles, orders, preferences } = useStores()
  const { symbol } = product
  const interval = intervalOf(view)
  const quote = useQuote(symbol)
  const series = candles.seriesOf(symbol, interval)
  const colors = useMemo(
    () => chartColors(preferences.scheme, preferences.upColor),
    [preferences.scheme, preferences.upColor],
  )
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
  const { holdings } = orders
  const marks = useMemo(
    () =>
      holdings.flatMap(({ id, symbol: on, direction, entryPrice, entryAt, stake }) =>
        on === symbol && entryPrice !== null && entryAt !== null
          ? [
              {
                id,
                direction,
                entryPrice,
                entryAt: Date.parse(entryAt),
                label: `${direction === 'up' ? '▲' : '▼'} ${format.number(stake)}`,
              },
            ]
          : [],
      ),
    [holdings, symbol, format],
  )
  const label = t('trade.chartLabel', {
    name: product.code,
    interval: view === 'line' ? t('trade.line') : view,
    price: quote ? format.number(quote.price) : '–',
    change: quote ? format.signedPercent(quote.changeRate24hBp) : '–',
  })
  return (
    <Chart
      candles={series?.candles ?? []}
      mode={view === 'line' ? 'line' : 'candles'}
      decimals={product.decimals}
      interval={interval}
      colors={colors}
      label={label}
      texts={texts}
      orders={marks}
      averages={view === 'line' ? NO_AVERAGES : AVERAGES}
      locale={locale}
      zone={preferences.timeZone}
      onNeedOlder={() => void candles.loadOlder(symbol, interval)}
      {...(quote ? { lastPrice: quote.price } : {})}
    />
  )
})
