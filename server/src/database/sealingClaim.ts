import { ConfigError } from '../shared/env'
import { prefixOf, type Sealer } from '../shared/sealing'
import { hasSealingKey } from '../shared/sealingKey'
import type { Queryable } from './database'

const SETTING = 'sealing_key'

/** Tables that nodes may read, and that an older installation has. */
const SEALED = [
  ...['user_phone.sealed', 'verification.sealed_name', 'payout_account.sealed', 'second_factor.sealed_secret'],
  ...['upload.sealed_key', 'withdrawal.sealed_payee', 'registration.sealed_phone'],
].map((place) => place.split('.'))

/** Name of the key that every node needs until everything is sealed with another one; undefined if none is noted. */
export async function readSealingKeyName(database: Queryable): Promise<string | undefined> {
  const [row] = await database.query<{ value: string }>('select value from setting where key = $1', [SETTING])
  return row?.value
}

/** Notes which key every node needs from now on. */
export const noteSealingKey = (database: Queryable, name: string | undefined) =>
  database.query(
    'insert into setting (key, value) values ($1, $2) on conflict (key) do update set value = excluded.value',
    [SETTING, JSON.stringify(name)],
  )

/** Whether anything is stored that begins with one of `prefixes`. */
async function isAnyStored(database: Queryable, prefixes: readonly string[]): Promise<boolean> {
  for (const [table, column] of SEALED) {
    const [row] = await database.query<{ found: boolean }>(
      `select exists (select from ${table} where ${column} like any ($1::text[])) as found`,
      [prefixes.map((prefix) => `${prefix}%`)],
    )
    if (row?.found) return true
  }
  return false
}

const refusal = (name: string) =>
  new ConfigError(
    `SEALING_KEY lacks the key with which this database is sealed (its name is ${name}): add it, with a comma between, ` +
      'or put sealing.key back into DATA_DIR from its backup; where it is lost for good, run "ops keys give-up" first.',
  )

/**
 * At a start, before anything is sealed: the configured keys open what this database holds. The first start notes which key that
 * is; if none is noted, what is stored tells. Throws `ConfigError`.
 */
export async function claimSealingKey(deps: {
  database: Queryable
  sealer: Sealer
  config: { sealingKeys: readonly Buffer[]; dataDir: string }
}): Promise<void> {
  const { database, sealer, config } = deps
  // A key is made when something is sealed first: one that is made now opens nothing.
  const held = hasSealingKey(config) ? sealer.keyNames() : []
  const noted = await readSealingKeyName(database)
  if (noted !== undefined) {
    if (held.includes(noted)) return
    throw refusal(noted)
  }
  if ((await isAnyStored(database, ['v1.'])) && !(await isAnyStored(database, held.map(prefixOf))))
    throw refusal('not noted')
  // The oldest one is needed until what it sealed is sealed again.
  if (held.length > 0) await noteSealingKey(database, held.at(-1))
}
