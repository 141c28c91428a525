import Taro from '@tarojs/taro'
import { safeExternalUrl } from './externalUrl'

/** A mini program cannot leave itself: the address goes to the clipboard, which WeChat tells the user. */
export function openExternal(url: string): boolean {
  const safe = safeExternalUrl(url)
  if (safe === undefined) return false
  Taro.setClipboardData({ data: safe })
  return true
}
