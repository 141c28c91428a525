import Taro from '@tarojs/taro'

/** WeChat asks before it opens the dialler; a user who says no needs no message. */
export function callPhone(number: string): void {
  Taro.makePhoneCall({ phoneNumber: number }).catch(() => undefined)
}
