import { ConfigError, type Env } from '../shared/env'

/**
 * Roles of a node.`api` answers requests, `stream` holds the sockets of apps, `feed` runs for election as the writer
 * of prices, `worker` settles, books savings, makes tree heads and audits.
 */
export const ROLES = ['api', 'stream', 'feed', 'worker'] as const
export type Role = (typeof ROLES)[number]

/** Undefined when a name is unknown. Empty means all. */
function parseRoles(text: string): ReadonlySet<Role> | undefined {
  const names = text
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean)
  const roles = new Set<Role>(names.length === 0 ? ROLES : [])
  for (const name of names) {
    const role = ROLES.find((each) => each === name)
    if (!role) return undefined
    roles.add(role)
  }
  return roles
}

/** A process that only signs for the others, with no database and no port for users (OPERATIONS.md, "Keys"). */
export const SIGNER_ROLE = 'signer'

/** ROLES. Throws `ConfigError`. */
export function readRoles(env: Env): ReadonlySet<Role> {
  const roles = parseRoles(env.ROLES ?? '')
  if (!roles)
    throw new ConfigError(
      `ROLES is "${env.ROLES}" but takes, with commas between: ${ROLES.join(', ')}; or ${SIGNER_ROLE} alone.`,
    )
  if (roles.size < ROLES.length && !env.DATABASE_URL?.trim()) {
    throw new ConfigError(
      'ROLES leaves something to other nodes, so it needs the database that they share (DATABASE_URL).',
    )
  }
  return roles
}
