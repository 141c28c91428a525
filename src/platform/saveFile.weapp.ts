import Taro from '@tarojs/taro'
import type { SaveResult } from './saveFile'

/** A mini program has no downloads: the file is written to its own folder and handed to a chat of the user's choice. */
export async function saveFile(name: string, _type: string, text: string): Promise<SaveResult> {
  const filePath = `${Taro.env.USER_DATA_PATH}/${name}`
  try {
    Taro.getFileSystemManager().writeFileSync(filePath, text, 'utf8')
    await Taro.shareFileMessage({ filePath, fileName: name })
    return 'saved'
  } catch {
    return 'failed'
  }
}
