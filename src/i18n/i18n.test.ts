import { ERROR_CODES } from '../../contract/errors'
import { LOCALES } from '../../contract/locales'
import { changeLocale, currentLocale, startI18n, translate } from './index'
import { loadMessages, type Messages } from './loadMessages'
import { pluralForm } from './pluralRules'

/** Paths of all texts; the plural forms of a key count as one. */
function keysOf(messages: Messages, prefix = ''): string[] {
  return Object.entries(messages).flatMap(([key, value]) =>
    typeof value === 'string' ? [prefix + key.replace(/_(one|other)$/, '')] : keysOf(value, `${prefix}${key}.`),
  )
}

test.each(LOCALES)('%s has every text', async (locale) => {
  const complete = new Set(keysOf(await loadMessages('en-US')))
  expect(new Set(keysOf(await loadMessages(locale)))).toEqual(complete)
})

test.each(LOCALES)('%s says what each error means', async (locale) => {
  await startI18n(locale)
  for (const code of [...ERROR_CODES, 'network', 'timeout']) expect(translate(`errors.${code}`)).not.toBe('')
})

test('texts, values and counts are put in', async () => {
  await startI18n('en-US')
  expect(translate('common.minutesAgo', { count: 1 })).toBe('1 minute ago')
  expect(translate('common.minutesAgo', { count: 20 })).toBe('20 minutes ago')
  expect(await changeLocale('zh-CN')).toBe(true)
  expect(translate('common.minutesAgo', { count: 1 })).toBe('1 分钟前')
  expect(currentLocale()).toBe('zh-CN')
})

test('a missing text shows nothing, never its key', async () => {
  await startI18n('en-US')
  expect(translate('no.such.key')).toBe('')
})

test('plural forms need no Intl', () => {
  expect([pluralForm('en-US', 1), pluralForm('fr-FR', 0), pluralForm('de-DE', 0), pluralForm('ja-JP', 1)]).toEqual([
    'one',
    'one',
    'other',
    'other',
  ])
})
