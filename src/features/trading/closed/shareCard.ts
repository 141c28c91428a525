import type { StripPoint } from '../../../domain/proof/strip'
import { type Context, head, INNER, level, MARGIN, panel, SHARE_CARD, SOFT, tick, writeLine } from './pictureParts'

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

/** Red and green that are read on the blue ground. */
const TONES = { red: '#ffa8b0', green: '#74e0b2' } as const
const STRIP = { top: 548, height: 280 }

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
/** A tick for each check that was passed, in a row, and the same in words. */
function ticks(context: Context, { checks, checked }: ShareCardContent): void {
  const { size, gap, top } = TICK
  for (let index = 0; index < checks; index++) {
    const left = MARGIN + index * (size + gap)
    tick(context, left, top, size)
  }
  const from = MARGIN + checks * (size + gap) + 8
  writeLine(context, checked, from, top + 34, { size: 34, weight: 600, width: MARGIN + INNER - from })
}

/** Draws the picture; it has its own colors, since it is seen outside of the app and its themes. */
export function drawShareCard(context: Context, content: ShareCardContent): void {
  const { width } = SHARE_CARD
  head(context, content)
  writeLine(context, content.product, MARGIN, 262, { size: 58, weight: 600 })
  writeLine(context, content.terms, MARGIN, 320, { size: 36, weight: 600, color: TONES[content.tone] })
  writeLine(context, content.result, MARGIN, 460, { size: 132, weight: 700 })
  writeLine(context, content.status, MARGIN, 518, { size: 36, color: SOFT })
  strip(context, content)
  const half = INNER / 2 - 24
  for (const [side, x, align] of [
    [content.entry, MARGIN, 'left'],
    [content.exit, width - MARGIN, 'right'],
  ] as const) {
    writeLine(context, side.label, x, 890, { size: 30, color: SOFT, align, width: half })
    writeLine(context, side.price, x, 940, { size: 44, weight: 600, align, width: half })
    writeLine(context, side.time, x, 984, { size: 30, color: SOFT, align, width: half })
  }
  ticks(context, content)
  context.fillStyle = '#fff'
  panel(context, MARGIN - 32, 1130, INNER + 64, 222, 36)
  const text = { width: INNER - 16 - QR_SIZE }
  writeLine(context, content.codeLabel, MARGIN - 4, 1180, { size: 32, color: '#5d6b85', ...text })
  writeLine(context, content.code, MARGIN - 4, 1238, { size: 52, weight: 700, color: '#0d1526', ...text })
  writeLine(context, content.codeHint, MARGIN - 4, 1286, { size: 34, color: '#5d6b85', ...text })
  writeLine(context, content.address, MARGIN - 4, 1332, { size: 32, color: '#1b57f0', ...text })
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
