import Taro from '@tarojs/taro'
import { HOME_URL, type PageUrl } from '../routes'

/** WeChat launches with home, which is the first page of the app's configuration; a visitor is taken on from there. */
export function startAt(url: PageUrl): void {
  const { path = '' } = Taro.getLaunchOptionsSync()
  if (url === HOME_URL || `/${path}` !== HOME_URL) return
  // The program is registered at the end of this task, and navigates only then.
  setTimeout(() => void Taro.reLaunch({ url }).catch(() => undefined))
}
