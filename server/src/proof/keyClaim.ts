import { type KeyObject, verify } from 'node:crypto'
import { existsSync } from 'node:fs'
import type { Queryable } from '../database/database'
import { type Keyring, keyOf, lacksKey, noteFirstKey, readFirstKey, readKeyChanges } from './keys'
import { keyFileOf, publicKeyOf, type Signer } from './signer'

/** Acceptances that were signed before any change of the key; they stay in the database for good. */
interface FirstAcceptance {
  entry: string
  signature: Buffer
}

const readFirstAcceptance = async (database: Queryable): Promise<FirstAcceptance | undefined> =>
  (
    await database.query<FirstAcceptance>(
      `select accepted.entry, kept.signature
         from acceptance kept join accepted_order accepted on accepted.order_number = kept.order_number
        where kept.signed_with = 0 order by kept.order_number limit 1`,
    )
  )[0]

const hasSigned = (signer: Signer, { entry, signature }: FirstAcceptance) =>
  verify(null, Buffer.from(entry, 'utf8'), publicKeyOf(keyOf(signer)), signature)

/**
 * At a start, before anything is signed: this process holds the key that signs the log of this database. The first start notes
 * which one that is; if none is noted, the first acceptance tells. Throws `ConfigError`.
 */
export async function claimProofKey(deps: {
  database: Queryable
  keyring: Keyring
  config: { proofKeys: readonly KeyObject[]; dataDir: string; signer: unknown }
}): Promise<void> {
  const { database, keyring, config } = deps
  const changes = await readKeyChanges(database)
  const noted = changes.at(-1)?.to ?? (await readFirstKey(database))
  const first = noted === undefined ? await readFirstAcceptance(database) : undefined
  const isMade = config.proofKeys.length === 0 && !config.signer && !existsSync(keyFileOf(config.dataDir))
  // A key that is made now cannot be the one that has signed.
  if (isMade && (noted !== undefined || first)) throw lacksKey(noted ?? 'not noted')
  if (noted === undefined) {
    const candidates = (await keyring.held()).filter((each) => first === undefined || hasSigned(each, first))
    const oldest = candidates.at(-1)
    if (!oldest) throw lacksKey('not noted')
    await noteFirstKey(database, keyOf(oldest))
  }
  await keyring.current()
}
