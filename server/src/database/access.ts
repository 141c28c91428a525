import type { Client } from 'pg'
import { ConfigError } from '../shared/env'
import type { Funds } from '../shared/settings'
import { openConnection } from './connection'
import type { DatabaseRole } from './roles'

/** An address of the database, the setting that it is from, and the role whose rights suffice for its purpose. */
interface Account {
  setting: 'DATABASE_URL' | 'OPS_DATABASE_URL' | 'AUDITOR_DATABASE_URL' | 'ARCHIVER_DATABASE_URL'
  url: string | undefined
  role: DatabaseRole
}

interface Addresses {
  funds: Funds
  databaseUrl: string | undefined
  opsDatabaseUrl: string | undefined
  auditorDatabaseUrl: string | undefined
  archiverDatabaseUrl: string | undefined
  console: unknown
}

export const accountOfOps = ({ opsDatabaseUrl, databaseUrl }: Addresses): Account => ({
  setting: opsDatabaseUrl ? 'OPS_DATABASE_URL' : 'DATABASE_URL',
  url: opsDatabaseUrl ?? databaseUrl,
  role: 'fairtick_ops',
})

/**
 * The accounts of a node: its own, those of the auditor and the archiver and, if it has the staff console, the
 * console's.
 */
export function accountsOfNode(addresses: Addresses): Account[] {
  const { databaseUrl, auditorDatabaseUrl, archiverDatabaseUrl } = addresses
  return [
    { setting: 'DATABASE_URL', url: databaseUrl, role: 'fairtick_node' },
    ...(addresses.console ? [accountOfOps(addresses)] : []),
    { setting: 'AUDITOR_DATABASE_URL', url: auditorDatabaseUrl, role: 'fairtick_auditor' },
    { setting: 'ARCHIVER_DATABASE_URL', url: archiverDatabaseUrl, role: 'fairtick_archiver' },
  ]
}

const POSTGRES_MIN = 150_000

interface Facts {
  version: string
  /** The same for two connections that lead to one database. */
  place: string
  superuser: boolean
  owner: boolean
  mighty: boolean
  /** A table that only grows and that this account may change. */
  changes: string | null
  member: boolean
}

/**
 * Rights of an account, its own or through the roles that it can assume. Bits of `tgtype`: 8 a deletion, 16 an update,
 * 32 emptying the whole table.
 */
const FACTS = `
  select current_setting('server_version_num') as version,
         (select oid || ' ' || pg_postmaster_start_time() from pg_database where datname = current_database()) as place,
         exists (select from pg_roles other where other.rolsuper and pg_has_role(other.oid, 'member')) as superuser,
         exists (select from pg_database where datname = current_database() and pg_has_role(datdba, 'member'))
           or exists (select from pg_class where relnamespace = current_schema()::regnamespace
                         and relkind in ('r', 'p') and pg_has_role(relowner, 'member')) as owner,
         exists (select from pg_roles other
                  where (other.rolcreaterole or other.rolreplication or other.rolbypassrls)
                    and pg_has_role(other.oid, 'member')) as mighty,
         (select min(relation.relname::text)
            from pg_trigger guard
            join pg_proc refusal on refusal.oid = guard.tgfoid and refusal.proname in ('refuse_change', 'refuse_unarchived')
            join pg_class relation on relation.oid = guard.tgrelid
           where guard.tgtype & 16 > 0 and has_any_column_privilege(relation.oid, 'update')
              or guard.tgtype & 8 > 0 and has_table_privilege(relation.oid, 'delete')
              or guard.tgtype & 32 > 0 and has_table_privilege(relation.oid, 'truncate')) as changes,
         exists (select from pg_roles role where role.rolname = $1 and pg_has_role(role.oid, 'usage')) as member`

/** Why live funds do not start with such an account; undefined if they do. */
function tooMuch({ setting, role }: Account, facts: Facts): string | undefined {
  if (facts.superuser) return `${setting} signs in as a superuser, whom no trigger and no constraint stops`
  if (facts.owner) return `${setting} signs in as the owner of the tables, who can take away what guards them`
  if (facts.mighty) return `${setting} signs in as an account that may make roles, replicate or bypass row security`
  if (facts.changes) return `${setting} signs in as an account that may change ${facts.changes}, which only grows`
  if (!facts.member) return `${setting} signs in as an account that is neither ${role} nor a member of it`
  return undefined
}

const WHAT_TO_DO = 'Give it an account with the rights of its role alone (OPERATIONS.md, "Accounts of the database").'

async function readFacts({ setting, url = '', role }: Account): Promise<Facts | undefined> {
  let client: Client | undefined
  try {
    client = await openConnection({ connectionString: url, connectionTimeoutMillis: 10_000 })
    return (await client.query<Facts>(FACTS, [role])).rows[0]
  } catch (error) {
    // The address may hold a password: the sentence says what is wrong without repeating it.
    throw new ConfigError(`${setting} cannot be used: ${error instanceof Error ? error.message : String(error)}.`)
  } finally {
    await client?.end().catch(() => undefined)
  }
}

/**
 * Refuses a database that this version cannot work with, addresses that lead to two databases and, with live funds, accounts
 * that may do more than their work needs. Throws `ConfigError`.
 */
export async function refuseUnfitAccounts({ funds }: Pick<Addresses, 'funds'>, accounts: readonly Account[]) {
  let place: string | undefined
  for (const account of accounts) {
    if (account.url === undefined) continue
    const facts = await readFacts(account)
    if (!facts) continue
    const version = Number(facts.version)
    if (version < POSTGRES_MIN) {
      throw new ConfigError(
        `${account.setting} leads to PostgreSQL ${Math.floor(version / 10_000)}, but 15 or newer is needed.`,
      )
    }
    place ??= facts.place
    if (facts.place !== place) {
      throw new ConfigError(`${account.setting} leads to another database than DATABASE_URL: give both the same one.`)
    }
    const problem = funds === 'live' ? tooMuch(account, facts) : undefined
    if (problem) throw new ConfigError(`FUNDS=live is refused: ${problem}. ${WHAT_TO_DO}`)
  }
}
