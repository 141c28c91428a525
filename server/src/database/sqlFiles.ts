import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ClientBase } from 'pg'

/** A file of server/sql. `path` is relative to that folder. */
export interface SqlFile {
  path: string
  text: string
  sha256: string
}

/** Contents of a folder like server/sql. */
export interface SqlFiles {
  constants: SqlFile
  migrations: SqlFile[]
  functions: SqlFile[]
  triggers: SqlFile
  /** Who may do what. */
  roles: SqlFile
}

const CONSTANT = /^create or replace function (\w+)\(\) returns \w+ .* return (.+);$/gm

/**
 * Puts the values of constants.sql in the place of their names: PL/pgSQL plans a statement again for other parameters,
 * and folding a dozen calls each time costs a tenth of placing and settling an order.
 */
function inlineConstants(text: string, constants: ReadonlyMap<string, string>): string {
  return text.replace(/\b(\w+)\(\)/g, (call, name: string) => constants.get(name) ?? call)
}

export function readSqlFiles(root: string): SqlFiles {
  const source = (path: string) => readFileSync(join(root, path), 'utf8')
  const values = new Map(
    [...source('constants.sql').matchAll(CONSTANT)].map(([, name = '', value = '']) => [name, value] as const),
  )
  const fileOf = (path: string, text: string): SqlFile => ({
    path,
    text,
    sha256: createHash('sha256').update(text).digest('hex'),
  })
  const read = (path: string): SqlFile =>
    fileOf(path, path.startsWith('functions/') ? inlineConstants(source(path), values) : source(path))
  const readFolder = (folder: string) =>
    readdirSync(join(root, folder))
      .filter((name) => name.endsWith('.sql'))
      .sort()
      .map((name) => read(`${folder}/${name}`))
  return {
    constants: read('constants.sql'),
    migrations: readFolder('migrations'),
    functions: readFolder('functions'),
    triggers: read('triggers.sql'),
    roles: read('roles.sql'),
  }
}

/** The name of a file's function: `place_orders` for functions/place_orders.sql. */
export const nameOf = ({ path }: Pick<SqlFile, 'path'>) => path.replace(/^.*\/|\.sql$/g, '')

/** Makes the table that remembers which text of each file the database has. */
export async function openFileRecord(client: ClientBase): Promise<void> {
  await client.query('create table if not exists sql_file (path text primary key, sha256 text not null)')
}

/** Path to hash of every file that was applied. */
export async function appliedFiles(client: ClientBase): Promise<Map<string, string>> {
  const { rows } = await client.query<{ path: string; sha256: string }>('select path, sha256 from sql_file')
  return new Map(rows.map(({ path, sha256 }) => [path, sha256]))
}

export async function noteApplied(client: ClientBase, { path, sha256 }: SqlFile): Promise<void> {
  await client.query(
    `insert into sql_file (path, sha256) values ($1, $2) on conflict (path) do update set sha256 = excluded.sha256`,
    [path, sha256],
  )
}

/** Runs a file whose text the database does not have yet. Returns whether it ran. */
export async function applyChanged(client: ClientBase, file: SqlFile): Promise<boolean> {
  if ((await appliedFiles(client)).get(file.path) === file.sha256) return false
  await client.query(file.text)
  await noteApplied(client, file)
  return true
}

/**
 * Creates or replaces the functions whose file changed, in the caller's transaction, and drops those whose file is gone.
 * A function whose signature or result changed is dropped and created. Returns the paths of all that changed. Throws
 * if a file does not define exactly the function that it is named after, or a body does not fit the tables, which
 * may have changed too (`migrated`).
 */
export async function applyFunctions(
  client: ClientBase,
  files: readonly SqlFile[],
  migrated: boolean,
): Promise<string[]> {
  const applied = await appliedFiles(client)
  const changed = files.filter(({ path, sha256 }) => applied.get(path) !== sha256)
  const gone = [...applied.keys()].filter(
    (path) => path.startsWith('functions/') && !files.some((file) => file.path === path),
  )
  if (changed.length + gone.length === 0 && !migrated) return []
  // They name one another: bodies are checked once all of them are there.
  await client.query('set local check_function_bodies = off')
  for (const path of gone) {
    await dropAll(client, await overloadsOf(client, nameOf({ path })))
    await client.query('delete from sql_file where path = $1', [path])
  }
  for (const file of changed) await replaceFunction(client, file)
  await client.query('set local check_function_bodies = on')
  for (const file of files) await checkBody(client, nameOf(file))
  return [...gone, ...changed.map(({ path }) => path)]
}

interface Overload {
  oid: number
  signature: string
}

async function overloadsOf(client: ClientBase, name: string): Promise<Overload[]> {
  const { rows } = await client.query<Overload>(
    `select oid, oid::regprocedure::text as signature from pg_proc
      where proname = $1 and pronamespace = current_schema()::regnamespace`,
    [name],
  )
  return rows
}

async function dropAll(client: ClientBase, overloads: readonly Overload[]) {
  for (const { signature } of overloads) await client.query(`drop function ${signature}`)
}

/** The result or the names of parameters differ: `create or replace` does not do that. */
const CANNOT_REPLACE = '42P13'

async function replaceFunction(client: ClientBase, file: SqlFile): Promise<void> {
  const name = nameOf(file)
  const before = await overloadsOf(client, name)
  await client.query('savepoint before_replacing')
  try {
    await client.query(file.text)
  } catch (error) {
    if ((error as { code?: string }).code !== CANNOT_REPLACE) throw error
    await client.query('rollback to savepoint before_replacing')
    await dropAll(client, before)
    await client.query(file.text)
  }
  const after = await overloadsOf(client, name)
  // With other parameter types the new function was added next to the old one.
  const isNew = ({ oid }: Overload) => !before.some((old) => old.oid === oid)
  if (after.some(isNew))
    await dropAll(
      client,
      after.filter((each) => !isNew(each)),
    )
  const left = await overloadsOf(client, name)
  if (left.length !== 1)
    throw new Error(`server/sql/${file.path} must define ${name} once; it did ${left.length} times`)
  await noteApplied(client, file)
}

const VALIDATORS: Record<string, string> = { sql: 'fmgr_sql_validator', plpgsql: 'plpgsql_validator' }

async function checkBody(client: ClientBase, name: string): Promise<void> {
  const { rows } = await client.query<{ oid: number; language: string }>(
    `select proc.oid, language.lanname as language from pg_proc proc join pg_language language on language.oid = proc.prolang
      where proc.proname = $1 and proc.pronamespace = current_schema()::regnamespace`,
    [name],
  )
  for (const { oid, language } of rows) {
    const validator = VALIDATORS[language]
    if (validator) await client.query(`select ${validator}($1)`, [oid])
  }
}
