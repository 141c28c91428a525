import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createTestDatabase, type TestDatabase } from '../../test/database'
import { endOf, lastEndOf, newUser, REFUSED } from '../../test/endOf'
import { projectRoot } from '../shared/paths'
import type { Database } from './database'
import { DATABASE_ROLES, type DatabaseRole } from './roles'

let own: TestDatabase
let accounts: Record<DatabaseRole, Database>

beforeAll(async () => {
  own = await createTestDatabase()
  accounts = {
    fairtick_node: own.as('fairtick_node'),
    fairtick_ops: own.as('fairtick_ops'),
    fairtick_auditor: own.as('fairtick_auditor'),
    fairtick_archiver: own.as('fairtick_archiver'),
  }
})
afterAll(() => own.drop())

/** "table role" → its rights, as roles.sql says them. */
function listed(): Map<string, string> {
  const text = readFileSync(join(projectRoot(), 'server/sql/roles.sql'), 'utf8')
  const rows = [...text.matchAll(/^ {6}\('(\w+)', '([^']*)', '([^']*)', '([^']*)'\)/gm)]
  const sorted = (rights: string) =>
    rights
      .replaceAll(/\s+/g, ' ')
      .split(/, (?![^(]*\))/)
      .map((right) => right.replace(/\((.*)\)/, (_, columns: string) => `(${columns.split(', ').sort().join(', ')})`))
      .sort()
      .join(', ')
  // The archiver reads a list of names.
  const archived: readonly string[] =
    text.match(/v_archiver_reads constant text\[\] := array\[([^\]]*)\]/)?.[1]?.match(/\w+/g) ?? []
  return new Map(
    rows.flatMap(([, name = '', ...rights]) =>
      DATABASE_ROLES.map((role, index): [string, string] => [
        `${name} ${role}`,
        sorted(rights[index] ?? (archived.includes(name) ? 'select' : '')),
      ]),
    ),
  )
}

/** The same from the catalogue, of every table and sequence that is no partition; rights of everybody are `public`'s. */
async function granted(): Promise<Map<string, string>> {
  const rows = await own.database.query<{ name: string; role: string; rights: string }>(
    `with relation as (
       select * from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'S', 'v', 'm')
          and not relispartition and relname <> all (array['migration_lock', 'migration_id_seq'])
     ), granted as (
       select relation.oid, entry.grantee, lower(entry.privilege_type) as kind, null as columns
         from relation, aclexplode(relation.relacl) entry where entry.grantee <> relation.relowner
       union all
       select relation.oid, entry.grantee, lower(entry.privilege_type),
              ' (' || string_agg(attribute.attname, ', ' order by attribute.attname collate "C") || ')'
         from relation join pg_attribute attribute on attribute.attrelid = relation.oid,
              aclexplode(attribute.attacl) entry
        group by relation.oid, entry.grantee, entry.privilege_type
     )
     select relation.relname as name, role.name as role,
            coalesce(string_agg(kind || coalesce(columns, ''), ', ' order by kind collate "C"), '') as rights
       from relation
       cross join (select oid, rolname as name from pg_roles where rolname = any ($1) union all select 0, 'public') role
       left join granted on granted.oid = relation.oid and granted.grantee = role.oid
      where relation.relkind <> 'S'
         or not exists (select from pg_depend where objid = relation.oid and deptype = 'i')
         or relation.relname = 'ledger_transfer_id_seq'
      group by relation.relname, role.name
     having role.name <> 'public' or count(kind) > 0`,
    [DATABASE_ROLES],
  )
  return new Map(rows.map(({ name, role, rights }): [string, string] => [`${name} ${role}`, rights]))
}

const sorted = (map: Map<string, string>) => [...map].map(([key, rights]) => `${key}: ${rights}`).sort()

test('each role has the rights that roles.sql lists, of every table and sequence, and nobody has others', async () => {
  expect(listed().size).toBeGreaterThan(300)
  expect(sorted(await granted())).toEqual(sorted(listed()))
})

/** Rights as docs/SECURITY.md has them: r, a, u and d, with an asterisk for some columns. */
function inShort(rights: string): string {
  const letters = { select: 'r', insert: 'a', update: 'u', delete: 'd' }
  const found = Object.entries(letters).map(([right, letter]) => {
    const [, columns] = new RegExp(`\\b${right}\\b( \\()?`).exec(rights) ?? [undefined, null]
    return columns === null ? '' : columns === undefined ? letter : `${letter}*`
  })
  return found.join('') || '-'
}

test('the document says what each account may do to each table', async () => {
  const text = readFileSync(join(projectRoot(), 'docs/SECURITY.md'), 'utf8')
  const [, section = ''] = text.split(/^## What each account may do to each table$/m)
  const [table = ''] = section.split(/^## /m)
  const said = table.split('\n').flatMap((line) => {
    const [names = '', ...cells] = line
      .split('|')
      .slice(1)
      .map((cell) => cell.trim())
    const tables = [...names.matchAll(/`(\w+)`/g)].map(([, name]) => name)
    return tables.flatMap((name) => DATABASE_ROLES.map((role, index) => `${name} ${role}: ${cells[index]}`))
  })
  const real = [...(await granted())]
    .filter(([key]) => !/_seq | public$/.test(key))
    .map(([key, rights]) => `${key}: ${inShort(rights)}`)
  expect(said.sort()).toEqual(real.sort())
})

test.each(DATABASE_ROLES)('%s makes no temporary table', async (role) => {
  // Rights on the database itself are not copied from the template that tests begin with.
  await own.database.query(readFileSync(join(projectRoot(), 'server/sql/roles.sql'), 'utf8'))
  expect(await endOf(accounts[role], 'create temporary table mine (id int)')).toBe(REFUSED)
})

test('a partition is read like its table, and nothing else', async () => {
  const rights = await own.database.query<{ right: string }>(
    `select distinct parent.relname || ' ' || lower(entry.privilege_type) || ' ' || entry.grantee::regrole as right
       from pg_class partition
       join pg_inherits inherited on inherited.inhrelid = partition.oid and partition.relkind = 'r'
       join pg_class parent on parent.oid = inherited.inhparent, aclexplode(partition.relacl) entry
      where entry.grantee <> partition.relowner and partition.relname not like '%_rest'`,
  )
  const readers = [...listed()]
    .filter(([, rights]) => /\bselect\b/.test(rights))
    .map(([key]) => key.replace(' ', ' select '))
  expect(rights.map(({ right }) => right)).toEqual(expect.arrayContaining(['trade_order select fairtick_node']))
  expect(rights.map(({ right }) => right).filter((right) => !readers.includes(right))).toEqual([])
})

/** Tables in which a trigger refuses any update, with what it refuses besides. */
const onlyGrowing = () =>
  own.database.query<{ name: string; column: string; deletes: boolean }>(
    `select relation.relname as name,
            (select min(attname) from pg_attribute
              where attrelid = relation.oid and attnum > 0 and attidentity = '' and not attisdropped) as column,
            exists (select from pg_trigger other join pg_proc refusal on refusal.oid = other.tgfoid
                     where other.tgrelid = relation.oid and other.tgtype & 8 > 0 and refusal.proname = 'refuse_note_loss') as deletes
       from pg_trigger guard
       join pg_proc refusal on refusal.oid = guard.tgfoid and refusal.proname = 'refuse_change'
       join pg_class relation on relation.oid = guard.tgrelid
      where guard.tgtype & 16 > 0 order by relation.relname`,
  )

describe.each(DATABASE_ROLES)('%s', (role) => {
  test('changes, empties, drops and alters no table that only grows, nor any partition of one', async () => {
    const tables = await onlyGrowing()
    expect(tables.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        'ledger_posting',
        'ledger_posting_first',
        'tick',
        'settlement',
        'audit_entry',
        'tree_head',
      ]),
    )
    const done: string[] = []
    for (const { name, column, deletes } of tables) {
      const statements = [
        `update ${name} set ${column} = ${column}`,
        `truncate ${name}`,
        `drop table ${name}`,
        `alter table ${name} disable trigger all`,
        `alter table ${name} add column more int`,
        `create trigger more before insert on ${name} for each row execute function refuse_change()`,
      ]
      // A note goes with its user (the trigger looks at that); of all others nothing goes.
      if (!deletes) statements.push(`delete from ${name}`)
      for (const sql of statements) {
        const end = await endOf(accounts[role], sql)
        if (end !== REFUSED) done.push(`${sql}: ${end}`)
      }
    }
    expect(done).toEqual([])
  })

  test('makes nothing, becomes nobody else and switches no trigger off', async () => {
    const owner = await own.database.first<{ name: string }>('select current_user as name')
    for (const sql of [
      'create table more (id int)',
      'create function more() returns int language sql as $$ select 1 $$',
      'create or replace function house_stripe(p_kind smallint, p_user bigint) returns smallint language sql as $$ select 0::smallint $$',
      'set local session_replication_role = replica',
      `set local role ${owner?.name}`,
      ...DATABASE_ROLES.filter((other) => other !== role).map((other) => `set local role ${other}`),
      `copy setting to program 'cat'`,
      'create role more',
      'alter table setting disable row level security',
    ]) {
      expect([sql, await endOf(accounts[role], sql)]).toEqual([sql, REFUSED])
    }
  })
})

test('a table to which nobody may do more than add has a trigger that says so', async () => {
  const guarded = new Set((await onlyGrowing()).map(({ name }) => name))
  const rights = await granted()
  const names = new Set(
    [...rights.keys()].map((key) => key.split(' ')[0] ?? '').filter((name) => !name.endsWith('_seq')),
  )
  const of = (name: string) => DATABASE_ROLES.map((role) => rights.get(`${name} ${role}`) ?? '').join()
  const grow = [...names].filter((name) => /insert/.test(of(name)) && !/update|delete/.test(of(name)))
  expect(grow.filter((name) => !guarded.has(name))).toEqual([])
  const change = [...guarded].filter((name) => names.has(name) && /update|delete/.test(of(name)))
  expect(change).toEqual(['user_note'])
})

test("what has the owner's rights is fixed to the schema, checks what it is asked, and is one role's", async () => {
  const functions = await own.database.query<{ said: string }>(
    `select proc.proname || ': ' || array_to_string(proc.proconfig, ' ') || ': '
              || coalesce((select string_agg(coalesce(role.rolname, 'everybody'), ' ' order by role.rolname)
                    from aclexplode(proc.proacl) entry left join pg_roles role on role.oid = entry.grantee
                   where entry.grantee <> proc.proowner), 'nobody') as said
       from pg_proc proc where proc.prosecdef and proc.pronamespace = 'public'::regnamespace order by proc.proname`,
  )
  expect(functions.map(({ said }) => said)).toEqual([
    'chain_audit_entry: search_path=public, pg_temp: nobody',
    'drop_archived_ticks: search_path=public, pg_temp: fairtick_archiver',
    'drop_foreign_acceptances: search_path=public, pg_temp lock_timeout=3s: fairtick_ops',
    'drop_partitions: search_path=public, pg_temp: fairtick_node',
    'limit_exposure: search_path=public, pg_temp: fairtick_ops',
    'make_partitions: search_path=public, pg_temp: fairtick_node',
  ])
  await own.database.query(
    `insert into audit_entry (actor, reason, action, subject) values ('ann', 'a test', 'test', '-')`,
  )
  const node = accounts.fairtick_node
  const archiver = accounts.fairtick_archiver
  expect(await endOf(node, `select drop_partitions('ledger_posting', 9223372036854775807, false)`)).toBe(REFUSED)
  expect(await endOf(archiver, `select drop_archived_ticks(1, 1, '\\x00', 1)`)).toBe(REFUSED)
  expect(await endOf(node, `select make_partitions('app_user', 0)`)).toBe('P0002')
})

test('staff reach no price, no order and no signed head; nodes reach no staff and no terms of an order', async () => {
  const ops = [
    'update trade_order set status = status',
    'delete from trade_order_rest',
    'insert into tick default values',
    'insert into settlement default values',
    'insert into tree_head default values',
    'update tick_head set sequence = sequence',
    'update product set decimals = decimals',
    'delete from trade_order',
    'update audit_end set id = 0',
    `insert into setting (key, value) values ('audit_state', '{"state": "ok"}')`,
    `insert into audit_entry (actor, reason, action, subject, created_at) values ('a', 'b', 'c', 'd', '2020-01-01')`,
  ]
  for (const sql of ops) expect([sql, await endOf(accounts.fairtick_ops, sql)]).toEqual([sql, REFUSED])
  const node = [
    'update trade_order set stake = stake',
    'update trade_order set direction = -direction',
    'update trade_order set payout = payout',
    'delete from trade_order',
    'select from staff_member',
    'delete from staff_session',
    'insert into staff_proposal default values',
    'insert into audit_entry default values',
    'insert into product_change default values',
    'insert into key_change default values',
    // The function that drops ticks says what the archive holds, and is trusted.
    'insert into tick_archive default values',
    'update audit_end set id = 0',
    `select drop_archived_ticks(1, 1, '', 0)`,
    `insert into setting (key, value) values ('audit_state', '{"state": "ok"}')`,
  ]
  for (const sql of node) expect([sql, await endOf(accounts.fairtick_node, sql)]).toEqual([sql, REFUSED])
})

test('a break stays with its person and gets neither shorter nor milder, whoever asks the database for it', async () => {
  const user = await newUser(own.database, 'breaking1', 'AB2CD3')
  await own.database.query(
    `insert into account_break (user_id, kind, started_at, until) values ($1, 'exclusion', now(), null)`,
    [user],
  )
  await own.database.query(
    `insert into person_break (mark, kind, started_at, until) values (sha256('x'), 'exclusion', now(), null)`,
  )
  const changes = [
    'update account_break set user_id = user_id + 1',
    `update account_break set kind = 'break'`,
    `update account_break set started_at = started_at - interval '1 day'`,
    'update account_break set until = now()',
    'delete from account_break',
    `update person_break set mark = sha256('y')`,
    `update person_break set kind = 'break'`,
    'update person_break set until = now()',
    'delete from person_break',
  ]
  for (const role of ['fairtick_node', 'fairtick_ops'] as const)
    for (const sql of changes)
      expect([sql, await endOf(accounts[role], sql)]).toEqual([sql, expect.stringMatching(/^(2F002|42501)$/)])
  expect(await endOf(accounts.fairtick_node, 'update account_break set until = until')).toBe('done')
})

test('a break is not ended in two steps either: its end is asked for only after its time, and has to come', async () => {
  await own.database.query(
    `insert into account_break (user_id, kind, started_at, until) select id, 'break', now(), now() + interval '2 days' from app_user
      where account = 'breaking1' on conflict (user_id) do nothing`,
  )
  await own.database.query(
    `insert into person_break (mark, kind, started_at, until) values (sha256('two steps'), 'break', now(), now() + interval '2 days'),
       (sha256('over'), 'break', now() - interval '2 days', now() - interval '1 day')`,
  )
  const node = accounts.fairtick_node
  for (const role of ['fairtick_node', 'fairtick_ops'] as const) {
    const early = `update person_break set reopens_at = until + interval '1 day' where mark = sha256('two steps')`
    expect(await endOf(accounts[role], early)).toBe('2F002')
  }
  const asked = `update person_break set reopens_at = now() + interval '1 day' where mark = sha256('over')`
  const remove = `delete from person_break where mark = sha256('over')`
  expect(await endOf(node, asked)).toBe('done')
  expect(await lastEndOf(node, asked, remove)).toBe('2F002')
  const asLongAgo = `update person_break set reopens_at = now() where mark = sha256('over')`
  expect(await lastEndOf(node, asLongAgo, remove)).toBe('done')
  // Nor by way of a deletion that is taken back.
  const deleted = `update app_user set deleted_at = now(), account = '~' || id where account = 'breaking1'`
  const back = `update app_user set deleted_at = null, account = 'breaking1' where account like '~%'`
  expect(await lastEndOf(node, deleted, 'delete from account_break', back)).toBe('2F002')
})

test('a node adds no duration to a product but those of a version that was announced', async () => {
  const insert = 'insert into product_duration (product_id, seconds, earnings_rate_bp)'
  const next = `update product set revision = revision + 1 where symbol = 'AAA'`
  const node = accounts.fairtick_node
  await own.database.query(
    `insert into product (symbol, code, names, category, decimals, recommended, position, calendar, stake_min, stake_max,
                          stake_presets, source, revision)
       values ('AAA', 'A', '{}', 'crypto', 2, false, 1, '{}', 1, 2, '{1}', 'none', 1)`,
  )
  await own.database.query(
    `insert into product_change (symbol, revision, part, terms, announced_at, effective_at, made_by)
       values ('AAA', 2, 'durations', '{"durations": [{"seconds": 7, "earningsRateBp": 8000}]}', now(), now(), 'ann')`,
  )
  const of = (seconds: number, rate: number) =>
    `${insert} select id, ${seconds}, ${rate} from product where symbol = 'AAA'`
  expect(await endOf(node, of(7, 8_000))).toBe('2F002')
  expect(await lastEndOf(node, next, of(7, 8_000))).toBe('done')
  for (const [seconds, rate] of [
    [7, 1_000_000],
    [8, 8_000],
  ] as const)
    expect(await lastEndOf(node, next, of(seconds, rate))).toBe('2F002')
})

test('the auditor writes what it found, and no other setting', async () => {
  await own.database.query(`insert into setting (key, value) values ('installation', '{"funds": "live"}')`)
  const auditor = accounts.fairtick_auditor
  const writing = (key: string) =>
    endOf(auditor, `insert into setting (key, value) values ($1, '1') on conflict (key) do update set value = '2'`, [
      key,
    ])
  expect([await writing('audit_state'), await writing('audit_walk')]).toEqual(['done', 'done'])
  expect([await writing('installation'), await writing('more')]).toEqual([REFUSED, REFUSED])
  expect(await auditor.query(`update setting set value = '1' where key = 'installation' returning key`)).toEqual([])
  expect(await auditor.query(`select value from setting where key = 'installation'`)).toHaveLength(1)
})
