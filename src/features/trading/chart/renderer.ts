import type { Candle } from '../../../../contract/market'
import { tagWidth } from '../../../components/chart/draw'
import { createFrameLoop } from '../../../components/chart/frameLoop'
import { INTERVAL_MS } from '../../../domain/candles'
import type { CanvasHandle } from '../../../platform/canvas'
import { type ChartContent, drawChart, frameOf, type Scene } from './draw'
import { type Crosshair, pointedIndex } from './frame'
import type { GestureTarget } from './gestures'
import { createInertia } from './inertia'
import { pointOf } from './layers/readout'
import { priceAtHeight } from './levels'
import { addedAtEnd, placeOf, type Series, seriesOf } from './series'
import { type Studies, studiesOf } from './studies'
import type { ChartPoint } from './types'
import {
  createViewport,
  followsLatest,
  latest,
  oldest,
  pan,
  resize,
  reveal,
  type Viewport,
  visibleRange,
  withCount,
  xOf,
  zoom,
} from './viewport'

export interface Renderer extends GestureTarget {
  /** Zooms around `anchorX`, by default the middle. */
  zoomBy(factor: number, anchorX?: number): void
  setContent(content: ChartContent): void
  setSurface(surface: CanvasHandle): void
  /** Moves the crosshair by bars, from the newest one if there is none. */
  stepCrosshair(bars: number): void
  /** To the first bars of the series, or back to the newest. */
  goTo(end: 'oldest' | 'latest'): void
  /** The price that a tap on the scale means; undefined elsewhere. */
  levelAt(point: { x: number; y: number }): string | undefined
  /** Time has passed: draws again. */
  tick(): void
  /** Candles that can be seen now. */
  inSight(): readonly Candle[]
  dispose(): void
}

export interface RendererOptions {
  surface: CanvasHandle
  content: ChartContent
  /** The first bar of the series is near the left edge. */
  onNeedOlder(): void
  /** The crosshair points at another bar, or at none. */
  onPoint(point: ChartPoint | undefined): void
  /** The newest bar has left the picture (true) or come back. */
  onAway(away: boolean): void
  requestFrame?: (draw: () => void) => number
  cancelFrame?: (handle: number) => void
  /** Epoch milliseconds of the device; for measuring time that passes. */
  now?: () => number
}

/** Older candles are asked for when fewer than this many are left to the left of the picture. */
const OLDER_AHEAD = 40
/** They are asked for again after this long without an answer. */
const ASK_AGAIN_MS = 5_000
/** Between the newest bar and the scale, and between the scale's figures and the plot. */
const NEWEST_ROOM = 8
const SCALE_ROOM = 4
/** Room behind the line at which an order ends, and the most that the future takes of the picture. */
const FUTURE_ROOM = 16
const FUTURE_SHARE = 0.6
/** Height of the crosshair, as a share of the canvas, if no picture says where its bar is. */
const MIDDLE = 0.4

/** Draws at most once a frame, and only after something changed. */
export function createRenderer(options: RendererOptions): Renderer {
  return new ChartRenderer(options)
}

class ChartRenderer implements Renderer {
  private surface: CanvasHandle
  private content: ChartContent
  private series: Series
  private studies: Studies
  private viewport: Viewport
  private crosshair: Crosshair | undefined
  private pointed: number | undefined
  private away = false
  private asked: { first: number; at: number } | undefined
  private readonly now: () => number
  private readonly loop
  private readonly inertia

  constructor(private readonly options: RendererOptions) {
    this.surface = options.surface
    this.content = options.content
    this.now = options.now ?? Date.now
    this.series = seriesOf(this.content.candles)
    this.studies = studiesOf(this.series, this.content.overlays, this.content.pane)
    this.viewport = createViewport(this.series.bars.length, this.surface.width, 0)
    this.viewport = this.fitted(this.viewport)
    this.loop = createFrameLoop(() => this.draw(), options.requestFrame, options.cancelFrame)
    this.inertia = createInertia((dx) => this.move(pan(this.viewport, dx)), this.now)
    this.invalidate()
  }

  setContent(next: ChartContent): void {
    const known = this.series
    const isSeries = next.candles !== this.content.candles
    const isOther = next.interval !== this.content.interval
    if (isSeries) this.series = seriesOf(next.candles, known)
    const { bars } = this.series
    if (isSeries || next.overlays !== this.content.overlays || next.pane !== this.content.pane) {
      const from = isSeries ? this.series.changedFrom : bars.length
      this.studies = studiesOf(this.series, next.overlays, next.pane, this.studies, from)
    }
    this.content = next
    if (isOther || known.bars.length === 0) this.restart()
    else if (isSeries) this.viewport = withCount(this.viewport, bars.length, addedAtEnd(known.bars, bars))
    this.viewport = this.fitted(this.viewport)
    this.invalidate()
  }

  private restart(): void {
    this.inertia.stop()
    this.viewport = createViewport(this.series.bars.length, this.surface.width, 0)
    this.setCrosshair(undefined)
  }

  setSurface(next: CanvasHandle): void {
    this.surface = next
    this.viewport = this.fitted(this.viewport)
    this.invalidate()
  }

  setCrosshair(next: Crosshair | undefined): void {
    if (!next && !this.crosshair) return
    this.crosshair = next
    this.tellPoint()
    this.invalidate()
  }

  stepCrosshair(bars: number): void {
    const last = this.series.bars.length - 1
    if (last < 0) return
    const frame = frameOf(this.scene())
    const from = this.crosshair && frame ? pointedIndex(frame) : last + (bars < 0 ? 1 : 0)
    const index = Math.max(0, Math.min(last, from + bars))
    this.viewport = reveal(this.viewport, index)
    const y = frame ? frame.scale.yOf(this.series.bars[index]?.close ?? 0) : this.surface.height * MIDDLE
    this.setCrosshair({ x: xOf(this.viewport, index), y })
  }

  goTo(end: 'oldest' | 'latest'): void {
    this.inertia.stop()
    this.move(end === 'latest' ? latest(this.viewport) : oldest(this.viewport))
  }

  panBy(dx: number): void {
    this.move(pan(this.viewport, dx))
  }

  fling(velocity: number): void {
    this.inertia.start(velocity)
    this.invalidate()
  }

  hold(): void {
    this.inertia.stop()
  }

  zoomBy(factor: number, anchorX = this.surface.width / 2): void {
    this.move(this.fitted(zoom(this.viewport, factor, anchorX)))
  }

  tick(): void {
    this.invalidate()
  }

  levelAt({ x, y }: { x: number; y: number }): string | undefined {
    const frame = frameOf(this.scene())
    if (!frame || x <= frame.layout.plotRight || y > frame.layout.priceBottom) return undefined
    return priceAtHeight(frame.scale, y, this.content.decimals)
  }

  inSight(): readonly Candle[] {
    const { from, to } = visibleRange(this.viewport)
    return this.series.bars.slice(from, to).map((bar) => bar.candle)
  }

  dispose(): void {
    this.inertia.stop()
    this.loop.dispose()
  }

  private draw(): void {
    if (this.inertia.step()) this.loop.invalidate()
    drawChart(this.scene())
  }

  private scene(): Scene {
    const { surface, content, series, studies, viewport, crosshair } = this
    return { surface, content, bars: series.bars, studies, viewport, crosshair }
  }

  /** Fits the viewport next to the scale, which is as wide as the last price, with room for the ends of open orders. */
  private fitted(viewport: Viewport): Viewport {
    const { content, surface, series } = this
    const price = content.lastPrice ?? content.candles[content.candles.length - 1]?.close
    const scale = price === undefined ? 0 : tagWidth(surface.context, content.format.number(price)) + SCALE_ROOM
    const width = Math.max(0, surface.width - scale)
    let future = 0
    for (const { expiresAt } of content.orders) {
      const place = placeOf(series.bars, expiresAt, INTERVAL_MS[content.interval])
      const bars = place === undefined ? 0 : place - (series.bars.length - 0.5)
      if (bars > 0) future = Math.max(future, bars * viewport.barWidth + FUTURE_ROOM)
    }
    return resize(viewport, width, Math.max(NEWEST_ROOM, Math.min(future, width * FUTURE_SHARE)))
  }

  private invalidate(): void {
    if (this.loop.isDisposed()) return
    this.askForOlder()
    this.tellAway()
    this.loop.invalidate()
  }

  private askForOlder(): void {
    const first = this.series.bars[0]?.openAt
    if (first === undefined || visibleRange(this.viewport).from >= OLDER_AHEAD) return
    const now = this.now()
    if (this.asked?.first === first && now - this.asked.at < ASK_AGAIN_MS) return
    this.asked = { first, at: now }
    this.options.onNeedOlder()
  }

  /** Whether it moved. */
  private move(next: Viewport): boolean {
    const { offset, barWidth } = this.viewport
    if (next.offset === offset && next.barWidth === barWidth) return false
    this.viewport = next
    this.invalidate()
    return true
  }

  private tellAway(): void {
    const away = !followsLatest(this.viewport)
    if (away === this.away) return
    this.away = away
    this.options.onAway(away)
  }

  private tellPoint(): void {
    const frame = this.crosshair ? frameOf(this.scene()) : undefined
    const index = frame ? pointedIndex(frame) : undefined
    if (index === this.pointed) return
    this.pointed = index
    this.options.onPoint(frame && pointOf(frame))
  }
}
