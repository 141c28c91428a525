import Taro from '@tarojs/taro'
import { type PageUrl, WELCOME_URL } from '../routes'

/** WeChat launches with the first page of the app's configuration; a user is taken on to a tab from there. */
export function startAt(url: PageUrl): void {
  const { path = '' } = Taro.getLaunchOptionsSync()
  if (`/${path}` !== WELCOME_URL) return
  // The program is registered at the end of this task, and navigates only then.
  setTimeout(() => void Taro.switchTab({ url }).catch(() => undefined))
}
