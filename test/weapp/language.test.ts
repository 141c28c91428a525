import { DEFAULT_LOCALE, LOCALES, type Locale } from '../../contract/locales'
import { LANGUAGES } from '../../src/i18n/languages'
import { beginning, containing, textsOf } from '../e2e/texts'
import { startAsMember } from './member'
import { start, stopAll } from './start'

afterEach(stopAll)

const OTHERS = LOCALES.filter((locale) => locale !== DEFAULT_LOCALE)
/** The label of the first tab, as WeChat was last told. */
const firstTab = (calls: { name: string; options: Record<string, unknown> }[]) =>
  calls.filter(({ name, options }) => name === 'setTabBarItem' && options.index === 0).at(-1)?.options.text

test('each language is downloaded when it is chosen, names the tabs, and is there at the next launch', async () => {
  const kept = new Map<string, unknown>()
  const { actor } = await startAsMember({ kept })
  const { program } = actor
  expect(program.modules.downloaded.filter((root) => root.startsWith('parts/'))).toEqual([])
  let before: Locale = DEFAULT_LOCALE
  await actor.open('/pages/set/set')
  for (const locale of OTHERS) {
    await actor.presses(beginning(textsOf(before)('settings.language')))
    await actor.presses(containing(LANGUAGES[locale].name), 'radio')
    await actor.sees(textsOf(locale)('settings.display'))
    await actor.open('/pages/index/index')
    await actor.until(`the tabs in ${locale}`, () =>
      firstTab(program.calls) === textsOf(locale)('tab.home') ? true : undefined,
    )
    await actor.open('/pages/set/set')
    expect(program.modules.downloaded).toContain(`parts/${locale}`)
    before = locale
  }
  program.stop()
  expect(program.complaints).toEqual([])

  const again = await start({ kept })
  // A member begins at home.
  await again.sees(beginning(textsOf(before)('profile.totalAssets')))
})

test('a language that cannot be downloaded is not chosen, and the program goes on in the one at hand', async () => {
  const { actor } = await startAsMember({ kept: new Map() })
  const t = textsOf('zh-CN')
  await actor.open('/pages/set/set')
  await actor.sees(t('settings.display'))
  actor.program.modules.offline = true
  await actor.presses(beginning(t('settings.language')))
  await actor.presses(containing(LANGUAGES['fr-FR'].name), 'radio')
  await actor.sees(new RegExp(`${t('settings.language')}.*${LANGUAGES['zh-CN'].name}`))
  await actor.sees(t('settings.display'))
})
