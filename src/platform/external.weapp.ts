import Taro from '@tarojs/taro'
import type { OpenResult } from './external'
import { safeExternalUrl } from './externalUrl'

/** A mini program cannot leave itself: the address goes to the clipboard, which WeChat tells the user. */
export function openExternal(url: string): OpenResult {
  const safe = safeExternalUrl(url)
  if (safe === undefined) return false
  Taro.setClipboardData({ data: safe })
  return 'opened'
}
