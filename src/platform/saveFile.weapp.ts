import Taro from '@tarojs/taro'
import { writeOwnFile } from './ownFiles.weapp'
import type { SaveResult } from './saveFile'
import { wxFailure } from './wxFailure.weapp'

/** A mini program has no downloads: the file is written to its own folder and handed to a chat of the user's choice. */
export async function saveFile(name: string, _type: string, text: string): Promise<SaveResult> {
  try {
    await Taro.shareFileMessage({ filePath: writeOwnFile(name, text, 'utf8'), fileName: name })
    return 'sent'
  } catch (error) {
    if (/gesture/i.test(String((error as { errMsg?: string } | null)?.errMsg))) return 'ready'
    return wxFailure(error) === 'cancelled' ? 'cancelled' : 'notSent'
  }
}
