import Taro from '@tarojs/taro'

/** Shows what the user lets this program do. WeChat takes it on a tap only. */
export function openSettings(): void {
  Taro.openSetting().catch(() => undefined)
}
