/** Size of a picture to share, in pixels. */
export const SHARE_CARD = { width: 1080, height: 1440 } as const

export type Context = CanvasRenderingContext2D

const FONT = '-apple-system, "Segoe UI", Roboto, "PingFang SC", "Noto Sans CJK SC", "Noto Sans Thai", sans-serif'
export const MARGIN = 88
export const INNER = SHARE_CARD.width - 2 * MARGIN
export const SOFT = 'rgba(255, 255, 255, 0.78)'

interface TextStyle {
  size: number
  weight?: number
  color?: string
  align?: CanvasTextAlign
  /** Longer texts are set smaller until they fit. */
  width?: number
}

/** Writes a line; `y` is that of its letters' feet. */
export function writeLine(context: Context, text: string, x: number, y: number, style: TextStyle): void {
  const { size, weight = 400, color = '#fff', align = 'left', width = INNER } = style
  const fontOf = (pixels: number) => `${weight} ${pixels}px ${FONT}`
  context.font = fontOf(size)
  const natural = context.measureText(text).width
  if (natural > width) context.font = fontOf(Math.floor((size * width) / natural))
  context.fillStyle = color
  context.textAlign = align
  context.textBaseline = 'alphabetic'
  context.fillText(text, x, y)
}

/** Fills a box with round corners. */
export function panel(context: Context, x: number, y: number, width: number, height: number, radius: number): void {
  context.beginPath()
  context.moveTo(x + radius, y)
  context.arcTo(x + width, y, x + width, y + height, radius)
  context.arcTo(x + width, y + height, x, y + height, radius)
  context.arcTo(x, y + height, x, y, radius)
  context.arcTo(x, y, x + width, y, radius)
  context.closePath()
  context.fill()
}

const MARK = [
  [3.5, 13.5],
  [8, 18.5],
  [12, 11.5],
  [15, 14.5],
  [20.5, 5],
] as const

/** A dashed line over the whole width: what is above it, and what below. */
export function level(context: Context, y: number): void {
  context.beginPath()
  context.setLineDash([10, 12])
  context.moveTo(MARGIN, y)
  context.lineTo(MARGIN + INNER, y)
  context.strokeStyle = SOFT
  context.lineWidth = 2
  context.stroke()
  context.setLineDash([])
}

/** The brand's mark (icons.scss) in a square of 64. */
function mark(context: Context, left: number, top: number): void {
  context.fillStyle = 'rgba(255, 255, 255, 0.16)'
  panel(context, left, top, 64, 64, 18)
  trace(context, MARK, left + 8, top + 8, 2, '#fff')
}

/** A line of an icon, `scale` times as large. */
function trace(
  context: Context,
  points: readonly (readonly [x: number, y: number])[],
  left: number,
  top: number,
  scale: number,
  color: string,
): void {
  context.beginPath()
  for (const [x, y] of points) context.lineTo(left + scale * x, top + scale * y)
  context.strokeStyle = color
  context.lineWidth = 4
  context.lineJoin = 'round'
  context.lineCap = 'round'
  context.stroke()
}

/** A tick in a square of 24. */
const TICK_MARK = [
  [6.5, 12.5],
  [10.5, 16.5],
  [17.5, 8.5],
] as const

/** A tick in a white disk. */
export function tick(context: Context, left: number, top: number, size: number): void {
  context.fillStyle = '#fff'
  panel(context, left, top, size, size, size / 2)
  trace(context, TICK_MARK, left, top, size / 24, '#1b57f0')
}

/** The ground, the brand, and `notice`: that the market is simulated or the funds are demo funds; empty if neither is. */
export function head(context: Context, { brand, notice }: { brand: string; notice: string }): void {
  const { width, height } = SHARE_CARD
  const ground = context.createLinearGradient(0, 0, width, height)
  ground.addColorStop(0, '#0d1f4d')
  ground.addColorStop(1, '#1b57f0')
  context.fillStyle = ground
  context.fillRect(0, 0, width, height)
  mark(context, MARGIN, 98)
  writeLine(context, brand, MARGIN + 84, 148, { size: 52, weight: 700, width: INNER * 0.55 - 84 })
  if (notice)
    writeLine(context, notice, width - MARGIN, 146, { size: 38, color: '#ffd98a', align: 'right', width: INNER * 0.42 })
}
