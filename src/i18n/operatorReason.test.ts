import { LOCALES } from '../../contract/locales'
import { OPERATOR_REASONS, operatorReasonOf, readOperatorReason } from '../../contract/operatorReasons'
import { startI18n, translate } from './index'
import { operatorReasonText, withReason } from './operatorReason'
import { askReasonsBy } from './reasonTexts'

const CODES = [...new Set(Object.values(OPERATOR_REASONS).flat())]

test.each(LOCALES)('%s has words for every reason of an operator, and no identifier shows', async (locale) => {
  await startI18n(locale)
  const texts = CODES.map((code) => operatorReasonText(code, translate))
  expect(new Set(texts).size).toBe(CODES.length)
  for (const text of texts) expect(text).not.toMatch(/^$|_/)
})

test('what is stored is read back', () => {
  for (const code of CODES) {
    expect(readOperatorReason(operatorReasonOf(code))).toEqual({ code })
    expect(readOperatorReason(operatorReasonOf(code, 'a: b'))).toEqual({ code, note: 'a: b' })
  }
})

test('own words of an operator are quoted as theirs, alone or behind a reason', async () => {
  await startI18n('de-DE')
  expect(operatorReasonText('photo_unclear: 左边', translate)).toBe(
    'Das Foto ist nicht scharf genug. Anmerkung unseres Teams: „左边“',
  )
  expect(operatorReasonText('other: nur das', translate)).toBe('Anmerkung unseres Teams: „nur das“')
  expect(operatorReasonText('Please call', translate)).toBe('Anmerkung unseres Teams: „Please call“')
  expect(operatorReasonText('', translate)).toBe('')
})

test('a note that was stored with an override turns nothing around', async () => {
  await startI18n('de-DE')
  expect(operatorReasonText('photo_unclear: a\u202eb', translate)).toBe(
    'Das Foto ist nicht scharf genug. Anmerkung unseres Teams: „ab“',
  )
})

test('words that staff have written are asked for once, in the language of the page, and show when they come', async () => {
  await startI18n('de-DE')
  const asked: string[] = []
  askReasonsBy(async (key, locale) => {
    asked.push(`${key} ${locale}`)
    return key.startsWith('gone') ? undefined : `Wörter von ${key}.`
  })
  const before = translate
  // The app's own words stand in for those of a reason that it knows.
  expect(operatorReasonText('photo_unclear@2: links', before)).toBe(
    'Das Foto ist nicht scharf genug. Anmerkung unseres Teams: „links“',
  )
  operatorReasonText('photo_unclear@2', before)
  const general = operatorReasonText('video_call_needed@1', before)
  expect(general).toBe(translate('operator.reason.other'))
  await Promise.resolve()
  await Promise.resolve()
  expect(operatorReasonText('photo_unclear@2: links', translate)).toBe(
    'Wörter von photo_unclear@2. Anmerkung unseres Teams: „links“',
  )
  expect(operatorReasonText('video_call_needed@1', translate)).toBe('Wörter von video_call_needed@1.')
  expect(asked).toEqual(['photo_unclear@2 de-DE', 'video_call_needed@1 de-DE'])
  // A missing value is requested again at the next look.
  for (let look = 0; look < 2; look++) {
    operatorReasonText('gone@1', translate)
    await new Promise((resolve) => setTimeout(resolve))
  }
  expect(asked.slice(2)).toEqual(['gone@1 de-DE', 'gone@1 de-DE'])
})

test('a refusal says why where there is a reason', async () => {
  await startI18n('en-US')
  expect(withReason('Stopped.', 'own_wish', translate)).toBe('Stopped. You asked us to.')
  expect(withReason('Stopped.', 'other', translate)).toBe('Stopped.')
  expect(withReason('Stopped.', undefined, translate)).toBe('Stopped.')
})
