/**
 * What a node does. `api` answers requests, `stream` holds the sockets of apps, `feed` stands for election as the one that
 * writes prices, `worker` settles, books savings, makes tree heads and audits.
 */
export const ROLES = ['api', 'stream', 'feed', 'worker'] as const
export type Role = (typeof ROLES)[number]

/** `ROLES` of the settings; undefined when a name is unknown. Empty means all. */
export function readRoles(text: string): ReadonlySet<Role> | undefined {
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
