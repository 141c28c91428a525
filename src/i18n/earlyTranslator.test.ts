import { LOCALES } from '../../contract/locales'
import { textsIn } from '../../test/client/messages'
import { earlyTranslator } from './earlyTranslator'
import { fullTranslator } from './fullTranslator'
import { loadMessages } from './loadMessages'

const PLURAL = /_(one|other)$/
const COUNTS = [0, 1, 2, 5, 21, 1_000]

test.each(LOCALES)('%s reads the same whether i18next has come or not', async (locale) => {
  const messages = await loadMessages(locale)
  const early = earlyTranslator(locale, messages)
  const full = await fullTranslator(locale, messages)
  let told = 0
  for (const [path, text] of textsIn(messages)) {
    const key = path.replace(PLURAL, '')
    const names = Array.from(text.matchAll(/{{(.*?)}}/g), ([, name = '']) => [name, `$& <${name}>`] as const)
    for (const count of PLURAL.test(path) ? COUNTS : [undefined]) {
      const values = { ...Object.fromEntries(names), ...(count === undefined ? {} : { count }) }
      expect([key, early(key, values)]).toEqual([key, full(key, values)])
      told += 1
    }
  }
  expect(told).toBeGreaterThan(1_000)
})
