import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Run } from '../../../../contract/content'
import { projectRoot } from '../../shared/paths'
import { blocksOf } from './blocks'
import { readFrontMatter } from './files'
import { markdownOf } from './markdown'

const CONTENT = join(projectRoot(), 'server', 'content')
const articles = ['documents', 'news'].flatMap((kind) =>
  readdirSync(join(CONTENT, kind)).flatMap((id) =>
    readdirSync(join(CONTENT, kind, id))
      .filter((file) => file.endsWith('.md'))
      .map((file) => join(kind, id, file)),
  ),
)

const isRun = (value: unknown): value is Run => typeof value === 'object' && value !== null && 'marks' in value

/** Merges neighboring runs of one style: the place of an escape makes no difference. */
const merged = (value: unknown): unknown => {
  if (!Array.isArray(value)) {
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, merged(each)]))
  }
  const all: unknown[] = []
  for (const each of value.map(merged)) {
    const [last, run] = [all.at(-1), each] as [Run | undefined, Run]
    const isOne =
      isRun(last) && isRun(run) && JSON.stringify([last.marks, last.href]) === JSON.stringify([run.marks, run.href])
    if (isOne) all.splice(-1, 1, { ...last, text: `${last.text}${run.text}` })
    else all.push(each)
  }
  return all
}

test('every shipped article reads the same after it was turned into what an editor changes', () => {
  expect(articles.length).toBeGreaterThan(50)
  const changed = articles.filter((file) => {
    const blocks = blocksOf(readFrontMatter(readFileSync(join(CONTENT, file), 'utf8'), file).markdown)
    return JSON.stringify(merged(blocksOf(markdownOf(blocks)))) !== JSON.stringify(merged(blocks))
  })
  expect(changed).toEqual([])
})

test.each([
  '1\\. no list, *marks* with **all** `code` and ~~old~~',
  '- one\n   - two\n      - three\n- four',
  '1. a\n1. b',
  '> quoted\n> twice',
  'a \\* b \\_ c \\[d\\](e) \\# f & g &amp;amp; < h',
  '| a\\|b | c |\n| --- | --- |\n| **x** | [y](https://example.com/a) |',
  '[**strong** and *soft*](/pages/index/detail?id=about)',
  'one  \ntwo',
  '## \\#1 head',
])('what has marks in it keeps them and adds none: %s', (source) => {
  const blocks = blocksOf(source)
  expect(merged(blocksOf(markdownOf(blocks)))).toEqual(merged(blocks))
})
