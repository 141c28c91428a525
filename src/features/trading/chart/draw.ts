import type { Candle } from '../../../../contract/market'
import { createPriceScale } from '../../../components/chart/scale'
import type { Overlay, Pane } from '../../../domain/indicators/studies'
import type { Format } from '../../../i18n/numbers'
import type { CanvasHandle } from '../../../platform/canvas'
import { type Crosshair, type Frame, type FrameState, layoutOf } from './frame'
import { drawGrid, drawPriceLabels, drawTimeAxis } from './layers/axes'
import { drawCandles } from './layers/bars'
import { drawCrosshair } from './layers/crosshair'
import { drawLastLine, drawLastTag } from './layers/lastPrice'
import { drawCloses, drawOverlays } from './layers/lines'
import { drawOrderLines, drawOrderTags, drawResultZones } from './layers/orders'
import { drawPane } from './layers/pane'
import { drawReadout } from './layers/readout'
import { drawAlerts } from './levels'
import { type Bar, priceRange } from './series'
import { overlayLines, rangeOf, type Studies } from './studies'
import type { ChartColors } from './types'
import { followsLatest, type Viewport, visibleRange } from './viewport'

/** The content of the chart, apart from the range in sight. */
export interface ChartContent extends Omit<FrameState, 'crosshair'> {
  candles: readonly Candle[]
  overlays: readonly Overlay[]
  pane: Pane
  colors: ChartColors
  format: Format
  /** Epoch milliseconds by the server's clock. */
  serverNow(): number
}

/** Everything that one picture is drawn from. */
export interface Scene {
  surface: CanvasHandle
  content: ChartContent
  bars: readonly Bar[]
  studies: Studies
  viewport: Viewport
  crosshair: Crosshair | undefined
}

/** Draws one picture, from the background up. */
export function drawChart(scene: Scene): void {
  const { context, width, height } = scene.surface
  context.fillStyle = scene.content.colors.background
  context.fillRect(0, 0, width, height)
  const frame = frameOf(scene)
  if (!frame) return
  drawGrid(frame)
  drawPlot(frame)
  drawTimeAxis(frame)
  drawPriceLabels(frame)
  drawOrderTags(frame)
  drawLastTag(frame)
  drawCrosshair(frame)
  drawReadout(frame)
}

/** Draws what belongs to the bars, clipped where the scale begins. */
function drawPlot(frame: Frame): void {
  const { context, layout } = frame
  context.save()
  context.beginPath()
  context.rect(0, 0, layout.plotRight, layout.height)
  context.clip()
  drawResultZones(frame)
  drawPane(frame)
  if (frame.state.mode === 'line') drawCloses(frame)
  else drawCandles(frame)
  drawOverlays(frame)
  drawAlerts({ ...frame, plotRight: layout.plotRight }, frame.state.alerts)
  drawOrderLines(frame)
  drawLastLine(frame)
  context.restore()
}

/** Undefined while there is nothing to draw. */
export function frameOf(scene: Scene): Frame | undefined {
  const { surface, content, bars, studies, viewport } = scene
  const { from, to } = visibleRange(viewport)
  const { width, height } = surface
  const layout = layoutOf({ width, height, plotRight: viewport.width }, studies.overlays.length, studies.pane)
  const range = pricesInSight(scene, from, to)
  if (!range) return undefined
  return {
    context: surface.context,
    ratio: surface.ratio,
    layout,
    viewport,
    from,
    to,
    bars,
    studies,
    scale: createPriceScale(range.low, range.high, layout.priceTop, layout.priceBottom),
    colors: content.colors,
    format: content.format,
    state: { ...content, crosshair: scene.crosshair },
    now: content.serverNow(),
  }
}

/** How far an indicator may widen the picture, as a share of what the bars need; it is cut beyond. */
const STUDY_REACH = 0.2

/**
 * Prices that should be in sight next to the bars': the indicators', and, while the newest is in sight, the live ones.
 */
function pricesInSight({ content, bars, studies, viewport }: Scene, from: number, to: number) {
  const own = priceRange(bars, from, to, content.mode, [])
  if (!own) return undefined
  const room = (own.high - own.low) * STUDY_REACH
  const { low, high } = rangeOf(overlayLines(studies).flat(), from, to, [own.low, own.high])
  const others = [Math.max(low, own.low - room), Math.min(high, own.high + room)]
  if (followsLatest(viewport)) {
    for (const order of content.orders) others.push(Number(order.entryPrice))
    if (content.lastPrice !== undefined) others.push(Number(content.lastPrice))
  }
  return priceRange(bars, from, to, content.mode, others)
}
