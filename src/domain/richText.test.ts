import { numberItems, plainText, readBlocks } from './richText'

const run = (text: string, href: string | null = null) => ({ text, marks: [], href })

test('blocks of the contract come through as they are', () => {
  const blocks = [
    { kind: 'heading', level: 2, runs: [run('How it works')] },
    { kind: 'paragraph', runs: [{ text: 'bold', marks: ['strong'], href: 'https://a.example' }] },
    { kind: 'list', ordered: true, items: [{ depth: 1, runs: [run('one')] }] },
    { kind: 'quote', runs: [run('said')] },
    { kind: 'code', text: 'a < b' },
    { kind: 'table', head: [[run('day')]], rows: [[[run('1')]]] },
    { kind: 'image', url: '/api/media/a.webp', alt: 'A chart' },
    { kind: 'rule' },
  ]
  expect(readBlocks(blocks)).toEqual(blocks)
})

test.each([
  ['no list at all', '<script>alert(1)</script>'],
  [
    'unknown kinds',
    [
      { kind: 'html', html: '<img src=x onerror=alert(1)>' },
      { kind: 'script', text: 'alert(1)' },
    ],
  ],
  ['the node form of rich text', [{ name: 'script', attrs: { src: 'https://evil.example' }, children: [] }]],
  ['rendered elements', [{ $$typeof: 'react.element', type: 'script', props: {} }, null, 7, 'text']],
])('%s is nothing', (_, value) => {
  expect(readBlocks(value)).toEqual([])
})

test('what is wrong inside a block is left out, and the block stays', () => {
  const runs = [
    { text: { type: 'img', props: { onerror: 'alert(1)' } }, marks: 'strong', href: { toString: 'x' } },
    null,
  ]
  expect(readBlocks([{ kind: 'paragraph', runs, onClick: 'alert(1)' }])).toEqual([
    { kind: 'paragraph', runs: [run(''), run('')] },
  ])
  expect(readBlocks([{ kind: 'heading', level: 1, runs: [] }])).toEqual([{ kind: 'heading', level: 2, runs: [] }])
  expect(readBlocks([{ kind: 'heading', level: 99, runs: 'x' }])).toEqual([{ kind: 'heading', level: 4, runs: [] }])
  expect(readBlocks([{ kind: 'paragraph', runs: [{ text: 'a', marks: ['strong', 'blink', 'strong'] }] }])).toEqual([
    { kind: 'paragraph', runs: [{ text: 'a', marks: ['strong'], href: null }] },
  ])
  expect(readBlocks([{ kind: 'table', head: {}, rows: [{}, [[run('1')]]] }])).toEqual([
    { kind: 'table', head: [], rows: [[], [[run('1')]]] },
  ])
})

test('an article without end is cut', () => {
  expect(readBlocks(Array.from({ length: 900 }, () => ({ kind: 'rule' })))).toHaveLength(500)
})

test('each depth of a list counts for itself and starts anew', () => {
  const items = [0, 0, 1, 1, 2, 0, 1].map((depth) => ({ depth, runs: [] }))
  expect(numberItems(true, items).map(({ marker }) => marker)).toEqual(['1.', '2.', '1.', '2.', '1.', '3.', '1.'])
  expect(numberItems(false, items.slice(1, 5)).map(({ marker }) => marker)).toEqual(['•', '◦', '◦', '▪'])
})

test('words without their marks', () => {
  expect(plainText([run('per '), run('10,000')])).toBe('per 10,000')
})
