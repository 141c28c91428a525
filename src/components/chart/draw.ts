/** The canvas of charts. */
export interface Picture {
  readonly context: CanvasRenderingContext2D
  /** Device pixels per CSS pixel. */
  readonly ratio: number
  /** In CSS pixels. */
  readonly layout: { readonly width: number; readonly height: number }
}

export const FONT = '11px Inter,-apple-system,"PingFang SC","Noto Sans CJK SC",Roboto,sans-serif'
export const FONT_BOLD = `600 ${FONT}`
export const FONT_SMALL = FONT.replace('11px', '10px')

/** The nearest edge between two device pixels, where a line begins without blur. */
export function crisp(value: number, ratio: number): number {
  return Math.round(value * ratio) / ratio
}

/** A level line of one CSS pixel, sharp at every ratio. */
export function levelLine(picture: Picture, y: number, from: number, to: number): void {
  picture.context.fillRect(from, crisp(y - 0.5, picture.ratio), to - from, crisp(1, picture.ratio))
}

export interface Tag {
  text: string
  x: number
  y: number
  fill: string
  color: string
  align: 'left' | 'center' | 'right'
}

const TAG_HEIGHT = 18
const TAG_PADDING = 6
const TAG_RADIUS = 4

/** Width of `text` as a tag's label, in CSS pixels. */
export function tagWidth(context: CanvasRenderingContext2D, text: string): number {
  context.font = FONT_BOLD
  return Math.ceil(context.measureText(text).width) + 2 * TAG_PADDING
}

/** A filled label, kept inside the picture. `x` is its left, centre or right, `y` its middle. */
export function drawTag(picture: Picture, tag: Tag): void {
  const { context, layout, ratio } = picture
  const width = tagWidth(context, tag.text)
  const shift = tag.align === 'left' ? 0 : tag.align === 'right' ? width : width / 2
  const left = Math.max(0, Math.min(layout.width - width, tag.x - shift))
  const top = crisp(Math.max(0, Math.min(layout.height - TAG_HEIGHT, tag.y - TAG_HEIGHT / 2)), ratio)
  context.fillStyle = tag.fill
  roundedRect(context, left, top, width, TAG_HEIGHT, TAG_RADIUS)
  context.fill()
  context.fillStyle = tag.color
  drawText(context, tag.text, left + width / 2, top + TAG_HEIGHT / 2, 'center')
}

/** `y` is the middle of the text. The caller sets the font and the style. */
export function drawText(
  context: CanvasRenderingContext2D,
  text: string,
  x: number,
  y: number,
  align: 'left' | 'center' | 'right',
): void {
  context.textAlign = align
  context.textBaseline = 'middle'
  context.fillText(text, x, y + 0.5)
}

/** Some supported browsers lack `roundRect`. */
export function roundedRect(
  context: CanvasRenderingContext2D,
  x: number,
  y: number,
  w: number,
  h: number,
  r: number,
): void {
  context.beginPath()
  context.moveTo(x + r, y)
  context.arcTo(x + w, y, x + w, y + h, r)
  context.arcTo(x + w, y + h, x, y + h, r)
  context.arcTo(x, y + h, x, y, r)
  context.arcTo(x, y, x + w, y, r)
  context.closePath()
}
