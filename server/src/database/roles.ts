import type { ClientBase } from 'pg'
import { openConnection } from './connection'
import { appliedFiles, noteApplied, type SqlFile } from './sqlFiles'

/** Their rights are in server/sql/roles.sql. Accounts of the server are these, or members of them. */
export const DATABASE_ROLES = ['fairtick_node', 'fairtick_ops', 'fairtick_auditor', 'fairtick_archiver'] as const
export type DatabaseRole = (typeof DATABASE_ROLES)[number]

export async function hasRoles(client: ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ found: number }>(
    'select count(*)::int as found from pg_roles where rolname = any ($1)',
    [DATABASE_ROLES],
  )
  return rows[0]?.found === DATABASE_ROLES.length
}

/** Roles are the whole cluster's: of two databases that make them at once, one finds them made. */
const MAKE_ROLES = `do $$
declare
  v_name text;
begin
  foreach v_name in array array['${DATABASE_ROLES.join("', '")}'] loop
    if not exists (select from pg_roles where rolname = v_name) then
      execute format('create role %I nologin', v_name);
    end if;
  end loop;
exception when duplicate_object or unique_violation then
  null;
end $$`

/** The right of everybody that the file takes away, and that is of the database itself: a dump leaves it behind. */
const MAY_ALL_MAKE_TABLES = `
  select from pg_database, aclexplode(coalesce(datacl, acldefault('d', datdba))) entry
   where datname = current_database() and entry.grantee = 0 and entry.privilege_type = 'TEMPORARY'`

/**
 * Gives the roles their rights, in the caller's transaction, after a change of the schema (`changed`) or of the file, or in a
 * database that was filled from a dump.
 * Makes the roles if this account may; does nothing if they are missing, as with demo funds the owner may serve.
 * Returns whether this text of the file is new to the database.
 */
export async function applyRoles(client: ClientBase, file: SqlFile, changed: boolean): Promise<boolean> {
  const isNew = (await appliedFiles(client)).get(file.path) !== file.sha256
  if (!changed && !isNew && (await client.query(MAY_ALL_MAKE_TABLES)).rowCount === 0) return false
  const { rows } = await client.query<{ able: boolean }>(
    'select rolsuper or rolcreaterole as able from pg_roles where rolname = current_user',
  )
  if (rows[0]?.able) await client.query(MAKE_ROLES)
  if (!(await hasRoles(client))) return false
  await client.query(file.text)
  await noteApplied(client, file)
  return isNew
}

/** The roles that do not exist; without all of them the last step gave none its rights. */
export async function missingRoles(url: string): Promise<string[]> {
  const client = await openConnection({ connectionString: url })
  try {
    const { rows } = await client.query<{ name: string }>(
      'select name from unnest($1::text[]) name where name not in (select rolname from pg_roles) order by name',
      [DATABASE_ROLES],
    )
    return rows.map(({ name }) => name)
  } finally {
    await client.end()
  }
}
