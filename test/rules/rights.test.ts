import { rightsIn, unlisted, unrightful } from '../../scripts/checks/rightRules.mjs'

const RIGHTS = rightsIn(`
      ('price', 'select, insert', 'select', ''),
      ('draft', 'select, delete', 'select, insert,
          update (text)', '')
`)

test('a table without a line is named, its partitions are not', () => {
  const schema =
    'create table price (\n);\ncreate table price_rest partition of price default;\ncreate table more (\n);'
  expect(unlisted(schema, RIGHTS)).toEqual([
    'more has no line in server/sql/roles.sql: no account of the server could use it',
  ])
})

test.each([
  ['insert into price (id) values (1)', []],
  ['insert into price (id) values (1) on conflict (id) do update set id = 2', ['update price']],
  ['update price old set id = 1', ['update price']],
  ['delete from price; update draft set text = 1; delete from draft', ['delete price']],
])('%s', (sql, refused) => {
  const expected = refused.map((what) => expect.stringContaining(`fairtick_node or fairtick_ops may not ${what} `))
  expect(unrightful('server/src/market/x.ts', sql, RIGHTS)).toEqual(expected)
})

test('staff have what their own account has, and the functions of the owner everything', () => {
  expect(unrightful('server/src/office/x.ts', 'insert into price values (1)', RIGHTS)).toHaveLength(1)
  expect(unrightful('server/src/office/x.ts', 'insert into draft values (1)', RIGHTS)).toEqual([])
  expect(unrightful('server/sql/functions/x.sql', 'security definer … delete from price', RIGHTS)).toEqual([])
})
