import type { Sharp } from 'sharp'
import { loadSharp } from '../shared/pictures'
import { decodeHeic } from './heic'

/** PRODUCT.md 13.3: the most pixels that are decoded at all. A JPEG is made smaller while it is decoded. */
export const PIXELS_MAX = 40_000_000
const JPEG_PIXELS_MAX = 70_000_000
/** The stored size: enough to read the small print of a document. */
const SIDE_MAX = 2_400
const JPEG_QUALITY = 85

const ASCII = (bytes: Buffer, from: number, to: number) => bytes.toString('latin1', from, to)
const PNG_TEXTS = new Set(['tEXt', 'zTXt', 'iTXt'])
const HEIC_BRANDS = new Set(['heic', 'heix', 'hevc', 'heim', 'heis', 'mif1', 'msf1'])

/** The brands of the box `ftyp`: the first one, behind its version the compatible ones. */
const brandsOf = (bytes: Buffer): string[] =>
  ASCII(bytes, 8, Math.min(bytes.readUInt32BE(0), bytes.length, 200)).match(/.{4}/gs) ?? []

/** The type by the bytes; the name and the type that the client sent are ignored. */
export function sniffPicture(bytes: Buffer): 'jpeg' | 'png' | 'webp' | 'heic' | 'avif' | undefined {
  if (bytes.length < 16) return undefined
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return 'jpeg'
  if (bytes.subarray(0, 8).equals(Buffer.from('89504e470d0a1a0a', 'hex'))) return 'png'
  if (ASCII(bytes, 0, 4) === 'RIFF' && ASCII(bytes, 8, 12) === 'WEBP') return 'webp'
  if (ASCII(bytes, 4, 8) === 'ftyp' && brandsOf(bytes).includes('avif')) return 'avif'
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

interface Reading {
  pixelsMax?: number
  failOn?: 'error' | 'warning'
}

async function openPicture(
  bytes: Buffer,
  { pixelsMax = PIXELS_MAX, failOn = 'error' }: Reading = {},
): Promise<Sharp | undefined> {
  const sharp = await loadSharp()
  const picture = sharp(bytes, { failOn, limitInputPixels: pixelsMax, sequentialRead: true })
  // Read from the header, before a single pixel is unpacked.
  const { width, height } = await picture.metadata()
  return width * height > pixelsMax ? undefined : picture
}

async function openHeic(bytes: Buffer): Promise<Sharp | undefined> {
  const raw = await decodeHeic(bytes, PIXELS_MAX)
  const sharp = await loadSharp()
  return raw && sharp(raw.data, { raw: { width: raw.width, height: raw.height, channels: 4 } })
}

function openKind(kind: NonNullable<ReturnType<typeof sniffPicture>>, bytes: Buffer) {
  switch (kind) {
    case 'heic':
      return openHeic(bytes)
    case 'png':
      return openPicture(withoutTexts(bytes))
    case 'jpeg':
      return openPicture(bytes, { pixelsMax: JPEG_PIXELS_MAX })
    case 'webp':
    case 'avif':
      return openPicture(bytes)
  }
}

async function encode(open: () => Promise<Sharp | undefined>): Promise<Buffer | undefined> {
  try {
    const picture = await open()
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

const JPEG_END = Buffer.from('ffd9', 'hex')

/**
 * Re-encodes a picture: upright, at most 2,400 px a side, JPEG, without any metadata. Undefined when the bytes are not
 * a supported picture, are damaged, or hold more than 40 megapixels, as JPEG 70.
 */
export async function remakePicture(bytes: Buffer): Promise<Buffer | undefined> {
  const kind = sniffPicture(bytes)
  if (kind === undefined) return undefined
  const picture = await encode(() => openKind(kind, bytes))
  if (picture || kind !== 'jpeg' || bytes.subarray(-2).equals(JPEG_END)) return picture
  // Some cameras and messengers leave out the last marker, though every pixel is there; a warning means that some are not.
  const whole = Buffer.concat([bytes, JPEG_END])
  return encode(() => openPicture(whole, { pixelsMax: JPEG_PIXELS_MAX, failOn: 'warning' }))
}
