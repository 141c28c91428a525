import Taro from '@tarojs/taro'

/** Of `navigator.vibrate`. WeChat knows the same names. */
const LENGTH_MS = { light: 10, medium: 25 }

/** A short tick under the finger, stronger for a result, if the device has one and the user has not asked for less motion. */
export function tapFeedback(type: keyof typeof LENGTH_MS = 'light'): void {
  try {
    if (process.env.TARO_ENV === 'h5') {
      if (!window.matchMedia?.('(prefers-reduced-motion: reduce)').matches) navigator.vibrate?.(LENGTH_MS[type])
    } else Taro.vibrateShort({ type })
  } catch {
    // A device without a motor is no error.
  }
}
