import type { Locale } from '../../contract/locales'
import { freePort } from '../../scripts/setup/postgres.mjs'
import { isThere } from '../../scripts/setup/requirements.mjs'
import { until } from '../support/until'
import type { NewAccount } from './account'
import { createTabActor, type TabActor } from './actor'
import { launch, type OpenTab, PHONE, visit } from './browser'
import { demoVisit } from './demoVisit'
import { tradeLoop } from './journey'
import { marionettePrefs, plugAuthenticatorIn } from './marionette'
import { comeBackByCode, comeBackByPasskey, limitThemselves } from './ownAccount'
import { type Texts, textsOf } from './texts'
import { OPENING_CODE, ORIGIN } from './visitors'
import { fewStops, walk } from './walk'
import { hasWebKit, launchWebKit } from './webkit'

// A passkey belongs to a name, so the app is opened by the name of this machine and not by its address.
const site = ORIGIN.replace('127.0.0.1', 'localhost')

interface Engine {
  origin: string
  visit(window: { width: number; height: number }): Promise<OpenTab>
  close(): Promise<void>
}

async function firefox(): Promise<Engine> {
  const port = await freePort()
  const browser = await launch('firefox', { prefs: marionettePrefs(port) })
  await plugAuthenticatorIn(port)
  return { origin: site, visit: (window) => visit(browser, window), close: () => browser.close() }
}

async function webkit(): Promise<Engine> {
  const engine = await launchWebKit(site)
  return { ...engine, origin: engine.origin.replace('127.0.0.1', 'localhost') }
}

interface EngineRow {
  name: string
  isHere: boolean
  start(): Promise<Engine>
  locale: Locale
  language: string
  /** WebKitGTK is built without WebAuthn. */
  comeBack(actor: TabActor, t: Texts, user: NewAccount): Promise<void>
}
const ENGINES: EngineRow[] = [
  {
    name: 'Firefox',
    isHere: isThere('firefox'),
    start: firefox,
    locale: 'de-DE',
    language: 'Deutsch',
    comeBack: comeBackByPasskey,
  },
  {
    name: 'WebKitGTK',
    isHere: hasWebKit,
    start: webkit,
    locale: 'ja-JP',
    language: '日本語',
    comeBack: comeBackByCode,
  },
]

async function hears(complaints: readonly string[]) {
  await until('a complaint', () => complaints.length > 0, { everyMs: 50 })
  expect(complaints.join()).toContain('heard')
}

// Chromium has its own tests for each of these, in more languages (journey.test.ts, walk.test.ts). The engines take
// their turns at once: most of a journey is waiting for a result.
for (const engine of ENGINES) {
  const runs = engine.isHere ? test.concurrent : test.skip
  runs(
    `${engine.name}: the trade loop, a limit, a break, the way back in, and every sixth page on a narrow phone`,
    () => journeyIn(engine),
  )
}

async function journeyIn({ name, start, locale, language, comeBack }: EngineRow) {
  const engine = await start()
  try {
    const { tab, complaints, close } = await engine.visit(PHONE)
    const actor = createTabActor(tab, engine.origin)
    const picture = (place: string) => actor.screenshot(`${name}-${place}`)
    const user = await tradeLoop(actor, { locale, language, openingCode: OPENING_CODE, picture })
    const t = textsOf(locale)
    await limitThemselves(actor, t)
    await comeBack(actor, t, user)
    expect(complaints).toEqual([])
    // The silence above counts only if a complaint would have been heard.
    await tab.evaluate(() => console.error('heard'))
    await hears(complaints)
    await close()

    const { session, paths } = await demoVisit()
    const stops = fewStops(paths, 6, { locale, dark: true, width: 320 })
    const options = { openTab: engine.visit, origin: engine.origin, session, stops, loosely: true }
    expect(await walk({ ...options, name: `walk-${name}` })).toEqual([])
  } finally {
    await engine.close()
  }
}
