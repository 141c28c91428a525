import type { Candle } from '../../../../contract/market'
import { tagWidth } from '../../../components/chart/draw'
import { createFrameLoop } from '../../../components/chart/frameLoop'
import { createPriceScale } from '../../../components/chart/scale'
import type { Format } from '../../../i18n/format'
import type { CanvasHandle } from '../../../platform/canvas'
import { type Crosshair, type Frame, type FrameState, layoutOf } from './frame'
import { drawGrid, drawPriceLabels, drawTimeAxis } from './layers/axes'
import { drawCandles, drawVolume } from './layers/bars'
import { drawCrosshair, drawReadout } from './layers/crosshair'
import { drawAverages, drawCloses } from './layers/lines'
import { drawMarkLines, drawMarkTags } from './layers/marks'
import { type Average, addedAtEnd, averagesOf, type Bar, barsOf, priceRange } from './series'
import type { ChartColors } from './types'
import { createViewport, followsLatest, pan, resize, type Viewport, visibleRange, withCount, zoom } from './viewport'

/** What the chart shows, apart from where one looks. */
export interface ChartContent extends Omit<FrameState, 'crosshair'> {
  candles: readonly Candle[]
  averages: readonly number[]
  colors: ChartColors
  format: Format
}

export interface Renderer {
  setContent(content: ChartContent): void
  setSurface(surface: CanvasHandle): void
  setCrosshair(crosshair: Crosshair | undefined): void
  panBy(dx: number): void
  zoomBy(factor: number, anchorX: number): void
  dispose(): void
}

export interface RendererOptions {
  surface: CanvasHandle
  content: ChartContent
  /** The first bar of the series is near the left edge. */
  onNeedOlder(): void
  requestFrame?: (draw: () => void) => number
  cancelFrame?: (handle: number) => void
}

/** Older candles are asked for when fewer than this many are left to the left of the picture. */
const OLDER_AHEAD = 40

/** Draws at most once a frame, and only after something changed. */
export function createRenderer(options: RendererOptions): Renderer {
  let { surface, content } = options
  let bars: readonly Bar[] = barsOf(content.candles, [])
  let averages: readonly Average[] = averagesOf(bars, content.averages)
  let viewport = createViewport(bars.length, surface.width, marginRight())
  let crosshair: Crosshair | undefined
  let askedBefore: number | undefined
  const loop = createFrameLoop(
    () => drawChart({ surface, content, bars, averages, viewport, crosshair }),
    options.requestFrame,
    options.cancelFrame,
  )

  /** The newest bar stands left of the last price's label. */
  function marginRight(): number {
    const price = content.lastPrice ?? content.candles[content.candles.length - 1]?.close
    return price === undefined ? 0 : tagWidth(surface.context, content.format.number(price)) + 4
  }

  function invalidate(): void {
    if (loop.isDisposed()) return
    askForOlder()
    loop.invalidate()
  }

  function askForOlder(): void {
    const first = bars[0]?.openAt
    if (first === undefined || askedBefore === first || visibleRange(viewport).from >= OLDER_AHEAD) return
    askedBefore = first
    options.onNeedOlder()
  }

  function move(next: Viewport): void {
    if (next.offset === viewport.offset && next.barWidth === viewport.barWidth) return
    viewport = next
    invalidate()
  }

  invalidate()
  return {
    setContent(next) {
      const isSeries = next.candles !== content.candles
      const known = bars
      const isOther = next.interval !== content.interval
      if (isSeries) bars = barsOf(next.candles, known)
      if (isSeries || next.averages !== content.averages) averages = averagesOf(bars, next.averages)
      content = next
      if (isOther || known.length === 0) viewport = createViewport(bars.length, surface.width, marginRight())
      else if (isSeries) viewport = withCount(viewport, bars.length, addedAtEnd(known, bars))
      viewport = resize(viewport, surface.width, marginRight())
      invalidate()
    },
    setSurface(next) {
      surface = next
      viewport = resize(viewport, surface.width, marginRight())
      invalidate()
    },
    setCrosshair(next) {
      crosshair = next
      invalidate()
    },
    panBy: (dx) => move(pan(viewport, dx)),
    zoomBy: (factor, anchorX) => move(zoom(viewport, factor, anchorX)),
    dispose: loop.dispose,
  }
}

interface Scene {
  surface: CanvasHandle
  content: ChartContent
  bars: readonly Bar[]
  averages: readonly Average[]
  viewport: Viewport
  crosshair: Crosshair | undefined
}

/** One picture, from the ground up. */
function drawChart(scene: Scene): void {
  const { context, width, height } = scene.surface
  context.fillStyle = scene.content.colors.background
  context.fillRect(0, 0, width, height)
  const frame = frameOf(scene)
  if (!frame) return
  drawGrid(frame)
  drawVolume(frame)
  if (frame.state.mode === 'line') drawCloses(frame)
  else drawCandles(frame)
  drawAverages(frame)
  drawPriceLabels(frame)
  drawTimeAxis(frame)
  drawMarkLines(frame)
  drawMarkTags(frame)
  drawCrosshair(frame)
  drawReadout(frame)
}

/** Undefined while there is nothing to draw. */
function frameOf(scene: Scene): Frame | undefined {
  const { surface, content, bars, viewport } = scene
  const { from, to } = visibleRange(viewport)
  const layout = layoutOf(surface.width, surface.height)
  const range = priceRange(bars, from, to, content.mode, followsLatest(viewport) ? liveMarks(content) : [])
  if (!range) return undefined
  return {
    context: surface.context,
    ratio: surface.ratio,
    layout,
    viewport,
    from,
    to,
    bars,
    averages: scene.averages,
    scale: createPriceScale(range.low, range.high, layout.priceTop, layout.priceBottom),
    colors: content.colors,
    format: content.format,
    state: { ...content, crosshair: scene.crosshair },
  }
}

/** Prices that should be in sight beside the bars'. */
function liveMarks(content: ChartContent): number[] {
  const entries = content.orders.map((order) => Number(order.entryPrice))
  return content.lastPrice === undefined ? entries : [...entries, Number(content.lastPrice)]
}
