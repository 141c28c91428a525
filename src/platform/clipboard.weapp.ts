import Taro from '@tarojs/taro'

export async function copyText(text: string): Promise<boolean> {
  try {
    await Taro.setClipboardData({ data: text })
    // WeChat shows its own toast, in its own language; ours follows.
    Taro.hideToast()
    return true
  } catch {
    return false
  }
}
