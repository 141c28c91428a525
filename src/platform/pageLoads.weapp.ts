import Taro from '@tarojs/taro'

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

/** Restarts the program; with a newer one that WeChat has fetched, if there is one. */
export function reloadPage(): void {
  Taro.getUpdateManager?.().applyUpdate()
}

export const tabMark = { has: () => true, set: () => undefined, clear: () => undefined }
