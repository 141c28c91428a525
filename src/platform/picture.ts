import { download, shareFile } from './saveFile'
import { savesFiles } from './shell'

/** `denied`: WeChat does not let this program reach the album. */
export type PictureResult = 'done' | 'cancelled' | 'denied' | 'failed'

/** A picture that the app has drawn. */
export interface Picture {
  /** For an image on the page. */
  previewUrl: string
  /** Whether the device has its own sheet that takes pictures. */
  canShare: boolean
  /** Hands it to the device's own sheet, with `title`. */
  share(title: string): Promise<PictureResult>
  /** This shell saves only what the user presses and holds; `save` does nothing there. */
  byHolding: boolean
  /** Saves it as a file, or to the album. */
  save(name: string): Promise<PictureResult>
  /** Frees its memory; it can't be shown any more. */
  release(): void
}

type Draw = (context: CanvasRenderingContext2D) => void

/** Draws a picture of this many pixels. Undefined if the device can't. The twin is `picture.weapp.ts`. */
export async function makePicture(width: number, height: number, draw: Draw): Promise<Picture | undefined> {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const context = canvas.getContext('2d')
  if (!context) return undefined
  draw(context)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  if (!blob) return undefined
  // The menu of a picture in WeChat, and in web views, knows no addresses of the kind "blob".
  const byHolding = !savesFiles()
  const previewUrl = byHolding ? canvas.toDataURL('image/png') : URL.createObjectURL(blob)
  const fileOf = (name: string) => new File([blob], name, { type: 'image/png' })
  return {
    previewUrl,
    byHolding,
    canShare: navigator.canShare?.({ files: [fileOf('picture.png')] }) ?? false,
    async share(title) {
      const result = await shareFile(fileOf('picture.png'), title)
      return result === 'shared' ? 'done' : (result ?? 'failed')
    },
    async save(name) {
      if (byHolding) return 'failed'
      download(previewUrl, name)
      return 'done'
    },
    release: () => URL.revokeObjectURL(previewUrl),
  }
}
