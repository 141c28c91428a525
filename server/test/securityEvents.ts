import type { Queryable } from '../src/database/database'

/** What a user was told about the security of the account, in order. */
export async function securityEventsOf(database: Queryable, { id }: { id: bigint }): Promise<string[]> {
  const rows = await database.query<{ event: string }>(
    `select facts ->> 'event' as event from message where user_id = $1 and kind = 'security' order by id`,
    [id],
  )
  return rows.map(({ event }) => event)
}
