import Taro from '@tarojs/taro'

/** WeChat keeps the program on the device itself, and tells when it has fetched a newer one behind the one that runs. */
export function startOffline(onUpdate: () => void): () => void {
  Taro.getUpdateManager?.().onUpdateReady(onUpdate)
  return () => undefined
}
