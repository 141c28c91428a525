import { contractionProblems, lineOf, problemsOf } from '../../scripts/checks/migrationRules.mjs'

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

const taken = (text: string, reasons: Record<string, string> = {}) =>
  contractionProblems([{ name: '0003_next.sql', text }], reasons)

test.each([
  ['alter table a add column b int not null default 0, add column c text;'],
  ['create table b (id int not null); alter table b alter column id set not null; create unique index on b (id);'],
  ['drop index a_by_b; alter table a drop constraint a_check; -- drop table a;'],
  ["insert into text values ('drop table a; rename'); alter table a alter column b drop not null;"],
  ['create function f() returns int language sql as $$ select 1; drop table a; $$;'],
])('a migration that only adds passes: %s', (text) => {
  expect(taken(text)).toEqual([])
})

test.each([
  ['drop table a;', 'drops a table'],
  ['alter table a add column c int,\n  drop column b;', 'drops a column'],
  ['alter table a rename column b to c;', 'renames'],
  ['alter table a alter column b set not null;', 'takes null away'],
  ['alter table a alter b type bigint;', 'changes the type'],
  ['alter table a add column b int not null;', 'older nodes do not fill'],
  ['alter table a add constraint c check (b > 0);', 'adds a constraint'],
  ['create unique index c on a (b);', 'adds a constraint'],
  ['drop function f(int);', 'drops a function'],
])('%s is named, unless it has a reason', (text, what) => {
  expect(taken(text)).toEqual([expect.stringContaining(what)])
  expect(taken(text, { '0003_next.sql': 'nobody runs the version before' })).toEqual([])
})

test('a reason for nothing is named', () => {
  expect(taken('create table b (id int);', { '0003_next.sql': 'why' })).toEqual([
    expect.stringContaining('takes nothing'),
  ])
})
