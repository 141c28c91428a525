import Taro from '@tarojs/taro'

/** A short tick under the finger, if the device has one and the user has not asked for less motion. */
export function tapFeedback(): void {
  try {
    if (process.env.TARO_ENV === 'h5') {
      if (!window.matchMedia?.('(prefers-reduced-motion: reduce)').matches) navigator.vibrate?.(10)
    } else Taro.vibrateShort({ type: 'light' })
  } catch {
    // A device without a motor is no error.
  }
}
