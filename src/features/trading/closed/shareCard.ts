import type { StripPoint } from '../../../domain/proof/strip'

/** A picture of a result, in pixels. */
export const SHARE_CARD = { width: 1080, height: 1440 } as const

/** Everything on the picture, already in the user's language. */
export interface ShareCardContent {
  brand: string
  /** That the market is simulated or the funds are demo funds; empty if neither is. */
  notice: string
  product: string
  /** Direction and countdown. */
  terms: string
  /** The color of the direction, as the user sees it in the app. */
  tone: 'red' | 'green'
  /** The result, large. */
  result: string
  /** The name of the result, e.g. "Won". */
  status: string
  points: readonly StripPoint[]
  marks: readonly StripPoint[]
  entry: { label: string; price: string; time: string }
  exit: { label: string; price: string; time: string }
  /** How many checks were passed. */
  checks: number
  /** The same in words. */
  checked: string
  codeLabel: string
  code: string
  codeHint: string
  /** Where the receipt can be checked, and the same as the dots of a QR code. */
  address: string
  qr: readonly (readonly boolean[])[]
}

type Context = CanvasRenderingContext2D

const FONT = '-apple-system, "Segoe UI", Roboto, "PingFang SC", "Noto Sans CJK SC", "Noto Sans Thai", sans-serif'
const MARGIN = 88
const INNER = SHARE_CARD.width - 2 * MARGIN
/** Red and green that are read on the blue ground. */
const TONES = { red: '#ffa8b0', green: '#74e0b2' } as const
const SOFT = 'rgba(255, 255, 255, 0.78)'

interface TextStyle {
  size: number
  weight?: number
  color?: string
  align?: CanvasTextAlign
  /** Longer texts are set smaller until they fit. */
  width?: number
}

function write(context: Context, text: string, x: number, y: number, style: TextStyle): void {
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

function panel(context: Context, x: number, y: number, width: number, height: number, radius: number): void {
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
const STRIP = { top: 548, height: 280 }

/** The price at entry, over the whole width: the end of the line is above it or below. */
function level(context: Context, y: number): void {
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

function strip(context: Context, { points, marks }: ShareCardContent): void {
  const place = ({ x, y }: StripPoint) => [MARGIN + (x / 100) * INNER, STRIP.top + (y / 100) * STRIP.height] as const
  const [entry] = marks
  if (entry) level(context, place(entry)[1])
  context.beginPath()
  for (const [index, point] of points.entries()) {
    const [x, y] = place(point)
    if (index === 0) context.moveTo(x, y)
    else context.lineTo(x, y)
  }
  context.strokeStyle = '#fff'
  context.lineWidth = 5
  context.lineJoin = 'round'
  context.lineCap = 'round'
  context.stroke()
  for (const [index, mark] of marks.entries()) {
    const [x, y] = place(mark)
    context.beginPath()
    context.arc(x, y, 14, 0, 2 * Math.PI)
    // The entry is hollow, the exit filled.
    context.fillStyle = index === 0 ? '#1b44b0' : '#fff'
    context.fill()
    context.stroke()
  }
}

const TICK = { size: 44, gap: 16, top: 1042 }
/** A tick in a square of 24. */
const TICK_MARK = [
  [6.5, 12.5],
  [10.5, 16.5],
  [17.5, 8.5],
] as const

/** A tick for each check that was passed, in a row, and the same in words. */
function ticks(context: Context, { checks, checked }: ShareCardContent): void {
  const { size, gap, top } = TICK
  for (let index = 0; index < checks; index++) {
    const left = MARGIN + index * (size + gap)
    context.fillStyle = '#fff'
    panel(context, left, top, size, size, size / 2)
    trace(context, TICK_MARK, left, top, size / 24, '#1b57f0')
  }
  const from = MARGIN + checks * (size + gap) + 8
  write(context, checked, from, top + 34, { size: 34, weight: 600, width: MARGIN + INNER - from })
}

/** Draws the picture; it has its own colors, since it is seen outside of the app and its themes. */
export function drawShareCard(context: Context, content: ShareCardContent): void {
  const { width, height } = SHARE_CARD
  const ground = context.createLinearGradient(0, 0, width, height)
  ground.addColorStop(0, '#0d1f4d')
  ground.addColorStop(1, '#1b57f0')
  context.fillStyle = ground
  context.fillRect(0, 0, width, height)
  mark(context, MARGIN, 98)
  write(context, content.brand, MARGIN + 84, 148, { size: 52, weight: 700, width: INNER * 0.55 - 84 })
  if (content.notice) {
    write(context, content.notice, width - MARGIN, 146, {
      size: 30,
      color: '#ffd98a',
      align: 'right',
      width: INNER * 0.42,
    })
  }
  write(context, content.product, MARGIN, 262, { size: 58, weight: 600 })
  write(context, content.terms, MARGIN, 320, { size: 36, weight: 600, color: TONES[content.tone] })
  write(context, content.result, MARGIN, 460, { size: 132, weight: 700 })
  write(context, content.status, MARGIN, 518, { size: 36, color: SOFT })
  strip(context, content)
  const half = INNER / 2 - 24
  for (const [side, x, align] of [
    [content.entry, MARGIN, 'left'],
    [content.exit, width - MARGIN, 'right'],
  ] as const) {
    write(context, side.label, x, 890, { size: 30, color: SOFT, align, width: half })
    write(context, side.price, x, 940, { size: 44, weight: 600, align, width: half })
    write(context, side.time, x, 984, { size: 30, color: SOFT, align, width: half })
  }
  ticks(context, content)
  context.fillStyle = '#fff'
  panel(context, MARGIN - 32, 1130, INNER + 64, 222, 36)
  const text = { width: INNER - 16 - QR_SIZE }
  write(context, content.codeLabel, MARGIN - 4, 1180, { size: 28, color: '#5d6b85', ...text })
  write(context, content.code, MARGIN - 4, 1238, { size: 52, weight: 700, color: '#0d1526', ...text })
  write(context, content.codeHint, MARGIN - 4, 1284, { size: 28, color: '#5d6b85', ...text })
  write(context, content.address, MARGIN - 4, 1326, { size: 26, color: '#1b57f0', ...text })
  drawQr(context, content.qr, MARGIN + INNER + 32 - QR_SIZE - 13, 1143)
}

const QR_SIZE = 196

/** Dark on the white panel: cameras need that. */
function drawQr(context: Context, rows: ShareCardContent['qr'], left: number, top: number): void {
  const dot = QR_SIZE / Math.max(1, rows.length)
  context.fillStyle = '#0d1526'
  rows.forEach((row, y) => {
    row.forEach((isDark, x) => {
      if (isDark) context.fillRect(left + x * dot, top + y * dot, dot + 0.5, dot + 0.5)
    })
  })
}
