import { type Database, databaseErrorCode } from '../src/database/database'
import { present } from '../src/shared/assert'

/** The account has no right to it. */
export const REFUSED = '42501'

/** Outcome of a statement: "done", or the SQLSTATE of its failure. Nothing of it stays. */
export async function endOf(database: Database, sql: string, values: readonly unknown[] = []): Promise<string> {
  const client = await database.pool.connect()
  try {
    await client.query('begin')
    await client.query(sql, [...values])
    return 'done'
  } catch (error) {
    return databaseErrorCode(error) ?? 'failed'
  } finally {
    await client.query('rollback')
    client.release()
  }
}

/** Outcome of the last of the statements, all of them in one transaction that is undone. */
export const lastEndOf = (database: Database, ...statements: string[]) => endOf(database, statements.join(';'))

export async function newUser(database: Database, account: string, code: string): Promise<bigint> {
  const row = await database.first<{ id: bigint }>(
    `with code as (insert into opening_code (code, issued_by) values ($2, 'ann') returning code)
     insert into app_user (account, nickname, phone_country, login_password_hash, trade_password_hash, opening_code)
       select $1, 'b', 'CN', 'x', 'x', code from code returning id`,
    [account, code],
  )
  return present(row, account).id
}
