import { lineOf, problemsOf } from '../../scripts/checks/migrationRules.mjs'

const FIRST = { name: '0001_baseline.sql', text: 'create table a (id int);' }
const SECOND = { name: '0002_more.sql', text: 'create table b (id int);' }
const landed = (...migrations: { name: string; text: string }[]) =>
  migrations.map((each) => `${lineOf(each)}\n`).join('')

test('migrations that are as they landed pass', () => {
  expect(problemsOf([FIRST, SECOND], landed(FIRST, SECOND))).toEqual([])
})

test('the list is one that sha256sum reads', () => {
  expect(lineOf({ name: '0001_empty.sql', text: '' })).toBe(
    'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855  0001_empty.sql',
  )
})

test('one that was edited is named, also where only a blank differs', () => {
  expect(problemsOf([{ ...FIRST, text: `${FIRST.text} ` }, SECOND], landed(FIRST, SECOND))).toEqual([
    '0001_baseline.sql has landed and differs: restore it, and put the change into a new migration',
  ])
})

test('one that is gone is named', () => {
  expect(problemsOf([SECOND], landed(FIRST, SECOND))).toEqual(['0001_baseline.sql has landed and is gone: restore it'])
})

test('a new one must be listed, and follow those that landed', () => {
  expect(problemsOf([FIRST, SECOND], landed(FIRST))).toEqual([expect.stringContaining(lineOf(SECOND))])
  expect(problemsOf([FIRST, SECOND], landed(SECOND))).toEqual([
    '0001_baseline.sql sorts before 0002_more.sql, which has landed: give it a higher number',
  ])
  expect(problemsOf([FIRST, { ...SECOND, name: '2_more.sql' }], landed(FIRST))).toEqual([
    '2_more.sql is not named like 0002_what_it_does.sql',
  ])
})
