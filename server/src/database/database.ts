import { Pool, type PoolClient, type QueryResultRow, types } from 'pg'
import type { Log } from '../shared/log'
import type { Result } from '../shared/result'

/** Anything that runs SQL: the pool, or one transaction. Repositories take a `Tx` as their first argument. */
export interface Queryable {
  query<R extends object = QueryResultRow>(text: string, values?: readonly unknown[]): Promise<R[]>
  /** The first row of the answer, for a statement that finds or changes one. */
  first<R extends object = QueryResultRow>(text: string, values?: readonly unknown[]): Promise<R | undefined>
  /** Whether the answer has a row. */
  some(text: string, values?: readonly unknown[]): Promise<boolean>
}

export interface Tx extends Queryable {
  /** Tells it from a pool, whose statements each stand for themselves. */
  readonly isTransaction: true
}

export interface Database extends Queryable {
  readonly pool: Pool
  /** For extra connections, such as a listener. */
  readonly url: string
  /** Runs `work` in a transaction; serialization failures and deadlocks start it again, at most 3 times. */
  withTransaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** `withTransaction` for work that may refuse: nothing that a refused run has written stays. */
  attempt<R extends Result<unknown, string>>(work: (tx: Tx) => Promise<R>): Promise<R>
  close(): Promise<void>
}

const INT8 = 20
const RETRIES = 3
const RETRIED = new Set(['40001', '40P01'])

const parsers = {
  /** bigint columns arrive as `bigint`; numeric stays text, with every digit that was stored. */
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === INT8 ? (text: string) => BigInt(text) : types.getTypeParser(oid, format)) as typeof types.getTypeParser,
}

/** The SQLSTATE of a failed query, or the system's code for a failed connection. */
export function databaseErrorCode(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined
  return typeof error.code === 'string' ? error.code : undefined
}

/** Error of a replica, or of a primary that its replica has just replaced: the connection leads to the wrong server. */
const READ_ONLY = '25006'
const CONNECTION_CODES = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND'])
/** A damaged table or index: waiting mends neither. */
export const DAMAGED = new Set(['XX001', 'XX002'])

/** Failures of work with the database: a client that hangs up in the middle of its request has the same codes. */
const ofDatabase = new WeakSet<Error>()

/** Does work with the database, and remembers whose failure it was. */
export async function withDatabase<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Error) ofDatabase.add(error)
    throw error
  }
}

/**
 * True if trying later may help: connection lost, server starting, stopping or replaced, out of disk or connections.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error) || !ofDatabase.has(error)) return false
  const code = databaseErrorCode(error)
  if (code !== undefined) {
    if (DAMAGED.has(code)) return false
    return CONNECTION_CODES.has(code) || code === READ_ONLY || /^(08|53|57P|58|XX)/.test(code)
  }
  return /^(Connection terminated|timeout exceeded when trying|Client has enc|Query read timeout)/.test(error.message)
}

/** The three ways to ask, made of a function that runs a statement. */
export const queryableOf = (query: Queryable['query']): Queryable => ({
  query,
  first: async <R extends object>(text: string, values?: readonly unknown[]) => (await query<R>(text, values))[0],
  some: async (text, values) => (await query(text, values)).length > 0,
})

const queriesOf = (connection: Pool | PoolClient): Queryable =>
  queryableOf(
    async <R extends object>(text: string, values?: readonly unknown[]) =>
      (await withDatabase(() => connection.query<R & QueryResultRow>(text, values as unknown[]))).rows,
  )

async function runTransaction<T>(pool: Pool, work: (tx: Tx) => Promise<T>): Promise<T> {
  const client = await withDatabase(() => pool.connect())
  let broken: Error | undefined
  try {
    await withDatabase(() => client.query('begin'))
    const value = await work({ ...queriesOf(client), isTransaction: true })
    await withDatabase(() => client.query('commit'))
    return value
  } catch (error) {
    await client.query('rollback').catch((rollbackError: Error) => {
      broken = rollbackError
    })
    if (error instanceof Error && databaseErrorCode(error) === READ_ONLY) broken = error
    throw error
  } finally {
    client.release(broken)
  }
}

/** Rolls a transaction back without being a failure. */
class Rollback extends Error {}

/** See `Database.attempt`. */
async function attempt<R extends Result<unknown, string>>(
  withTransaction: Database['withTransaction'],
  work: (tx: Tx) => Promise<R>,
): Promise<R> {
  let refused: R | undefined
  try {
    return await withTransaction(async (tx) => {
      const result = await work(tx)
      if (result.ok) return result
      refused = result
      throw new Rollback()
    })
  } catch (error) {
    if (error instanceof Rollback && refused) return refused
    throw error
  }
}

/** A pool on `url` (PostgreSQL ≥ 15). Connects on first use. */
export function createDatabase(url: string, log: Log, size = 16): Database {
  const pool = new Pool({
    connectionString: url,
    max: size,
    types: parsers,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 60_000,
    statement_timeout: 30_000,
    // A server that vanished silently answers nothing, not even that a statement timed out.
    query_timeout: 32_000,
    keepAlive: true,
    // Compiling a statement takes longer than any statement here, and PostgreSQL does so when it expects many rows.
    options: '-c jit=off',
    idle_in_transaction_session_timeout: 30_000,
    application_name: 'fairtick',
  })
  // Without these two a killed database would end the process: idle clients report to the pool, busy ones to themselves.
  pool.on('error', (error) => log.warn({ err: error }, 'an idle database connection was lost'))
  pool.on('connect', (client) => {
    client.on('error', (error) => log.warn({ err: error }, 'a database connection was lost'))
  })
  async function withTransaction<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    for (let tries = 1; ; tries++) {
      try {
        return await runTransaction(pool, work)
      } catch (error) {
        if (tries > RETRIES || !RETRIED.has(databaseErrorCode(error) ?? '')) throw error
      }
    }
  }
  return {
    pool,
    url,
    ...queriesOf(pool),
    withTransaction,
    attempt: (work) => attempt(withTransaction, work),
    close: () => pool.end(),
  }
}
