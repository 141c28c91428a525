import { pickFile } from './pickFile'

/** A picture that the user chose, made small on the device. `source` is a Blob here and a file path in the mini program. */
export interface Photo {
  source: Blob | string
  /** For showing it before it is sent; empty if this browser cannot. Give it back with `releasePreview`. */
  previewUrl: string
}

/** Long side in pixels: enough to read an ID card, little enough for a slow network. */
const SIDE_MAX = 2048
const QUALITY = 0.85

/**
 * Lets the user take or choose a picture; undefined if they did not. Throws an error for a file that this browser cannot draw,
 * except for HEIC and AVIF, which are sent as they are: the server can read them. Drawing a picture again also
 * drops what the camera wrote into it (place, time, device). The twin is `photo.weapp.ts`.
 */
export async function choosePhoto(): Promise<Photo | undefined> {
  // Phones offer the camera and the album for this.
  const file = await pickFile('image/*')
  if (!file) return undefined
  const blob = await shrink(file).catch(async (error: unknown) => {
    if (await isForServer(file)) return undefined
    throw error
  })
  if (!blob) return { source: file, previewUrl: '' }
  return { source: blob, previewUrl: URL.createObjectURL(blob) }
}

/** Frees the memory behind a preview that is not shown any more. */
export function releasePreview(previewUrl: string): void {
  if (previewUrl !== '') URL.revokeObjectURL(previewUrl)
}

/** By its first bytes: a name or a type may say anything. */
async function isForServer(file: Blob): Promise<boolean> {
  const head = await file.slice(4, 12).text()
  return /^ftyp(hei[cmsx]|hevc|mif1|msf1|avi[fs])$/.test(head)
}

async function shrink(file: Blob): Promise<Blob> {
  const image = await load(file)
  const scale = Math.min(1, SIDE_MAX / Math.max(image.naturalWidth, image.naturalHeight))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(image.naturalWidth * scale))
  canvas.height = Math.max(1, Math.round(image.naturalHeight * scale))
  const context = canvas.getContext('2d')
  if (!context) throw new Error('unreadable')
  // A transparent picture would turn black.
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(image, 0, 0, canvas.width, canvas.height)
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('unreadable'))), 'image/jpeg', QUALITY)
  })
}

function load(file: Blob): Promise<HTMLImageElement> {
  const url = URL.createObjectURL(file)
  return new Promise<HTMLImageElement>((resolve, reject) => {
    const image = new Image()
    image.onload = () => resolve(image)
    image.onerror = () => reject(new Error('unreadable'))
    image.src = url
  }).finally(() => URL.revokeObjectURL(url))
}
