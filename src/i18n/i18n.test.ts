import { ERROR_CODES } from '../../contract/errors'
import { LOCALES } from '../../contract/locales'
import { changeLocale, currentLocale, loadAllTexts, startI18n, translate } from './index'
import { loadMessages, type Messages } from './loadMessages'
import { pluralForm } from './pluralRules'

const PLURAL = /_(zero|one|two|few|many|other)$/

/** Paths of all texts; the plural forms of a key count as one. */
function keysOf(messages: Messages, prefix = ''): string[] {
  return Object.entries(messages).flatMap(([key, value]) =>
    typeof value === 'string' ? [prefix + key.replace(PLURAL, '')] : keysOf(value, `${prefix}${key}.`),
  )
}

test.each(LOCALES)('%s has every text', async (locale) => {
  const complete = new Set(keysOf(await loadMessages('en-US')))
  expect(new Set(keysOf(await loadMessages(locale)))).toEqual(complete)
})

/** Group and text → the keys that have it, without plural forms. */
function keysByText(messages: Messages, group = '', found = new Map<string, string[]>()): Map<string, string[]> {
  for (const [key, value] of Object.entries(messages)) {
    if (typeof value !== 'string') keysByText(value, `${group}${key}.`, found)
    else if (!PLURAL.test(key)) {
      const text = `${group}|${value}`
      found.set(text, [...(found.get(text) ?? []), `${group}${key}`])
    }
  }
  return found
}

/** Some languages have one word for the verb and the noun. */
const ONE_WORD = 'wallet.withdraw.next wallet.withdraw.one'

test.each(LOCALES)('%s tells apart what English tells apart in a group, as two buttons of a page', async (locale) => {
  const inEnglish = new Set([...keysByText(await loadMessages('en-US')).values()].map((keys) => keys.join(' ')))
  const same = [...keysByText(await loadMessages(locale)).values()].filter((keys) => keys.length > 1)
  expect(same.map((keys) => keys.join(' ')).filter((keys) => !inEnglish.has(keys) && keys !== ONE_WORD)).toEqual([])
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

/** A text with a count → the forms that it has. */
function formsOf(messages: Messages, prefix = '', found = new Map<string, string[]>()): Map<string, string[]> {
  for (const [key, value] of Object.entries(messages)) {
    if (typeof value !== 'string') formsOf(value, `${prefix}${key}.`, found)
    else if (PLURAL.test(key)) {
      const whole = `${prefix}${key.replace(PLURAL, '')}`
      found.set(whole, [...(found.get(whole) ?? []), PLURAL.exec(key)?.[1] ?? ''])
    }
  }
  return found
}

test.each(LOCALES)('%s has each form of every text with a count', async (locale) => {
  const forms = [...new Set(COUNTS.map((count) => pluralForm(locale, count)))].sort()
  const lacking = [...formsOf(await loadMessages(locale))].filter(([, own]) =>
    forms.some((form) => !own.includes(form)),
  )
  expect(lacking).toEqual([])
})
