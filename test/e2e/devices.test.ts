import type { Locale } from '../../contract/locales'
import { enter } from './account'
import { demoVisit } from './demoVisit'
import { lasting, overflowOn } from './pageChecks'
import { containing, textsOf } from './texts'
import { demo, ORIGIN, visitors } from './visitors'
import { fewStops, walk } from './walk'

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

const arrive = visitors()

test.each(DEVICES)('every fourth page on a device like %s', async (name, { scale, ...window }, locale) => {
  const { session, paths } = await demoVisit()
  const stops = fewStops(paths, process.env.WALK === 'all' ? 1 : 4, { ...window, locale, dark: false })
  const openTab = async () => {
    const opened = await arrive({ ...window, scale, touch: true })
    await opened.page.setBypassCSP(true)
    return opened
  }
  expect(await walk({ openTab, name: `walk-${name}`, origin: ORIGIN, session, stops })).toEqual([])
})

test('on a wide screen sheets, questions and messages stand in the column, too', async () => {
  const t = textsOf('zh-CN')
  const { page, actor, tab, complaints, close } = await arrive({ width: 1024, height: 768 })
  const look = async (name: string) => {
    await page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState !== 'running'))
    expect(await lasting(overflowOn, tab)).toEqual([])
    await actor.screenshot(`wide-${name}`)
  }
  await enter(actor, t, demo)
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
