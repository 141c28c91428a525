import Taro from '@tarojs/taro'

const BYTES_MAX = 8_000_000

/** From a chat: WeChat lets a program see no other files. */
export async function openTextFile(): Promise<string | 'tooLarge' | undefined> {
  try {
    const { tempFiles } = await Taro.chooseMessageFile({ count: 1, type: 'file', extension: ['json', 'txt'] })
    const [file] = tempFiles
    if (!file) return undefined
    if (file.size > BYTES_MAX) return 'tooLarge'
    return String(Taro.getFileSystemManager().readFileSync(file.path, 'utf8'))
  } catch {
    return undefined
  }
}
