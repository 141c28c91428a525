import { openExternal } from './external'
import { saveFile, shareFile } from './saveFile'
import { hasShellBar, opensLinks, readShell, savesFiles, tellShell } from './shell'

const ANDROID =
  'Mozilla/5.0 (Linux; Android 14; V2324A) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/116.0.0.0 Mobile Safari/537.36'
const WECHAT = `${ANDROID} XWEB/1160083 MMWEBSDK/20240404 MicroMessenger/8.0.49.2600(0x28003133) WeChat/arm64 NetType/WIFI Language/zh_CN`
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 MicroMessenger/8.0.49(0x1800312c) NetType/WIFI Language/zh_CN'
const WINDOWS =
  'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/107.0.0.0 Safari/537.36 MicroMessenger/7.0.20.1781(0x6700143B) NetType/WIFI MiniProgramEnv/Windows WindowsWechat'

afterEach(() => {
  jest.restoreAllMocks()
  Reflect.deleteProperty(window, 'wx')
  Reflect.deleteProperty(window, '__wxjs_environment')
})

test.each([
  ['a phone’s browser', ANDROID, undefined, 'browser'],
  ['WeChat’s browser on Android', WECHAT, undefined, 'wechat'],
  ['WeChat’s browser on an iPhone', IPHONE, 'browser', 'wechat'],
  ['a web view on Android', `${WECHAT} miniProgram/wx1234567890abcdef`, undefined, 'miniProgram'],
  ['a web view on an iPhone that tells by its environment alone', IPHONE, 'miniprogram', 'miniProgram'],
  ['a web view on Windows', WINDOWS, undefined, 'miniProgram'],
  ['a page that sets the environment itself', ANDROID, 'miniprogram', 'browser'],
])('%s is known', (_, userAgent, environment, shell) => {
  expect(readShell(userAgent, environment)).toBe(shell)
})

const APPLE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)'

test.each([
  ['an app with Android’s own web view', ANDROID.replace('V2324A)', 'V2324A; wv)'), 'webView'],
  ['LINE', `${ANDROID} Line/14.8.0/IAB`, 'webView'],
  ['KakaoTalk', `${ANDROID} KAKAOTALK/10.8.3 (INAPP)`, 'webView'],
  ['Facebook on Android', `${ANDROID} [FB_IAB/FB4A;FBAV/460.0.0.46.118;]`, 'webView'],
  ['Telegram', `${ANDROID} Telegram-Android/11.2.3 (Xiaomi; Android 14; SDK 34; AVERAGE)`, 'webView'],
  ['TikTok', `${ANDROID} musical_ly_2023407030 BytedanceWebview/d8a21c6`, 'webView'],
  ['any app on an iPhone', `${APPLE} Mobile/15E148`, 'webView'],
  ['Safari', `${APPLE} Version/18.5 Mobile/15E148 Safari/604.1`, 'browser'],
  ['Chrome on an iPhone', `${APPLE} CriOS/137.0.7151.79 Mobile/15E148 Safari/604.1`, 'browser'],
  ['Samsung’s browser', `${ANDROID.replace('Version/4.0', 'SamsungBrowser/27.0')}`, 'browser'],
])('%s is known', (_, userAgent, shell) => expect(readShell(userAgent, undefined)).toBe(shell))

test('a page that was installed on an iPhone is no web view', () =>
  expect(readShell(`${APPLE} Mobile/15E148`, undefined, true)).toBe('browser'))

test('each shell is treated as what it can do', () => {
  const userAgent = jest.spyOn(navigator, 'userAgent', 'get')
  const abilities = () => [hasShellBar(), opensLinks(), savesFiles()]
  userAgent.mockReturnValue(ANDROID)
  expect(abilities()).toEqual([false, true, true])
  userAgent.mockReturnValue(WECHAT)
  expect(abilities()).toEqual([false, true, false])
  userAgent.mockReturnValue(`${WECHAT} miniProgram/wx1`)
  expect(abilities()).toEqual([true, false, false])
})

test('only a mini program that listens is told', () => {
  const message = { type: 'share' as const, title: 'News', url: 'https://fair.example/h5/#/pages/news/detail?id=1' }
  const postMessage = jest.fn()
  Reflect.set(window, 'wx', { miniProgram: { postMessage } })
  expect(tellShell(message)).toBe(false)
  jest.spyOn(navigator, 'userAgent', 'get').mockReturnValue(`${WECHAT} miniProgram/wx1`)
  expect(tellShell(message)).toBe(true)
  expect(postMessage.mock.calls).toEqual([[{ data: message }]])
  Reflect.set(window, 'wx', { miniProgram: {} })
  expect(tellShell(message)).toBe(false)
})

describe('what WeChat does not do', () => {
  const copied: string[] = []
  beforeEach(() => {
    copied.length = 0
    Reflect.set(navigator, 'clipboard', { writeText: async (text: string) => copied.push(text) })
  })
  afterEach(() => Reflect.deleteProperty(navigator, 'clipboard'))

  test('a link that a web view would not open is copied, and only one that may be followed', () => {
    const opened = jest.spyOn(window, 'open').mockReturnValue(null)
    expect(openExternal('https://pay.example.com/a')).toBe('opened')
    jest.spyOn(navigator, 'userAgent', 'get').mockReturnValue(`${WECHAT} miniProgram/wx1`)
    expect(openExternal('https://pay.example.com/b')).toBe('copied')
    expect(openExternal('javascript:alert(1)')).toBe(false)
    expect(copied).toEqual(['https://pay.example.com/b'])
    expect(opened).toHaveBeenCalledTimes(1)
  })

  test.each([
    ['shared', async () => undefined],
    ['cancelled', () => Promise.reject(new DOMException('', 'AbortError'))],
    ['copied', () => Promise.reject(new DOMException('', 'NotAllowedError'))],
  ])('a file of a web view is offered to other apps: %s', async (result, share) => {
    Object.assign(navigator, { canShare: () => true, share })
    jest.spyOn(navigator, 'userAgent', 'get').mockReturnValue(`${ANDROID} Line/14.8.0/IAB`)
    expect(await saveFile('record.csv', 'text/csv', 'a,b')).toBe(result)
    expect(copied).toEqual(result === 'copied' ? ['a,b'] : [])
    for (const name of ['canShare', 'share']) Reflect.deleteProperty(navigator, name)
    expect(await shareFile(new File([''], 'a.csv'))).toBeUndefined()
  })

  test('a file that it would not save is copied', async () => {
    jest.spyOn(navigator, 'userAgent', 'get').mockReturnValue(WECHAT)
    expect(await saveFile('record.csv', 'text/csv', 'a,b')).toBe('copied')
    expect(copied).toEqual(['a,b'])
  })
})
