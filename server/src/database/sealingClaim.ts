import { ConfigError } from '../shared/env'
import type { Sealer } from '../shared/sealing'
import { hasSealingKey } from '../shared/sealingKey'
import type { Queryable } from './database'

const SETTING = 'sealing_key'

/** Name of the key that every node needs until everything is sealed with another one; undefined if none is noted. */
async function readSealingKeyName(database: Queryable): Promise<string | undefined> {
  const row = await database.first<{ value: string }>('select value from setting where key = $1', [SETTING])
  return row?.value
}

/** Notes which key every node needs from now on. */
export const noteSealingKey = (database: Queryable, name: string | undefined) =>
  database.query(
    'insert into setting (key, value) values ($1, $2) on conflict (key) do update set value = excluded.value',
    [SETTING, JSON.stringify(name)],
  )

const refusal = (name: string) =>
  new ConfigError(
    `SEALING_KEY lacks the key with which this database is sealed (its name is ${name}): add it, with a comma between, ` +
      'or put sealing.key back into DATA_DIR from its backup.',
  )

/**
 * At a start, before anything is sealed: the configured keys open what this database holds. The first start notes which key that
 * is. Throws `ConfigError`.
 */
export async function claimSealingKey(deps: {
  database: Queryable
  sealer: Sealer
  config: { sealingKeys: readonly Buffer[]; dataDir: string }
}): Promise<void> {
  const { database, sealer, config } = deps
  const noted = await readSealingKeyName(database)
  // The oldest one is needed until what it sealed is sealed again.
  if (noted === undefined) await noteSealingKey(database, sealer.keyNames().at(-1))
  // A key that is made now opens nothing.
  else if (!hasSealingKey(config) || !sealer.keyNames().includes(noted)) throw refusal(noted)
}
