import type { Env } from '../shared/env'

/** Variables that PostgreSQL's programs and its driver read by themselves, such as PGSSLMODE and PGOPTIONS. */
export const postgresVariables = (env: Env): string[] =>
  Object.keys(env)
    .filter((name) => /^PG[A-Z_]+$/.test(name) && env[name] !== '')
    .sort()

/**
 * Takes them out of the environment: they are about another database of the person who starts us, and the driver reads each
 * that an address leaves open.
 */
export function dropPostgresVariables(env: Env = process.env) {
  for (const name of postgresVariables(env)) delete env[name]
}
