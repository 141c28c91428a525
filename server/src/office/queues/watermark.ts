import { loadSharp } from '../../shared/pictures'

const QUALITY = 80
const LINES = 5

/** Letters of a login need no escaping in SVG: it has none of < > & " '. */
const lines = (text: string, width: number, height: number) =>
  Array.from({ length: LINES }, (_, index) => {
    const y = Math.round(((index + 0.5) * height) / LINES)
    return `<text x="50%" y="${y}" transform="rotate(-18 ${Math.round(width / 2)} ${y})">${text}</text>`
  }).join('')

/** The picture as JPEG with the viewer's login and the time across it: a leaked copy tells where it came from. */
export async function watermark(picture: Buffer, login: string, nowMs: number): Promise<Buffer> {
  const sharp = await loadSharp()
  const image = sharp(picture)
  const { width, height } = await image.metadata()
  const text = `${login} ${new Date(nowMs).toISOString().slice(0, 16)}Z`
  const style = `font-family="sans-serif" font-size="${Math.max(12, Math.round(width / 18))}" text-anchor="middle"`
  const paint = 'fill="#ffffff" fill-opacity="0.35" stroke="#000000" stroke-opacity="0.35" stroke-width="1"'
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><g ${style} ${paint}>${lines(text, width, height)}</g></svg>`
  return image
    .composite([{ input: Buffer.from(svg) }])
    .jpeg({ quality: QUALITY })
    .toBuffer()
}
