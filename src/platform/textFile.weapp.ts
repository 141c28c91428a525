import Taro from '@tarojs/taro'
import type { FileProblem } from './textFile'
import { wxFailure } from './wxFailure.weapp'

const BYTES_MAX = 8_000_000

/** From a chat: WeChat lets a program see no other files. */
export async function openTextFile(): Promise<{ text: string } | FileProblem | undefined> {
  try {
    const { tempFiles } = await Taro.chooseMessageFile({ count: 1, type: 'file', extension: ['json', 'txt'] })
    const [file] = tempFiles
    if (!file) return undefined
    if (file.size > BYTES_MAX) return 'tooLarge'
    return { text: String(Taro.getFileSystemManager().readFileSync(file.path, 'utf8')) }
  } catch (error) {
    return wxFailure(error) === 'cancelled' ? undefined : 'unreadable'
  }
}
