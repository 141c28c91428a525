import type { Database } from '../src/database/database'
import { forgetUserPhone, keepUserPhone, type PhoneSealer } from '../src/users/phones'

/** Gives a user another number, which no route does. */
export async function setPhone(
  server: { database: Database; deps: { sealer: PhoneSealer } },
  id: bigint,
  phone: string,
) {
  await server.database.withTransaction(async (tx) => {
    await forgetUserPhone(tx, id)
    await keepUserPhone(tx, server.deps.sealer, id, phone)
  })
}

/** Tables that hold this text in any column. */
export async function tablesWith(database: Database, text: string): Promise<string[]> {
  const tables = await database.query<{ name: string }>(
    `select relation.oid::regclass::text as name from pg_class relation
      where relation.relnamespace = 'public'::regnamespace and relation.relkind in ('r', 'm') order by 1`,
  )
  const found: string[] = []
  // One after the other: all at once, some wait longer for a connection than a pool lets them.
  for (const { name } of tables) {
    const row = await database.some(
      `select 1 as found from ${name} row
        where row::text like '%' || $1 || '%' or row::text like '%' || encode(convert_to($1, 'UTF8'), 'hex') || '%' limit 1`,
      [text],
    )
    if (row) found.push(name)
  }
  return found
}
