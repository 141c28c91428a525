import type { Candle } from '../contract/market'
import type { Overlay, Pane } from '../src/domain/indicators/studies'
import { chartColors } from '../src/features/trading/chart/colors'
import { createRenderer } from '../src/features/trading/chart/renderer'
import { createFormat } from '../src/i18n/format'

/** A chart of candles that can be panned. */
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

/** Draws nothing: how late frames are on this machine anyway. */
function openNothing({ candles }: DriverOptions): ChartDriver {
  return { panBy: () => undefined, leftEdge: () => candles[0]?.openAt ?? 0, dispose: () => undefined }
}

export const DRIVERS: Record<string, (options: DriverOptions) => ChartDriver> = {
  ours: (options) => openOurs(options, ['ma'], 'volume'),
  oursWithAllIndicators: (options) => openOurs(options, ['ma', 'ema', 'boll'], 'macd'),
  nothing: openNothing,
}
