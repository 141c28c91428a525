import Taro from '@tarojs/taro'
import { HOME_URL } from '../routes'

type Stop = () => void
const never = (): Stop => () => undefined

export const onPageLoadStart = never
export const onPageLoadEnd = never
export const onChunkFailed = never
export const wayBack = () => undefined

/** Pushes a page; settles when it has come. */
export const pushPage = (url: string): Promise<unknown> => Taro.navigateTo({ url })

export function onPageNotFound(handler: (path: string) => void): Stop {
  const listener = ({ path }: { path: string }) => handler(path)
  Taro.onPageNotFound?.(listener)
  return () => Taro.offPageNotFound?.(listener)
}

/** Restarts the program with a newer one that WeChat has fetched; without one, begins again at home. */
export function reloadPage(): void {
  Taro.getUpdateManager?.().applyUpdate()
  void Taro.reLaunch({ url: HOME_URL }).catch(() => undefined)
}

export const reloadOnce = () => false
