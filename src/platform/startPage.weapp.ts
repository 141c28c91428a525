import Taro from '@tarojs/taro'
import { HOME_URL, type PageUrl } from '../routes'

const launchUrl = () => `/${Taro.getLaunchOptionsSync().path ?? ''}`

/** Whether the program was opened by its icon, and not by a card of some page. */
export const startsAtHome = (): boolean => launchUrl() === HOME_URL

/** WeChat launches with home, which is the first page of the app's configuration; a visitor is taken on from there. */
export function startAt(url: PageUrl): void {
  if (url === HOME_URL || !startsAtHome()) return
  // The program is registered at the end of this task, and navigates only then.
  setTimeout(() => void Taro.reLaunch({ url }).catch(() => undefined))
}
