import { randomBytes } from 'node:crypto'
import type { Answer, Options } from './wx'

/** The phone: what it measures and says about itself. */
export interface Device {
  windowWidth: number
  windowHeight: number
  pixelRatio: number
  statusBarHeight: number
  /** Below it is the home indicator of a phone without a home button. */
  safeAreaBottom: number
  /** WeChat's own button over the page; undefined if it has not been laid out yet. */
  capsule: { top: number; left: number; right: number; bottom: number; width: number; height: number } | undefined
  theme: 'light' | 'dark'
  language: string
}

/** A current phone with a notch. */
export const PHONE: Device = {
  windowWidth: 393,
  windowHeight: 852,
  pixelRatio: 3,
  statusBarHeight: 54,
  safeAreaBottom: 34,
  capsule: { top: 58, left: 298, right: 385, bottom: 90, width: 87, height: 32 },
  theme: 'light',
  language: 'zh_CN',
}

export function deviceFunctions(device: Device, answer: Answer) {
  const { windowWidth, windowHeight, pixelRatio, statusBarHeight } = device
  const safeArea = {
    top: statusBarHeight,
    left: 0,
    right: windowWidth,
    bottom: windowHeight - device.safeAreaBottom,
    width: windowWidth,
    height: windowHeight - device.safeAreaBottom - statusBarHeight,
  }
  const window = { windowWidth, windowHeight, screenWidth: windowWidth, screenHeight: windowHeight, pixelRatio }
  const app = { SDKVersion: '3.8.0', language: device.language, theme: device.theme, version: '8.0.50' }
  const model = { platform: 'ios', brand: 'iPhone', model: 'iPhone 15', system: 'iOS 17.5' }
  return {
    getWindowInfo: () => ({ ...window, statusBarHeight, safeArea, screenTop: 0 }),
    getAppBaseInfo: () => ({ ...app, host: { env: 'WeChat' } }),
    getDeviceInfo: () => model,
    getSystemSetting: () => ({}),
    getAppAuthorizeSetting: () => ({}),
    getSystemInfoSync: () => ({ ...window, ...app, ...model, statusBarHeight, safeArea }),
    getMenuButtonBoundingClientRect: () => device.capsule,
    getAccountInfoSync: () => ({ miniProgram: { appId: 'touristappid', envVersion: 'release', version: '1.0.0' } }),
    getRandomValues: (options: Options & { length: number }) =>
      answer.success('getRandomValues', options, { randomValues: new Uint8Array(randomBytes(options.length)).buffer }),
    getLaunchOptionsSync: () => ({ path: '', query: {}, scene: 1001 }),
    getEnterOptionsSync: () => ({ path: '', query: {}, scene: 1001 }),
  }
}

/** WeChat refuses these while the page in front is no tab. */
const ON_TABS_ONLY = [
  'setTabBarItem',
  'setTabBarStyle',
  'setTabBarBadge',
  'removeTabBarBadge',
  'showTabBar',
  'hideTabBar',
]

/** Functions that only have to succeed; what they were called with is written down. */
export const PLAIN = [
  ...ON_TABS_ONLY,
  'setNavigationBarColor',
  'setNavigationBarTitle',
  'setBackgroundColor',
  'setBackgroundTextStyle',
  'stopPullDownRefresh',
  'vibrateShort',
  'showToast',
  'hideToast',
  'showShareMenu',
  'pageScrollTo',
  'hideKeyboard',
  'shareFileMessage',
  'openDocument',
  'previewImage',
  'saveImageToPhotosAlbum',
  'openPrivacyContract',
  'showShareImageMenu',
]

export interface Call {
  name: string
  options: Record<string, unknown>
}

export function plainFunctions(answer: Answer, calls: Call[], isOnTab: () => boolean) {
  const make = (name: string) => (options?: Options) => {
    if (ON_TABS_ONLY.includes(name) && !isOnTab()) {
      answer.fail(name, options, 'not TabBar page')
      return
    }
    calls.push({ name, options: { ...options } })
    answer.success(name, options)
  }
  return Object.fromEntries(PLAIN.map((name) => [name, make(name)]))
}

/** Photos and files of the phone, by the temporary paths that WeChat gives them. */
export function fileFunctions(files: Map<string, Buffer>, chosen: () => Buffer | undefined, answer: Answer) {
  let made = 0
  const keep = (content: Buffer) => {
    made += 1
    const path = `http://tmp/photo${made}.png`
    files.set(path, content)
    return path
  }
  return {
    env: { USER_DATA_PATH: 'http://usr' },
    chooseMedia: (options: Options) => {
      const content = chosen()
      if (!content) return answer.fail('chooseMedia', options, 'cancel')
      const tempFilePath = keep(content)
      answer.success('chooseMedia', options, {
        type: 'image',
        tempFiles: [{ tempFilePath, size: content.length, fileType: 'image' }],
      })
    },
    getImageInfo: (options: Options & { src: string }) =>
      files.has(options.src)
        ? answer.success('getImageInfo', options, { width: 800, height: 500, path: options.src, type: 'png' })
        : answer.fail('getImageInfo', options, 'file not found'),
    compressImage: (options: Options & { src: string }) => {
      const content = files.get(options.src)
      if (!content) return answer.fail('compressImage', options, 'file not found')
      answer.success('compressImage', options, { tempFilePath: keep(content) })
    },
    canvasToTempFilePath: (options: Options) =>
      answer.success('canvasToTempFilePath', options, { tempFilePath: keep(Buffer.from('picture')) }),
    getFileSystemManager: () => ({
      writeFileSync: (path: string, text: string) => files.set(path, Buffer.from(text)),
      unlinkSync: (path: string) => files.delete(path),
    }),
  }
}
