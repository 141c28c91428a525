import type { Sharp } from 'sharp'
import { loadSharp } from '../shared/pictures'
import { decodeHeic } from './heic'

/** PRODUCT.md 13.3: the most pixels that are decoded at all. */
export const PIXELS_MAX = 40_000_000
/** The stored size: enough to read the small print of a document. */
const SIDE_MAX = 2_400
const JPEG_QUALITY = 85

const ASCII = (bytes: Buffer, from: number, to: number) => bytes.toString('latin1', from, to)
const PNG_TEXTS = new Set(['tEXt', 'zTXt', 'iTXt'])
const HEIC_BRANDS = new Set(['heic', 'heix', 'hevc', 'heim', 'heis', 'mif1', 'msf1'])

/** The type by the bytes; the name and the type that the client sent are ignored. */
export function sniffPicture(bytes: Buffer): 'jpeg' | 'png' | 'webp' | 'heic' | undefined {
  if (bytes.length < 16) return undefined
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return 'jpeg'
  if (bytes.subarray(0, 8).equals(Buffer.from('89504e470d0a1a0a', 'hex'))) return 'png'
  if (ASCII(bytes, 0, 4) === 'RIFF' && ASCII(bytes, 8, 12) === 'WEBP') return 'webp'
  if (ASCII(bytes, 4, 8) === 'ftyp' && HEIC_BRANDS.has(ASCII(bytes, 8, 12))) return 'heic'
  return undefined
}

/**
 * A PNG without its texts, each of which may unpack to megabytes that nobody looks at. What is no sequence of chunks stays as it
 * is: its decoder refuses it.
 */
function withoutTexts(png: Buffer): Buffer {
  const kept = [png.subarray(0, 8)]
  for (let at = 8; at + 12 <= png.length; ) {
    const end = at + 12 + png.readUInt32BE(at)
    if (!PNG_TEXTS.has(ASCII(png, at + 4, at + 8))) kept.push(png.subarray(at, end))
    at = end
  }
  return Buffer.concat(kept)
}

async function openPicture(bytes: Buffer): Promise<Sharp | undefined> {
  const sharp = await loadSharp()
  const picture = sharp(bytes, { failOn: 'error', limitInputPixels: PIXELS_MAX, sequentialRead: true })
  // Read from the header, before a single pixel is unpacked.
  const { width, height } = await picture.metadata()
  return width * height > PIXELS_MAX ? undefined : picture
}

async function openHeic(bytes: Buffer): Promise<Sharp | undefined> {
  const raw = await decodeHeic(bytes, PIXELS_MAX)
  const sharp = await loadSharp()
  return raw && sharp(raw.data, { raw: { width: raw.width, height: raw.height, channels: 4 } })
}

/**
 * Re-encodes a picture: upright, at most 2,400 px a side, JPEG, without any metadata. Undefined when the bytes are not
 * a supported picture, are damaged, or hold more than 40 megapixels.
 */
export async function remakePicture(bytes: Buffer): Promise<Buffer | undefined> {
  const kind = sniffPicture(bytes)
  if (kind === undefined) return undefined
  try {
    const picture =
      kind === 'heic' ? await openHeic(bytes) : await openPicture(kind === 'png' ? withoutTexts(bytes) : bytes)
    return await picture
      ?.autoOrient()
      .resize({ width: SIDE_MAX, height: SIDE_MAX, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .jpeg({ quality: JPEG_QUALITY })
      .timeout({ seconds: 10 })
      .toBuffer()
  } catch {
    // Every failure here is caused by the bytes: sharp touches nothing else.
    return undefined
  }
}
