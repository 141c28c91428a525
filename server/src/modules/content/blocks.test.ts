import Value from 'typebox/value'
import { Block } from '../../../../contract/content'
import { blocksOf, safeHref } from './blocks'

const words = (markdown: string) => JSON.stringify(blocksOf(markdown))

test('headings, marks, lists, tables, quotes, code and rules become blocks', () => {
  expect(
    blocksOf(
      '# Big\n\nA **strong** *word* with `code` and ~~old~~.\n\n- one\n  - two\n\n1. first\n\n> quoted\n\n| a | b |\n| - | - |\n| 1 | 2 |\n\n```\nx < y\n```\n\n---\n',
    ).map((block) => block.kind),
  ).toEqual(['heading', 'paragraph', 'list', 'list', 'quote', 'table', 'code', 'rule'])
  const [paragraph] = blocksOf('A **strong *both*** end')
  expect(paragraph).toEqual({
    kind: 'paragraph',
    runs: [
      { text: 'A ', marks: [], href: null },
      { text: 'strong ', marks: ['strong'], href: null },
      { text: 'both', marks: ['strong', 'emphasis'], href: null },
      { text: ' end', marks: [], href: null },
    ],
  })
  const [list] = blocksOf('- one\n  - two\n    - three')
  expect(list).toMatchObject({ kind: 'list', items: [{ depth: 0 }, { depth: 1 }, { depth: 2 }] })
})

test('links lead to https or to a page of the app; anything else is plain text', () => {
  expect(words('[a](https://example.com/x)')).toContain('"href":"https://example.com/x"')
  expect(words('[a](/pages/index/detail?id=about)')).toContain('"href":"/pages/index/detail?id=about"')
})

test.each([
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'java\tscript:alert(1)',
  'data:text/html,<script>',
  'http://example.com',
  '//evil.example',
  'https://user:pass@evil.example',
  'https:evil.example',
  'https://localhost',
  '\\\\evil.example',
  'weixin://dl',
  'intent://x',
  '/pages/../../x',
  '/h5/',
  `https://example.com/${'a'.repeat(600)}`,
])('%s is not followed', (href) => {
  expect(safeHref(href)).toBeNull()
})

test.each([
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<iframe srcdoc="<script>"></iframe>',
  'text <b onclick="x()">bold</b>',
  '![x](javascript:alert(1))',
  '![x](https://evil.example/pixel.png)',
  '[x](javascript:alert(1))',
  '<a href="javascript:alert(1)">x</a>',
  '&lt;script&gt;alert(1)&lt;/script&gt;',
  '[x]: javascript:alert(1)\n\n[x]',
])('%s becomes text', (markdown) => {
  for (const block of blocksOf(markdown)) {
    expect(['paragraph', 'heading', 'list', 'quote', 'code']).toContain(block.kind)
    if ('runs' in block) for (const run of block.runs) expect(run.href).toBeNull()
  }
})

test('only pictures of this server are pictures', () => {
  const name = `${'a'.repeat(64)}.webp`
  expect(blocksOf(`![A chart](/api/media/${name})`)).toEqual([
    { kind: 'image', url: `/api/media/${name}`, alt: 'A chart' },
  ])
  expect(blocksOf('![A chart](/api/media/../secret)')[0]?.kind).toBe('paragraph')
})

test('a source without end is refused, a deep or long one is cut', () => {
  expect(() => blocksOf('a'.repeat(200_001))).toThrow(RangeError)
  expect(blocksOf('a\n\n'.repeat(5_000))).toHaveLength(500)
  for (const nested of ['> ', '- ', '1. ', '* > '])
    expect(() => blocksOf(`${nested.repeat(2_000)}x`)).toThrow(RangeError)
})

test('a block of countless runs keeps what the wire allows', () => {
  const many = '*a* b '.repeat(400)
  for (const markdown of [many, `> ${many}\n>\n> ${many}`, `- ${many}\n\n  ${many}`, `| h |\n| - |\n| ${many} |`])
    expect(blocksOf(markdown).every((block) => Value.Check(Block, block))).toBe(true)
})
