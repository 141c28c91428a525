import { init } from 'klinecharts'
import {
  CandlestickSeries,
  createChart,
  HistogramSeries,
  type IChartApi,
  LineSeries,
  type UTCTimestamp,
} from 'lightweight-charts'
import type { Candle } from '../contract/market'
import { movingAverage } from '../src/domain/indicators/movingAverage'
import type { Overlay, Pane } from '../src/domain/indicators/studies'
import { chartColors } from '../src/features/trading/chart/colors'
import { createRenderer } from '../src/features/trading/chart/renderer'
import { createFormat } from '../src/i18n/format'

/** A chart of candles that can be panned; the same for each of the libraries. */
export interface ChartDriver {
  /** Into the past, CSS pixels. */
  panBy(dx: number): void
  /** Time at the left edge of the picture, to see that it moved; epoch milliseconds. */
  leftEdge(): number
  dispose(): void
}

export interface DriverOptions {
  container: HTMLElement
  candles: readonly Candle[]
  barWidth: number
  width: number
  height: number
}

/** Candles, volume and two averages: what every one of them draws. */
const AVERAGES = [7, 25]

function openOurs(options: DriverOptions, overlays: readonly Overlay[], pane: Pane): ChartDriver {
  const { container, candles, barWidth, width, height } = options
  const canvas = document.createElement('canvas')
  const ratio = window.devicePixelRatio
  canvas.width = width * ratio
  canvas.height = height * ratio
  canvas.style.width = `${width}px`
  container.append(canvas)
  const context = canvas.getContext('2d')
  if (!context) throw new Error('No 2D context')
  context.setTransform(ratio, 0, 0, ratio, 0, 0)
  const renderer = createRenderer({
    surface: { context, width, height, ratio },
    content: {
      candles,
      mode: 'candles',
      decimals: 2,
      interval: '1m',
      texts: { open: 'O', high: 'H', low: 'L', close: 'C', volume: 'V' },
      lastPrice: undefined,
      colors: chartColors('light', 'green'),
      orders: [],
      overlays,
      pane,
      serverNow: Date.now,
      zone: 'utc',
      format: createFormat('en-US'),
    },
    onNeedOlder: () => undefined,
    onPoint: () => undefined,
    onAway: () => undefined,
  })
  renderer.zoomBy(barWidth / 8, width)
  return {
    panBy: (dx) => renderer.panBy(dx),
    leftEdge: () => renderer.inSight()[0]?.openAt ?? 0,
    dispose: () => renderer.dispose(),
  }
}

const timeOf = ({ openAt }: Candle) => (openAt / 1000) as UTCTimestamp

function addSeries(chart: IChartApi, candles: readonly Candle[]): void {
  const bars = chart.addSeries(CandlestickSeries)
  bars.setData(
    candles.map((candle) => ({
      time: timeOf(candle),
      open: Number(candle.open),
      high: Number(candle.high),
      low: Number(candle.low),
      close: Number(candle.close),
    })),
  )
  const volume = chart.addSeries(HistogramSeries, { priceScaleId: '', priceFormat: { type: 'volume' } })
  volume.priceScale().applyOptions({ scaleMargins: { top: 0.88, bottom: 0 } })
  volume.setData(candles.map((candle) => ({ time: timeOf(candle), value: Number(candle.volume) })))
  const closes = candles.map(({ close }) => Number(close))
  for (const period of AVERAGES) {
    const values = movingAverage(closes, period)
    const line = chart.addSeries(LineSeries, { lineWidth: 1 })
    line.setData(
      candles.flatMap((candle, i) => {
        const value = values[i] ?? Number.NaN
        return Number.isNaN(value) ? [] : [{ time: timeOf(candle), value }]
      }),
    )
  }
}

function openLightweight({ container, candles, barWidth, width, height }: DriverOptions): ChartDriver {
  const chart = createChart(container, { width, height, timeScale: { timeVisible: true, barSpacing: barWidth } })
  addSeries(chart, candles)
  const scale = chart.timeScale()
  let position = scale.scrollPosition()
  return {
    panBy(dx) {
      position -= dx / barWidth
      scale.scrollToPosition(position, false)
    },
    leftEdge: () => Number(scale.getVisibleRange()?.from ?? 0) * 1000,
    dispose: () => chart.remove(),
  }
}

function openKlinecharts({ container, candles, barWidth, width, height }: DriverOptions): ChartDriver {
  container.style.width = `${width}px`
  container.style.height = `${height}px`
  const chart = init(container)
  if (!chart) throw new Error('klinecharts did not open')
  chart.setSymbol({ ticker: 'BENCH', pricePrecision: 2, volumePrecision: 2 })
  chart.setPeriod({ type: 'minute', span: 1 })
  chart.setDataLoader({
    getBars: ({ type, callback }) =>
      callback(
        type === 'init'
          ? candles.map((candle) => ({
              timestamp: candle.openAt,
              open: Number(candle.open),
              high: Number(candle.high),
              low: Number(candle.low),
              close: Number(candle.close),
              volume: Number(candle.volume),
            }))
          : [],
      ),
  })
  chart.setBarSpace(barWidth)
  chart.createIndicator({ name: 'MA', paneId: 'candle_pane', calcParams: AVERAGES }, true)
  chart.createIndicator('VOL')
  return {
    panBy: (dx) => chart.scrollByDistance(dx),
    leftEdge: () => chart.getDataList()[Math.floor(chart.getVisibleRange().from)]?.timestamp ?? 0,
    dispose: () => container.replaceChildren(),
  }
}

/** Draws nothing: how late frames are on this machine anyway. */
function openNothing({ candles }: DriverOptions): ChartDriver {
  return { panBy: () => undefined, leftEdge: () => candles[0]?.openAt ?? 0, dispose: () => undefined }
}

export const DRIVERS: Record<string, (options: DriverOptions) => ChartDriver> = {
  ours: (options) => openOurs(options, ['ma'], 'volume'),
  oursWithAllIndicators: (options) => openOurs(options, ['ma', 'ema', 'boll'], 'macd'),
  lightweightCharts: openLightweight,
  klinecharts: openKlinecharts,
  nothing: openNothing,
}
