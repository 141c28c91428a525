import { answered, fakeHttp } from '../../test/client/http'
import { startI18n, translate } from '../i18n'
import { operatorReasonText } from '../i18n/operatorReason'
import { startReasonTexts } from './reasonTexts'

test('words that staff have written are asked of the server by key, in the language of the page', async () => {
  await startI18n('ja-JP')
  const asked: unknown[] = []
  const getReason = answered({ text: '書類をもう一度お送りください。' })
  startReasonTexts(fakeHttp({ getReason }, (name, parts) => asked.push([name, parts])))
  operatorReasonText('identity_check@4', translate)
  await new Promise((resolve) => setTimeout(resolve))
  expect(operatorReasonText('identity_check@4', translate)).toBe('書類をもう一度お送りください。')
  expect(asked).toEqual([['getReason', { params: { key: 'identity_check@4' }, query: { locale: 'ja-JP' } }]])
})
