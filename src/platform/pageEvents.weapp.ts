import Taro from '@tarojs/taro'

type Stop = () => void

let visible = true
let online = true
Taro.onAppShow(() => {
  visible = true
})
Taro.onAppHide(() => {
  visible = false
})

export const isVisible = (): boolean => visible
export const isOnline = (): boolean => online

export function onResume(handler: () => void): Stop {
  Taro.onAppShow(handler)
  return () => Taro.offAppShow(handler)
}

/** WeChat keeps a mini program in the background as it is, and reports when it comes back. */
export const onLeave =
  (_handler: () => void): Stop =>
  () =>
    undefined
export const onHide = onLeave

export function onNetworkChange(handler: (online: boolean) => void): Stop {
  const listener = (status: { isConnected: boolean }) => {
    online = status.isConnected
    handler(online)
  }
  Taro.onNetworkStatusChange(listener)
  // WeChat tells of changes only.
  Taro.getNetworkType().then(
    ({ networkType }) => networkType === 'none' && listener({ isConnected: false }),
    () => undefined,
  )
  return () => Taro.offNetworkStatusChange(listener)
}

/** A mini program gets no key events outside of fields. */
export const onKeyDown =
  (_handler: (key: string) => void): Stop =>
  () =>
    undefined
