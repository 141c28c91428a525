import { openExternal } from './external'
import { saveFile } from './saveFile'
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

  test('a file that it would not save is copied', async () => {
    jest.spyOn(navigator, 'userAgent', 'get').mockReturnValue(WECHAT)
    expect(await saveFile('record.csv', 'text/csv', 'a,b')).toBe('copied')
    expect(copied).toEqual(['a,b'])
  })
})
