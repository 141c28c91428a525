import { commentsIn, habitsIn, paragraphsIn } from '../../scripts/checks/plainWordRules.mjs'

const cure = (text: string) => habitsIn(text).map(({ say }) => say)

test.each([
  ['What is new in the log.', 'a noun: "New rows" instead of "What is new"'],
  ['Counts them. Answers how many there are.', 'Returns'],
  ['The newest head; undefined where there is none.', '"if" or "when"'],
  ['A key of its own.', '"its own" or "separate"'],
  ['Runs with keys of their own, as a worker.', '"its own" or "separate"'],
  ['The file beside this one.', '"next to" or "in addition to"'],
  ['A line that stands in the log.', '"is"'],
  ['The log goes on from there.', '"continue" or "keep"'],
  ['Kept, whatever happens.', '"regardless of", or a noun'],
  ['The page is built anew.', '"again"'],
  ['Orders that came meanwhile.', 'nothing, or "in the meantime"'],
  ['Rows that are decided otherwise than before.', '"differently"'],
  ['At most one order a user.', '"per": one file per language'],
  ['The oldest of what is new.', 'a noun: "new rows" instead of "what is new"'],
  ['Of the page that is loading.', 'a noun: "Name of the page" instead of "Of the page"'],
  ['Of several orders one wins.', 'a noun: "Name of the page" instead of "Of the page"'],
  ['Up to so many heads are shown.', '"this many"'],
  ['So many have to sign.', '"this many"'],
])('%p is named, with its cure', (text, say) => {
  expect(cure(text)).toEqual([say])
})

test.each([
  'Returns how many there are. Answers of a server are kept.',
  'The place where prices come from.',
  'The receipts of its own orders.',
  'One order a second; 60 requests a minute.',
  'A code that stands for a price, as it stands, and a node on standby that stands in for another.',
  'Checked, regardless of what is posted.',
  'Says `goes on`, or "whatever" in a text of the app.',
  'One of a list, one in a million, one before a statement.',
  'Of course the root of the log is in it.',
  'So many orders came that some had to wait. There are so many of them.',
])('%p is plain', (text) => {
  expect(cure(text)).toEqual([])
})

test('comments are found in each kind of source, with the first line of each', () => {
  const script = [
    'const url = "http://x.example/*"',
    '/**',
    ' * One,',
    ' * two.',
    ' */',
    'run() // three',
    '',
    '/** Four. */',
    'text()',
  ].join('\n')
  expect(commentsIn('a/b.ts', script)).toEqual([
    { line: 3, text: 'One, two.' },
    { line: 6, text: 'three' },
    { line: 8, text: 'Four.' },
  ])
  expect(commentsIn('a.sql', 'select 1;\n-- One\n-- two')).toEqual([{ line: 2, text: 'One two' }])
  expect(commentsIn('deploy/a.yaml', 'key: value # one')).toEqual([{ line: 1, text: 'one' }])
})

test('a phrase is found across the end of a line, in comments and documents', () => {
  const [comment] = commentsIn('a.ts', '// The log goes\n// on from there.')
  expect(cure(comment?.text ?? '')).toHaveLength(1)
  expect(paragraphsIn('# Head\n\nThe log goes\non.\n\n```sh\ncd x; goes on\n```\n\n| a | b |\n')).toEqual([
    { line: 1, text: '# Head' },
    { line: 3, text: 'The log goes on.' },
    { line: 10, text: '| a | b |' },
  ])
})
