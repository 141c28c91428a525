import type { KeyObject } from 'node:crypto'
import { existsSync } from 'node:fs'
import type { Queryable } from '../database/database'
import { type Keyring, keyOf, lacksKey, noteFirstKey, readFirstKey, readKeyChanges } from './keys'
import { keyFileOf } from './signer'

/**
 * At a start, before anything is signed: this process holds the key that signs the log of this database, which the first start
 * notes. Throws `ConfigError`.
 */
export async function claimProofKey(deps: {
  database: Queryable
  keyring: Keyring
  config: { proofKeys: readonly KeyObject[]; dataDir: string; signer: unknown }
}): Promise<void> {
  const { database, keyring, config } = deps
  const changes = await readKeyChanges(database)
  const noted = changes.at(-1)?.to ?? (await readFirstKey(database))
  if (noted === undefined) {
    const oldest = (await keyring.held()).at(-1)
    if (!oldest) throw lacksKey('not noted')
    await noteFirstKey(database, keyOf(oldest))
  }
  // A key that is made now cannot be the one that has signed.
  else if (config.proofKeys.length === 0 && !config.signer && !existsSync(keyFileOf(config.dataDir)))
    throw lacksKey(noted)
  await keyring.current()
}
