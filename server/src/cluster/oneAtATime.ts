import { openConnection } from '../database/connection'

/**
 * Lets the nodes of a cluster do `work` one after the other: what the first one made, the next ones find. The lock is a row,
 * which every PostgreSQL-compatible database has, on its own connection, which ends with the process.
 */
export async function oneAtATime<T>(databaseUrl: string, work: () => Promise<T>): Promise<T> {
  // A lost lock does no harm: work that runs twice is only wasted.
  const client = await openConnection({ connectionString: databaseUrl, application_name: 'fairtick setup' })
  try {
    await client.query('begin')
    await client.query(`select 1 from lease where name = 'setup' for update`)
    return await work()
  } finally {
    await client.end().catch(() => undefined)
  }
}
