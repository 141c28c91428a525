import Taro from '@tarojs/taro'
import type { Photo } from './photo'

const QUALITY = 80
const SIDE_MAX = 2048

/** WeChat asks for the camera or the album itself, and shrinks. */
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
  } catch {
    return undefined
  }
  if (!path) return undefined
  const { tempFilePath } = await Taro.compressImage({
    src: path,
    quality: QUALITY,
    compressedWidth: SIDE_MAX,
  } as Taro.compressImage.Option).catch(() => ({ tempFilePath: path }))
  return { source: tempFilePath, previewUrl: tempFilePath }
}

export function releasePreview(_previewUrl: string): void {
  // WeChat clears its temporary files itself.
}
