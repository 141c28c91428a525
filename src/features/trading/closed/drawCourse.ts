import type { Direction } from '../../../../contract/orders'
import { crisp, drawTag } from '../../../components/chart/draw'
import { createPriceScale } from '../../../components/chart/scale'
import type { CanvasHandle } from '../../../platform/canvas'
import type { ChartColors } from '../chart/types'
import type { CoursePoint, CourseScene } from './courseScene'

/** The content of the picture of an order's course. */
export interface CourseContent {
  scene: CourseScene
  /** No price between entry and exit is left out, so that each has its mark. */
  whole: boolean
  direction: Direction
  colors: ChartColors
  /** Index of the price that is asked about, and the text of its bubble. */
  pointed: number | undefined
  readout: string
  /** The prices after the one that is asked about are still to come. */
  playing: boolean
}

/** Room at the sides of entry and exit, as a share of the width. */
const SIDE_SHARE = 0.1
const TOP = 30
/** Room for the marks below the line. */
const BOTTOM = 22
const MARK_HEIGHT = 6
const LINE_WIDTH = 2
const AREA_ALPHA = 0.15
const ENTRY_RADIUS = 5
const EXIT_RADIUS = 6
const ASKED_RADIUS = 4
const FULL = 2 * Math.PI
const BUBBLE_Y = 10

/** The place on the course, 0 at the entry and 1 at the exit, of `x` on a picture that is `width` wide. */
export const placeAt = (x: number, width: number): number => (x / width - SIDE_SHARE) / (1 - 2 * SIDE_SHARE)

interface Plot {
  context: CanvasRenderingContext2D
  ratio: number
  layout: { width: number; height: number }
  content: CourseContent
  bottom: number
  /** The height of the entry's price. */
  level: number
  xOf(point: CoursePoint): number
  yOf(point: CoursePoint): number
}

/**
 * The prices that decided an order: above and below its entry in the color of being ahead or behind, each price a mark under the
 * line. Those around are gray.
 */
export function drawCourse({ context, ratio, width, height }: CanvasHandle, content: CourseContent): void {
  const { scene, colors } = content
  context.fillStyle = colors.background
  context.fillRect(0, 0, width, height)
  const entry = scene.points[scene.entry]
  if (!entry) return
  const bottom = height - BOTTOM
  const room = (scene.high - scene.low || 1) / 2
  const { low, high } = scene.high > scene.low ? scene : { low: scene.low - room, high: scene.high + room }
  const scale = createPriceScale(low, high, TOP, bottom)
  const plot: Plot = {
    context,
    ratio,
    layout: { width, height },
    content,
    bottom,
    level: scale.yOf(entry.value),
    xOf: ({ at }) => (SIDE_SHARE + at * (1 - 2 * SIDE_SHARE)) * width,
    yOf: ({ value }) => scale.yOf(value),
  }
  drawAround(plot)
  drawSides(plot)
  drawLevel(plot)
  drawEnds(plot)
  drawMarks(plot)
  drawAsked(plot)
}

function trace({ context, xOf, yOf }: Plot, points: readonly CoursePoint[]): void {
  context.beginPath()
  points.forEach((point, index) => {
    if (index === 0) context.moveTo(xOf(point), yOf(point))
    else context.lineTo(xOf(point), yOf(point))
  })
}

/** Index of the last price that is drawn as decided: while the course plays, that of the bubble. */
const reached = ({ scene, pointed, playing }: CourseContent) => (playing ? (pointed ?? scene.exit) : scene.exit)

function drawAround(plot: Plot): void {
  const { context, content } = plot
  const { points, entry } = content.scene
  context.lineWidth = LINE_WIDTH
  context.lineJoin = 'round'
  context.strokeStyle = content.colors.grid
  for (const part of [points.slice(0, entry + 1), points.slice(reached(content))]) {
    trace(plot, part)
    context.stroke()
  }
}

/** Line and area above the entry, then below it, each in its color. */
function drawSides(plot: Plot): void {
  const { context, content, layout, level, xOf } = plot
  const { colors, scene, direction } = content
  const course = scene.points.slice(scene.entry, reached(content) + 1)
  const [first, last] = [course[0], course[course.length - 1]]
  if (!first || !last) return
  const [above, below] = direction === 'up' ? [colors.up, colors.down] : [colors.down, colors.up]
  for (const [color, from, to] of [
    [above, 0, level],
    [below, level, layout.height],
  ] as const) {
    context.save()
    context.beginPath()
    context.rect(0, from, layout.width, to - from)
    context.clip()
    trace(plot, course)
    context.strokeStyle = color
    context.stroke()
    context.lineTo(xOf(last), level)
    context.lineTo(xOf(first), level)
    context.closePath()
    context.globalAlpha = AREA_ALPHA
    context.fillStyle = color
    context.fill()
    context.restore()
  }
}

function drawLevel({ context, content, layout, level, ratio }: Plot): void {
  context.strokeStyle = content.colors.crosshair
  context.lineWidth = crisp(1, ratio)
  context.setLineDash([3, 3])
  context.beginPath()
  context.moveTo(0, crisp(level, ratio))
  context.lineTo(layout.width, crisp(level, ratio))
  context.stroke()
  context.setLineDash([])
}

/** A mark for each price from the entry to the exit: a gap would be seen. */
function drawMarks({ context, content, layout, ratio, xOf }: Plot): void {
  const { scene, whole, colors } = content
  if (!whole) return
  context.fillStyle = colors.brand
  const top = layout.height - MARK_HEIGHT
  for (const point of scene.points.slice(scene.entry, scene.exit + 1))
    context.fillRect(crisp(xOf(point) - 0.5, ratio), top, crisp(1, ratio), MARK_HEIGHT)
}

/** The entry hollow, the exit filled. */
function drawEnds(plot: Plot): void {
  const { context, content, layout, ratio, xOf, yOf, level } = plot
  const { scene, colors, direction } = content
  const [entry, exit] = [scene.points[scene.entry], scene.points[scene.exit]]
  if (!entry || !exit) return
  context.fillStyle = colors.grid
  for (const point of [entry, exit])
    context.fillRect(crisp(xOf(point) - 0.5, ratio), yOf(point), crisp(1, ratio), layout.height - yOf(point))
  dot(context, xOf(entry), level, ENTRY_RADIUS, colors.text)
  dot(context, xOf(entry), level, ENTRY_RADIUS - LINE_WIDTH, colors.background)
  if (reached(content) < scene.exit) return
  const ahead = exit.value > entry.value ? 'up' : exit.value < entry.value ? 'down' : undefined
  const color = ahead === undefined ? colors.text : ahead === direction ? colors.up : colors.down
  dot(context, xOf(exit), yOf(exit), EXIT_RADIUS, color)
}

function drawAsked(plot: Plot): void {
  const { context, content, layout, ratio, xOf, yOf } = plot
  const { scene, colors, pointed, readout } = content
  const point = pointed === undefined ? undefined : scene.points[pointed]
  if (!point) return
  context.fillStyle = colors.text
  context.fillRect(crisp(xOf(point) - 0.5, ratio), BUBBLE_Y, crisp(1, ratio), layout.height - BUBBLE_Y)
  dot(context, xOf(point), yOf(point), ASKED_RADIUS, colors.text)
  drawTag(plot, {
    text: readout,
    x: xOf(point),
    y: BUBBLE_Y,
    fill: colors.text,
    color: colors.background,
    align: 'center',
  })
}

function dot(context: CanvasRenderingContext2D, x: number, y: number, radius: number, color: string): void {
  context.beginPath()
  context.arc(x, y, radius, 0, FULL)
  context.fillStyle = color
  context.fill()
}
