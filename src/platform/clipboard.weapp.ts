import Taro from '@tarojs/taro'

export async function copyText(text: string): Promise<boolean> {
  try {
    await Taro.setClipboardData({ data: text })
    // WeChat shows a toast of its own, in its own language; ours follows.
    Taro.hideToast()
    return true
  } catch {
    return false
  }
}
