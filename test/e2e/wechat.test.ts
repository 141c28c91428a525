import { enter } from './account'
import { lasting, overflowOn, violationsOn } from './pageChecks'
import { beginning, textsOf } from './texts'
import { demo, ORIGIN, visitors } from './visitors'

const t = textsOf('zh-CN')
const ANDROID =
  'Mozilla/5.0 (Linux; Android 14; V2324A) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/116.0.0.0 Mobile Safari/537.36'
const WECHAT = `${ANDROID} XWEB/1160083 MicroMessenger/8.0.49.2600(0x28003133) WeChat/arm64 NetType/WIFI Language/zh_CN`
const WEB_VIEW = `${WECHAT} miniProgram/wx1234567890abcdef`

const visitor = visitors()

/** The demo user in WeChat; `told` is what the mini program around the page has heard. */
async function arrive(userAgent: string) {
  const { page, actor, tab, complaints, close } = await visitor()
  await page.setUserAgent({ userAgent })
  await page.setBypassCSP(true)
  await page.evaluateOnNewDocument(() => {
    const heard: unknown[] = []
    Object.assign(window, { heard, wx: { miniProgram: { postMessage: (message: unknown) => heard.push(message) } } })
  })
  await enter(actor, t, demo)
  const told = () => page.evaluate(() => JSON.stringify(Reflect.get(window, 'heard')))
  const looksRight = async () => {
    expect(await lasting(overflowOn, tab)).toEqual([])
    expect(await lasting(violationsOn, tab)).toEqual([])
  }
  return { page, actor, complaints, close, told, looksRight }
}

test('in the web view of a mini program the shell’s bar is the only one, and hears what can be shared', async () => {
  const { page, actor, complaints, close, told, looksRight } = await arrive(WEB_VIEW)
  await actor.open('/pages/set/set')
  // The title is for screen readers only, in a bar without a height; `heading` finds what is rendered.
  await actor.sees(t('settings.display'))
  expect(await actor.has('button', t('common.back'))).toBe(false)
  expect(await page.title()).toContain(t('title.settings'))
  await looksRight()
  await actor.screenshot('web-view-settings')

  await actor.open('/pages/news/news')
  await actor.sees(t('common.noMore'))
  const [title = ''] = await page.$$eval('.news-card__title', (nodes) => nodes.map((node) => node.textContent ?? ''))
  await actor.presses(beginning(title))
  await actor.arrivesAt('/pages/news/detail')
  await actor.presses(t('content.share'))
  await actor.sees(t('shell.inApp.shareByMenu'))
  expect(await told()).toContain(`"type":"share","title":"${title}","url":"${ORIGIN}/h5/#/pages/news/detail?id=`)
  await looksRight()
  await actor.screenshot('web-view-news')
  expect(complaints).toEqual([])
  await close()
})

test('in LINE a file is handed to another app, or copied, and never said to be saved', async () => {
  const { page, actor, complaints, close } = await arrive(`${ANDROID} Line/14.8.0/IAB`)
  await actor.open('/pages/money-record/money-record')
  await actor.presses(t('wallet.record.export'))
  await actor.sees(t('shell.inApp.textCopied'))
  // The device offers apps that take files.
  await page.evaluate(() => {
    const shared: string[] = []
    const share = async ({ files = [] }: ShareData) => void shared.push(...files.map(({ name }) => name))
    Object.assign(navigator, { canShare: () => true, share })
    Object.assign(window, { shared })
  })
  await actor.presses(t('wallet.record.export'))
  await actor.sees(t('shell.inApp.fileShared'))
  expect(await page.evaluate(() => Reflect.get(window, 'shared'))).toEqual([expect.stringMatching(/\.csv$/)])
  await actor.seesNoMore(t('wallet.record.saved'))
  expect(complaints).toEqual([])
  await close()
})

test('in WeChat’s own browser a file becomes a text to paste', async () => {
  const { actor, complaints, close, told } = await arrive(WECHAT)
  await actor.open('/pages/money-record/money-record')
  await actor.presses(t('wallet.record.export'))
  await actor.sees(t('shell.inApp.textCopied'))
  expect(await actor.has('button', t('common.back'))).toBe(true)
  expect(await told()).toBe('[]')
  expect(complaints).toEqual([])
  await close()
})
