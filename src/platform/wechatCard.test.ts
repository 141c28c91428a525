import { tellShell } from './shell'
import { startWechatCard } from './wechatCard'

const WECHAT =
  'Mozilla/5.0 (Linux; Android 13) AppleWebKit/537.36 Chrome/116.0 Mobile Safari/537.36 MicroMessenger/8.0.50'
const SIGNATURE = { appId: 'wx0123456789abcdef', timestamp: 1, nonce: 'n', signature: '0'.repeat(40) }
const news = { type: 'share' as const, title: 'News', url: 'https://fair.example/h5/#/pages/news/detail?id=1' }
const product = {
  type: 'share' as const,
  title: 'Gold',
  url: 'https://fair.example/h5/#/pages/Detail/Detail?symbol=XAU',
}

/** WeChat's script comes, and keeps what it is told. */
function letScriptCome() {
  const told: unknown[] = []
  const appended: string[] = []
  jest.spyOn(document.head, 'append').mockImplementation((script) => {
    appended.push((script as HTMLScriptElement).src)
    Reflect.set(window, 'wx', {
      config: (options: object) => told.push(['config', options]),
      ready: (work: () => void) => work(),
      updateAppMessageShareData: (card: object) => told.push(['chat', card]),
      updateTimelineShareData: (card: object) => told.push(['moments', card]),
    })
    ;(script as HTMLScriptElement).onload?.(new Event('load'))
  })
  return { told, appended }
}

test('no other browser loads the script, and without an account WeChat’s does not either', async () => {
  const { appended } = letScriptCome()
  const sign = jest.fn(async () => undefined)
  await startWechatCard(() => 'Fairtick', sign)
  expect(sign).not.toHaveBeenCalled()
  jest.spyOn(navigator, 'userAgent', 'get').mockReturnValue(WECHAT)
  await startWechatCard(() => 'Fairtick', sign)
  expect(sign.mock.calls).toEqual([[window.location.href.split('#')[0]]])
  expect(appended).toEqual([])
  expect(tellShell(news)).toBe(false)
})

test('the page that is shown becomes the card of WeChat’s menu, and so does the next one', async () => {
  jest.spyOn(navigator, 'userAgent', 'get').mockReturnValue(WECHAT)
  const { told, appended } = letScriptCome()
  tellShell(news)
  await startWechatCard(
    () => 'Fairtick',
    async () => SIGNATURE,
  )
  expect(appended).toEqual(['https://res.wx.qq.com/open/js/jweixin-1.6.0.js'])
  const card = { title: 'News', desc: 'Fairtick', link: news.url, imgUrl: `${window.location.origin}/h5/touch-180.png` }
  expect(told).toEqual([
    ['config', expect.objectContaining({ appId: SIGNATURE.appId, nonceStr: 'n', signature: SIGNATURE.signature })],
    ['chat', card],
    ['moments', card],
  ])
  expect(tellShell(product)).toBe(true)
  expect(told.slice(3)).toEqual([
    ['chat', { ...card, title: 'Gold', link: product.url }],
    ['moments', { ...card, title: 'Gold', link: product.url }],
  ])
})
