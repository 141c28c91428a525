import { ERROR_CODES } from '../../contract/errors'
import { LOCALES } from '../../contract/locales'
import { textsIn } from '../../test/client/messages'
import { changeLocale, currentLocale, loadAllTexts, startI18n, translate } from './index'
import { loadMessages, type Messages } from './loadMessages'
import { pluralForm } from './pluralRules'

const PLURAL = /_(zero|one|two|few|many|other)$/

/** Keys of all texts; the plural forms of a key count as one. */
const keysOf = (messages: Messages) => new Set(textsIn(messages).map(([key]) => key.replace(PLURAL, '')))

test.each(LOCALES)('%s has every text', async (locale) => {
  expect(keysOf(await loadMessages(locale))).toEqual(keysOf(await loadMessages('en-US')))
})

/** Keys that have the same text in one group, without plural forms. */
function keysByText(messages: Messages): string[] {
  const texts = textsIn(messages).filter(([key]) => !PLURAL.test(key))
  const byText = Map.groupBy(texts, ([key, text]) => `${key.slice(0, key.lastIndexOf('.'))}|${text}`)
  return [...byText.values()].map((same) => same.map(([key]) => key).join(' '))
}

/** Some languages have one word for the verb and the noun. */
const ONE_WORD = 'wallet.withdraw.next wallet.withdraw.one'

test.each(LOCALES)('%s tells apart what English tells apart in a group, as two buttons of a page', async (locale) => {
  const inEnglish = keysByText(await loadMessages('en-US'))
  const same = keysByText(await loadMessages(locale)).filter((keys) => keys.includes(' '))
  expect(same.filter((keys) => !inEnglish.includes(keys) && keys !== ONE_WORD)).toEqual([])
})

test.each(LOCALES)('%s says what each error means', async (locale) => {
  await startI18n(locale)
  for (const code of [...ERROR_CODES, 'network', 'timeout'] as const) expect(translate(`errors.${code}`)).not.toBe('')
})

test('texts, values and counts are put in', async () => {
  await startI18n('en-US')
  expect(translate('common.minutesAgo', { count: 1 })).toBe('1 minute ago')
  expect(translate('common.minutesAgo', { count: 20 })).toBe('20 minutes ago')
  expect(await changeLocale('zh-CN')).toBe(true)
  expect(translate('common.minutesAgo', { count: 1 })).toBe('1 分钟前')
  expect(currentLocale()).toBe('zh-CN')
})

describe('in two parts', () => {
  test('the first texts come alone, the others when they are asked for', async () => {
    await startI18n('de-DE', 'first')
    expect(translate('home.recommended')).not.toBe('')
    expect(() => translate('auth.loginTitle')).toThrow('has no text')
    await loadAllTexts()
    expect(translate('auth.loginTitle')).toBe('Willkommen zurück')
  })

  test.each([
    ['before', () => changeLocale('fr-FR').then(loadAllTexts)],
    ['while', () => Promise.all([changeLocale('fr-FR'), loadAllTexts()])],
    ['after', () => loadAllTexts().then(() => changeLocale('fr-FR'))],
  ])('a language that is chosen %s all texts are asked for has all of its own', async (_, act) => {
    await startI18n('en-US', 'first')
    await act()
    expect(currentLocale()).toBe('fr-FR')
    expect(translate('auth.loginTitle')).toBe('Bon retour parmi nous')
  })
})

describe('a text that lacks something', () => {
  const environment = process.env.NODE_ENV
  const t = translate as (key: string, values?: Record<string, unknown>) => string
  beforeAll(() => startI18n('en-US'))
  afterEach(() => {
    process.env.NODE_ENV = environment
  })

  test('fails where it is developed', () => {
    expect(() => t('no.such.key')).toThrow('no.such.key has no text')
    expect(() => t('shell.pricesOf')).toThrow('is given no time')
    expect(() => t('shell.pricesOf', { time: undefined })).toThrow('is given an empty time')
    expect(() => t('shell.pricesOf', { time: '' })).toThrow('is given an empty time')
  })

  test('shows the rest of it to a user, never a key or a placeholder', () => {
    process.env.NODE_ENV = 'production'
    expect(t('no.such.key')).toBe('')
    expect(t('shell.pricesOf')).toBe(t('shell.pricesOf', { time: '' }))
    expect(t('shell.pricesOf')).not.toContain('{')
  })
})

/** Of whole millions, ICU has one more form in French, which no text has: i18next then takes `other`. */
const COUNTS = Array.from({ length: 1_000 }, (_, count) => count)

test.each(LOCALES)('%s takes the plural forms of ICU, which need no Intl', (locale) => {
  const icu = new Intl.PluralRules(locale)
  expect(COUNTS.filter((count) => pluralForm(locale, count) !== icu.select(count))).toEqual([])
})

test.each(LOCALES)('%s has each form of every text with a count', async (locale) => {
  const forms = [...new Set(COUNTS.map((count) => pluralForm(locale, count)))].sort()
  const keys = textsIn(await loadMessages(locale)).map(([key]) => key)
  const wanted = keys
    .filter((key) => PLURAL.test(key))
    .flatMap((key) => forms.map((form) => `${key.replace(PLURAL, '')}_${form}`))
  expect(wanted.filter((key) => !keys.includes(key))).toEqual([])
})
