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
  /** How much larger the user wants text. */
  fontSizeScaleFactor: number
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
  fontSizeScaleFactor: 1,
}

export function deviceFunctions(device: Device, answer: Answer) {
  const { windowWidth, windowHeight, pixelRatio, statusBarHeight, fontSizeScaleFactor } = device
  const safeArea = {
    top: statusBarHeight,
    left: 0,
    right: windowWidth,
    bottom: windowHeight - device.safeAreaBottom,
    width: windowWidth,
    height: windowHeight - device.safeAreaBottom - statusBarHeight,
  }
  const window = { windowWidth, windowHeight, screenWidth: windowWidth, screenHeight: windowHeight, pixelRatio }
  const app = {
    SDKVersion: '3.8.0',
    language: device.language,
    theme: device.theme,
    version: '8.0.50',
    fontSizeScaleFactor,
  }
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
  'openSetting',
  'openDocument',
  'previewImage',
  'saveImageToPhotosAlbum',
  'openPrivacyContract',
  'showShareImageMenu',
]

export interface Call {
  name: string
  /** The route of the page in front. */
  page: string
  options: Record<string, unknown>
}

export function plainFunctions(
  answer: Answer,
  calls: Call[],
  front: () => { route: string; isTab: boolean },
  refusals: ReadonlyMap<string, string>,
) {
  const make = (name: string) => (options?: Options) => {
    const { route, isTab } = front()
    const refusal = ON_TABS_ONLY.includes(name) && !isTab ? 'not TabBar page' : refusals.get(name)
    if (refusal !== undefined) {
      answer.fail(name, options, refusal)
      return
    }
    calls.push({ name, page: route, options: { ...options } })
    answer.success(name, options)
  }
  return Object.fromEntries(PLAIN.map((name) => [name, make(name)]))
}

/** What the user of a phone chooses; undefined cancels. */
export interface Choices {
  /** A photo, or the words of WeChat's refusal. */
  photo: () => Buffer | string | undefined
  /** A file in a chat. */
  chatFile: () => string | undefined
  /** Whether this WeChat makes files of canvases that are not shown. */
  keepsOffscreen: boolean
}

const USUAL_CHOICES: Choices = { photo: () => undefined, chatFile: () => undefined, keepsOffscreen: true }

/** Photos and files of the phone, by the temporary paths that WeChat gives them. */
export function fileFunctions(files: Map<string, Buffer>, choices: Partial<Choices>, answer: Answer) {
  const { photo, chatFile, keepsOffscreen } = { ...USUAL_CHOICES, ...choices }
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
      const content = photo()
      if (content === undefined) return answer.fail('chooseMedia', options, 'cancel')
      if (typeof content === 'string') return answer.fail('chooseMedia', options, content)
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
    chooseMessageFile: (options: Options) => {
      const content = chatFile()
      if (content === undefined) return answer.fail('chooseMessageFile', options, 'cancel')
      const path = keep(Buffer.from(content))
      answer.success('chooseMessageFile', options, { tempFiles: [{ path, size: content.length, name: 'file.json' }] })
    },
    canvasToTempFilePath: (options: Options) =>
      keepsOffscreen
        ? answer.success('canvasToTempFilePath', options, { tempFilePath: keep(Buffer.from('picture')) })
        : answer.fail('canvasToTempFilePath', options, 'invalid viewId'),
    getFileSystemManager: () => ({
      writeFileSync: (path: string, text: string, encoding: BufferEncoding = 'utf8') =>
        files.set(path, Buffer.from(text, encoding)),
      readFileSync: (path: string) => {
        const content = files.get(path)
        if (!content) throw new Error('readFileSync:fail no such file or directory')
        return content.toString('utf8')
      },
      readdirSync: (folder: string) =>
        [...files.keys()].filter((path) => path.startsWith(`${folder}/`)).map((path) => path.slice(folder.length + 1)),
      unlinkSync: (path: string) => files.delete(path),
    }),
  }
}
