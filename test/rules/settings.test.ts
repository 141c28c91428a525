import { documentedNames, listedNames, settingProblems } from '../../scripts/checks/settingRules.mjs'

const list = "export const SETTING_NAMES = [\n  'PORT',\n  'SECRET_<ID>',\n] as const\n"
const document =
  '# X\n\n## Settings\n\n| Variable | Default |\n| --- | --- |\n| `PORT`, `SECRET_<ID>` | `80` |\n\n## Other\n\n| `NOT` | x |\n'
const sources = new Map([['a.ts', "integer(env, 'PORT', 0, 1, 2); env['SECRET_' + id]"]])

test('names are read from the list and from the first column of the table of settings', () => {
  expect(listedNames(list)).toEqual(['PORT', 'SECRET_<ID>'])
  expect(documentedNames(document)).toEqual(['PORT', 'SECRET_<ID>'])
  expect(settingProblems(listedNames(list), documentedNames(document), sources)).toEqual([])
})

test('a setting that is missing, unknown, twice, unread or unlisted is named', () => {
  expect(settingProblems(['PORT'], [], sources)).toEqual(['OPERATIONS.md, "Settings" lacks PORT'])
  expect(settingProblems(['PORT'], ['PORT', 'HOST', 'PORT'], sources)).toEqual([
    'OPERATIONS.md, "Settings" has HOST, which settingNames.ts has not',
    'OPERATIONS.md, "Settings" has PORT twice',
  ])
  expect(settingProblems(['PORT', 'HOST'], ['PORT', 'HOST'], sources)).toEqual([
    'settingNames.ts has HOST, which nothing reads',
  ])
  expect(settingProblems([], [], new Map([['b.ts', 'env.FEED?.trim() ?? env.PATH']]))).toEqual([
    'b.ts reads FEED, which is not in settingNames.ts',
  ])
})
