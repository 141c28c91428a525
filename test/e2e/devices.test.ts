import type { Browser } from 'puppeteer-core'
import type { Locale } from '../../contract/locales'
import { logIn } from './account'
import { createActor } from './actor'
import { launch, visit } from './browser'
import { demoVisit } from './demoVisit'
import { lasting, overflowOn } from './pageChecks'
import { containing, textsOf } from './texts'
import { fewStops, walk } from './walk'

const origin = process.env.E2E_ORIGIN ?? ''

interface Device {
  width: number
  height: number
  scale: number
}

const DEVICES: [string, Device, Locale][] = [
  ['small-android', { width: 360, height: 640, scale: 2 }, 'vi-VN'],
  ['iphone', { width: 393, height: 852, scale: 3 }, 'zh-CN'],
  ['foldable', { width: 884, height: 1104, scale: 2 }, 'en-US'],
  ['tablet', { width: 1024, height: 1366, scale: 2 }, 'fr-FR'],
]

let browser: Browser
beforeAll(async () => {
  browser = await launch()
})
afterAll(() => browser.close())

test.each(DEVICES)('every fourth page on a device like %s', async (name, { scale, ...window }, locale) => {
  const { session, paths } = await demoVisit()
  const stops = fewStops(paths, process.env.WALK === 'all' ? 1 : 4, { ...window, locale, dark: false })
  const openTab = async () => {
    const opened = await visit(browser, { ...window, scale, touch: true })
    await opened.page.setBypassCSP(true)
    return opened
  }
  expect(await walk({ openTab, name: `walk-${name}`, origin, session, stops })).toEqual([])
})

test('on a wide screen sheets, questions and messages stand in the column, too', async () => {
  const t = textsOf('zh-CN')
  const { page, tab, complaints, close } = await visit(browser, { width: 1024, height: 768 })
  const actor = createActor(page, origin)
  const look = async (name: string) => {
    await page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState !== 'running'))
    expect(await lasting(overflowOn, tab)).toEqual([])
    await actor.screenshot(`wide-${name}`)
  }
  await actor.open('/pages/login/login')
  await logIn(actor, t, JSON.parse(process.env.E2E_DEMO ?? '{}'))
  await actor.arrivesAt('/pages/index/index')
  await actor.open('/pages/Detail/Detail?symbol=BTCUSDT')
  // Here the ticket is next to the chart (wide.test.ts); what the chart shows is chosen in a sheet.
  await actor.presses(containing(t('chart.interval.1m')), 'tab')
  await actor.presses(t('chart.indicators'))
  await actor.reads('dialog')
  await look('indicators')
  await actor.open('/pages/set/set')
  await actor.presses(t('settings.logOut'))
  await actor.sees(t('settings.logOutTitle'))
  await look('question')
  await actor.presses(t('common.cancel'))
  await actor.presses(containing(t('settings.language')))
  await actor.reads('dialog')
  await look('choice')
  expect(complaints).toEqual([])
  await close()
})
