import Taro from '@tarojs/taro'
import type { Photo } from './photo'
import { wxFailure } from './wxFailure.weapp'

const QUALITY = 80
const SIDE_MAX = 2048

/** WeChat asks for the camera or the album itself, and shrinks. Throws 'denied' or 'failed' if it does not let the user. */
export async function choosePhoto(): Promise<Photo | undefined> {
  let path: string | undefined
  try {
    const chosen = await Taro.chooseMedia({
      count: 1,
      mediaType: ['image'],
      sourceType: ['camera', 'album'],
      sizeType: ['compressed'],
    })
    path = chosen.tempFiles[0]?.tempFilePath
  } catch (error) {
    const failure = wxFailure(error)
    if (failure === 'cancelled') return undefined
    throw failure
  }
  if (!path) return undefined
  const smaller = await shrink(path).catch(() => path)
  return { source: smaller, previewUrl: smaller }
}

/** Writing it again also drops what the camera wrote into it. A picture that is small already keeps its size. */
async function shrink(path: string): Promise<string> {
  const { width, height } = await Taro.getImageInfo({ src: path })
  const side = width >= height ? 'compressedWidth' : 'compressedHeight'
  const tooLarge = Math.max(width, height) > SIDE_MAX
  const { tempFilePath } = await Taro.compressImage({
    src: path,
    quality: QUALITY,
    ...(tooLarge ? { [side]: SIDE_MAX } : {}),
  })
  return tempFilePath
}

export function releasePreview(_previewUrl: string): void {
  // WeChat clears its temporary files itself.
}
