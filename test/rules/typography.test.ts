import { typographyProblems } from '../../scripts/checks/typographyRules.mjs'

const isFine = (text: string, locale: string) => typographyProblems(text, locale).length === 0

test.each([
  'Vraiment\u202f? Oui\u202f! Non\u202f; peut-être\u00a0: à 82\u00a0% près.',
  'Dites «\u202foui\u202f» d’abord.',
  'Le {{rate}}\u00a0% et 14:02, voir [la page](/pages/x?id=1).',
])('French with its spaces passes: %s', (text) => expect(typographyProblems(text, 'fr-FR')).toEqual([]))

test.each([
  'Vraiment ?',
  'Vraiment?',
  'Oui\u00a0!',
  'Non ;',
  'Ceci : cela',
  '82 %',
  '82%',
  '« oui\u202f»',
  '«\u202foui »',
  "l'ordre",
])('French without them is refused: %s', (text) => expect(typographyProblems(text, 'fr-FR')).toHaveLength(1))

test('Chinese and Japanese have full-width signs and no space between sentences', () => {
  expect(isFine('当前离线。价格截至 14:02。', 'zh-CN')).toBe(true)
  expect(isFine('当前离线。 价格较旧。', 'zh-CN')).toBe(false)
  expect(isFine('確認しました!', 'ja-JP')).toBe(false)
  expect(isFine('提領,請稍候', 'zh-TW')).toBe(false)
  expect(isFine('外れると {{amount}} の損失です', 'ja-JP')).toBe(false)
  expect(isFine('外れると{{amount}}の損失です。{{amount}} × {{rate}}', 'ja-JP')).toBe(true)
  expect(isFine('Really ?', 'en-US')).toBe(true)
})

test('English has curly apostrophes and quotation marks, but code keeps its own', () => {
  expect(isFine('The operator’s “News”, after 30 days’ notice.', 'en-US')).toBe(true)
  expect(isFine('Run `node "x"`.', 'en-US')).toBe(true)
  expect(isFine("This device's clock", 'en-US')).toBe(false)
  expect(isFine("30 days' notice", 'en-US')).toBe(false)
  expect(isFine('See "News".', 'en-US')).toBe(false)
})
