import Taro from '@tarojs/taro'
import type { Picture } from './picture'

type Draw = (context: CanvasRenderingContext2D) => void

/** Drawn on a canvas that is not shown; WeChat's own sheet sends, saves or collects it. */
export async function makePicture(width: number, height: number, draw: Draw): Promise<Picture | undefined> {
  try {
    const canvas = Taro.createOffscreenCanvas({ type: '2d', width, height })
    draw(canvas.getContext('2d') as CanvasRenderingContext2D)
    const { tempFilePath } = await Taro.canvasToTempFilePath({
      canvas: canvas as unknown as Taro.Canvas,
      fileType: 'png',
    })
    return {
      previewUrl: tempFilePath,
      byHolding: false,
      canShare: true,
      share: () => done(Taro.showShareImageMenu({ path: tempFilePath })),
      save: () => done(Taro.saveImageToPhotosAlbum({ filePath: tempFilePath })),
      release: () => undefined,
    }
  } catch {
    return undefined
  }
}

const done = (asked: Promise<unknown>): Promise<boolean> =>
  asked.then(
    () => true,
    (error: { errMsg?: string } | undefined) => error?.errMsg?.includes('cancel') === true,
  )
