import Taro from '@tarojs/taro'
import { writeOwnFile } from './ownFiles.weapp'
import type { Picture, PictureResult } from './picture'
import { wxFailure } from './wxFailure.weapp'

type Draw = (context: CanvasRenderingContext2D) => void

/** Drawn on a canvas that is not shown; WeChat's own sheet sends, saves or collects it. */
export async function makePicture(width: number, height: number, draw: Draw): Promise<Picture | undefined> {
  try {
    const canvas = Taro.createOffscreenCanvas({ type: '2d', width, height })
    draw(canvas.getContext('2d') as CanvasRenderingContext2D)
    const path = await fileOf(canvas as unknown as Taro.Canvas)
    return {
      previewUrl: path,
      byHolding: false,
      canShare: true,
      share: () => resultOf(Taro.showShareImageMenu({ path })),
      save: () => resultOf(Taro.saveImageToPhotosAlbum({ filePath: path })),
      release: () => undefined,
    }
  } catch {
    return undefined
  }
}

/** WeChat for Mac, and older ones for iOS, make no file of a canvas that is not shown, but do tell its bytes. */
async function fileOf(canvas: Taro.Canvas): Promise<string> {
  try {
    return (await Taro.canvasToTempFilePath({ canvas, fileType: 'png' })).tempFilePath
  } catch {
    const [, bytes = ''] = canvas.toDataURL('image/png', 1).split(',')
    return writeOwnFile('result.png', bytes, 'base64')
  }
}

const resultOf = (asked: Promise<unknown>): Promise<PictureResult> => asked.then(() => 'done', wxFailure)
