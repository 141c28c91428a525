import Taro from '@tarojs/taro'

/** WeChat asks before it opens the dialler; the user who says no has nothing to be told. */
export function callPhone(number: string): void {
  Taro.makePhoneCall({ phoneNumber: number }).catch(() => undefined)
}
