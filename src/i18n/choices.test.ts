import { changeLocale, currentLocale, startI18n, translate } from './index'
import * as messages from './loadMessages'

jest.mock('./loadMessages', () => ({ __esModule: true, ...jest.requireActual<object>('./loadMessages') }))

const { loadMessages } = jest.requireActual<typeof messages>('./loadMessages')

/** The next language takes until `arrive` or `fail` is called. */
function slowly() {
  let arrive: () => void = () => undefined
  let fail = arrive
  const gate = new Promise<void>((resolve, reject) => {
    arrive = resolve
    fail = () => reject(new Error('offline'))
  })
  jest.spyOn(messages, 'loadMessages').mockImplementationOnce((locale) => gate.then(() => loadMessages(locale)))
  return { arrive, fail }
}

beforeEach(() => startI18n('en-US'))
afterEach(() => jest.restoreAllMocks())

test('of two languages the one chosen last holds, though the other one is loaded later', async () => {
  const german = slowly()
  const first = changeLocale('de-DE')
  const last = changeLocale('zh-CN')
  expect(await last).toBe(true)
  german.arrive()
  expect(await first).toBe(true)
  expect([currentLocale(), translate('common.cancel')]).toEqual(['zh-CN', '取消'])
})

test('who goes back to the language that is shown keeps it', async () => {
  const thai = slowly()
  const away = changeLocale('th-TH')
  await changeLocale('en-US')
  thai.arrive()
  await away
  expect([currentLocale(), translate('common.cancel')]).toEqual(['en-US', 'Cancel'])
})

test('a language that cannot be loaded says nothing about the one chosen after it', async () => {
  const french = slowly()
  const first = changeLocale('fr-FR')
  const last = changeLocale('vi-VN')
  french.fail()
  expect([await first, await last, currentLocale()]).toEqual([true, true, 'vi-VN'])

  const korean = slowly()
  const alone = changeLocale('ko-KR')
  korean.fail()
  expect([await alone, currentLocale()]).toEqual([false, 'vi-VN'])
})
