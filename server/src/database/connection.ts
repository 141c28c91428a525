import { Client, type ClientConfig } from 'pg'
import { withDatabase } from './database'

/**
 * A connection that is not of the pool, for a lock, a migration or a look from outside; the caller ends it. Its loss fails the
 * query that is under way and every later one. Without a listener it would end the process.
 */
export async function openConnection(options: ClientConfig & { connectionString: string }): Promise<Client> {
  const client = new Client(options)
  client.on('error', () => undefined)
  const query = client.query.bind(client) as (...args: unknown[]) => Promise<never>
  client.query = ((...args: unknown[]) => withDatabase(async () => query(...args))) as typeof client.query
  await withDatabase(() => client.connect())
  return client
}
