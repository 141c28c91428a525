import { existsSync } from 'node:fs'
import LongestFirst, { LONGEST } from '../../scripts/lib/longestFirst.mjs'
import { fromRoot } from '../../scripts/lib/paths.mjs'

test('the files that take longest exist, and begin before larger ones', () => {
  expect(LONGEST.filter((path) => !existsSync(fromRoot(path)))).toEqual([])
  const [first = '', second = ''] = LONGEST
  const larger = ['server/test/plans.test.ts', 'test/rules/until.test.ts']
  const sorted = new LongestFirst().sort(
    [...larger.toReversed(), second, first].map((path) => ({ path: fromRoot(path) })),
  )
  expect(sorted.map(({ path }) => path)).toEqual([first, second, ...larger].map((path) => fromRoot(path)))
})
