import type { Locale } from '../../contract/locales'
import { until } from '../support/until'
import { createTabActor } from './actor'
import { launch, type OpenTab, PHONE, visit } from './browser'
import { demoVisit } from './demoVisit'
import { tradeLoop } from './journey'
import { fewStops, walk } from './walk'
import { launchWebKit } from './webkit'

const site = process.env.E2E_ORIGIN ?? ''
const openingCode = process.env.E2E_OPENING_CODE ?? ''

interface Engine {
  origin: string
  visit(window: { width: number; height: number }): Promise<OpenTab>
  close(): Promise<void>
}

async function firefox(): Promise<Engine> {
  const browser = await launch('firefox')
  return { origin: site, visit: (window) => visit(browser, window), close: () => browser.close() }
}

const ENGINES: [string, () => Promise<Engine>, Locale, string][] = [
  ['Firefox', firefox, 'de-DE', 'Deutsch'],
  ['WebKitGTK', () => launchWebKit(site), 'ja-JP', '日本語'],
]

async function hears(complaints: readonly string[]) {
  await until('a complaint', () => complaints.length > 0, { withinMs: 5_000, everyMs: 50 })
  expect(complaints.join()).toContain('heard')
}

const isLinux = process.platform === 'linux'
if (!isLinux) test.skip('WebKitGTK, which only Linux has', () => undefined)

// Chromium has tests of its own for each of these, in more languages (journey.test.ts, walk.test.ts). The engines take
// their turns at once: most of a journey is waiting for a result.
test.concurrent.each(ENGINES.filter(([name]) => isLinux || name !== 'WebKitGTK'))(
  '%s: the trade loop, and every third page on a narrow phone',
  async (name, start, locale, language) => {
    const engine = await start()
    try {
      const { tab, complaints, close } = await engine.visit(PHONE)
      const actor = createTabActor(tab, engine.origin)
      const picture = (place: string) => actor.screenshot(`${name}-${place}`)
      await tradeLoop(actor, { locale, language, openingCode, picture })
      expect(complaints).toEqual([])
      // The silence above counts only where a complaint would have been heard.
      await tab.evaluate(() => console.error('heard'))
      await hears(complaints)
      await close()

      const { session, paths } = await demoVisit()
      const stops = fewStops(paths, 3, { locale, dark: true, width: 320 })
      const options = { openTab: engine.visit, origin: engine.origin, session, stops }
      expect(await walk({ ...options, name: `walk-${name}` })).toEqual([])
    } finally {
      await engine.close()
    }
  },
)
