import { LOCALES } from '../../contract/locales'
import { OPERATOR_REASONS, operatorReasonOf, readOperatorReason } from '../../contract/operatorReasons'
import { startI18n, translate } from './index'
import { operatorReasonText, withReason } from './operatorReason'

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
    'Das Foto ist nicht scharf genug. Anmerkung der Prüfstelle: „左边“',
  )
  expect(operatorReasonText('other: nur das', translate)).toBe('Anmerkung der Prüfstelle: „nur das“')
  expect(operatorReasonText('Please call', translate)).toBe('Anmerkung der Prüfstelle: „Please call“')
  expect(operatorReasonText('', translate)).toBe('')
})

test('a refusal says why where there is a reason', async () => {
  await startI18n('en-US')
  expect(withReason('Stopped.', 'own_wish', translate)).toBe('Stopped. You asked us to.')
  expect(withReason('Stopped.', 'other', translate)).toBe('Stopped.')
  expect(withReason('Stopped.', undefined, translate)).toBe('Stopped.')
})
