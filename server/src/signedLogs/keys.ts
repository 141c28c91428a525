import { verify } from 'node:crypto'
import type { KeyChange } from '../../../contract/proof'
import type { Queryable, Tx } from '../database/database'
import type { Clock } from '../shared/clock'
import { ConfigError } from '../shared/env'
import { lockHeads } from './heads'
import { readLeaf } from './leafFields'
import { type KeyHolder, type KeySource, publicKeyOf, type Signer } from './signer'
import { keyText } from './texts'

/** Receipts carry every change, and a verifier takes this many. */
const CHANGES_MAX = 16
/** A change by another node is seen after this long at the latest. */
const READ_EVERY_MS = 1_000

/** Every change of the key, oldest first, from the text of its leaf (docs/PROOF_FORMAT.md, "Texts"). */
export async function readKeyChanges(database: Queryable): Promise<KeyChange[]> {
  const rows = await database.query<{ entry: string; old_signature: Buffer; new_signature: Buffer }>(
    'select entry, old_signature, new_signature from key_change order by leaf',
  )
  return rows.map(({ entry, old_signature: oldSignature, new_signature: newSignature }) => {
    const { from, to, at } = readLeaf('key', entry)
    return {
      from,
      to,
      at: Number(at),
      oldSignature: oldSignature.toString('hex'),
      newSignature: newSignature.toString('hex'),
    }
  })
}

const FIRST_KEY = 'proof_key'

/** The key before any change, in hex, as the first start noted it; undefined before that start. */
export async function readFirstKey(database: Queryable): Promise<string | undefined> {
  const row = await database.first<{ value: string }>('select value from setting where key = $1', [FIRST_KEY])
  return row?.value
}

/** Notes the first key, once: who notes another one later changes nothing. */
export const noteFirstKey = (database: Queryable, key: string) =>
  database.query('insert into setting (key, value) values ($1, $2) on conflict do nothing', [
    FIRST_KEY,
    JSON.stringify(key),
  ])

/** The signer of heads, and the changes of its key. */
export interface SigningKeys {
  /** The key of that time first if it is held, then all others held: whoever knows one of them finds its line. */
  signers: [Signer, ...Signer[]]
  changes: KeyChange[]
  /** Whether the first one is the key of that time. */
  fits: boolean
}

/** The sentence with which a node ends if it lacks the signing key. */
export const lacksKey = (publicKey: string | undefined) =>
  new ConfigError(
    `PROOF_KEY lacks the key that signs the log of this database (its public key is ${publicKey}): set it to that key, ` +
      'or put proof-key.pem back into DATA_DIR from its backup.',
  )

export const keyOf = ({ publicKey }: Signer) => publicKey.toString('hex')
/** Whether its key is in this process. */
export const isHere = (signer: Signer): signer is KeyHolder => 'sign' in signer

/** The keys of this installation: which one signs is said by the log of keys, not by a setting. */
export type Keyring = ReturnType<typeof createKeyring>

export function createKeyring(deps: { keySource: KeySource; database: Queryable; clock: Clock }) {
  const { keySource, database, clock } = deps
  const held = () => keySource.signers()
  let known: { atMs: number; changes: KeyChange[]; first: string | undefined } | undefined

  async function changes(): Promise<KeyChange[]> {
    const first = known?.first ?? (await readFirstKey(database))
    known = { atMs: clock.now(), changes: await readKeyChanges(database), first }
    return known.changes
  }
  const recent = async () =>
    known && Math.abs(clock.now() - known.atMs) < READ_EVERY_MS ? known.changes : await changes()

  /** Without a key: that of before any change. If none is noted it is the oldest one that is held. */
  const find = async (key = known?.first) => {
    const all = await held()
    return key === undefined ? all.at(-1) : all.find((each) => keyOf(each) === key)
  }

  async function current(): Promise<Signer> {
    const key = (await recent()).at(-1)?.to
    const signer = await find(key)
    if (!signer) throw lacksKey(key ?? known?.first)
    return signer
  }
  return {
    /** Held keys, the newest first. */
    held,
    /** Throws if nothing can be signed now. */
    ready: keySource.ready,
    close: keySource.close,
    /** The key that signs now. Throws if PROOF_KEY lacks it. */
    current,
    /** Every change of the key so far, oldest first. */
    changes,
    /** How many changes of the key led to this one. */
    numberOf: async (publicKey: string): Promise<number> =>
      (await recent()).findIndex(({ to }) => to === publicKey) + 1,
    /** The key after this many changes, whether it is held or not. */
    async keyAt(number: number): Promise<string> {
      const seen = await recent()
      const all = seen.length < number ? await changes() : seen
      const key = number > 0 ? all[number - 1]?.to : (all[0]?.from ?? known?.first)
      return key ?? keyOf(await current())
    },
    /** For a head whose log of keys has `size` leaves. */
    async at(size: number): Promise<SigningKeys> {
      // Changes are only added, so the known first ones stay the same.
      const seen = known?.changes ?? (await changes())
      const all = seen.length < size ? await changes() : seen
      const then = await find(size > 0 ? all[size - 1]?.to : all[0]?.from)
      const first = then ?? (await current())
      return {
        signers: [first, ...(await held()).filter((each) => each !== first)],
        changes: all.slice(0, size),
        fits: then !== undefined,
      }
    },
  }
}

function signChange(old: KeyHolder, newest: KeyHolder, atMs: number): KeyChange {
  const facts = { from: keyOf(old), to: keyOf(newest), at: atMs }
  const text = keyText(facts)
  const [oldSignature, newSignature] = [old, newest].map((key) => key.signNow(text).toString('hex'))
  return { ...facts, oldSignature: oldSignature ?? '', newSignature: newSignature ?? '' }
}

const isSignedChange = (change: KeyChange): boolean => {
  const text = Buffer.from(keyText(change), 'ascii')
  const holds = (key: string, signature: string) => verify(null, text, publicKeyOf(key), Buffer.from(signature, 'hex'))
  return holds(change.from, change.oldSignature) && holds(change.to, change.newSignature)
}

/** The newest held key and the one that signs now; a text says why they cannot change. */
async function changeable(tx: Queryable, keys: readonly Signer[]) {
  const held = keys.filter(isHere)
  if (held.length < keys.length)
    return 'The keys are with the signer: run this where PROOF_KEY is set, without SIGNER_URL.'
  const changes = await readKeyChanges(tx)
  const [newest, oldest] = [held[0], held.at(-1)]
  const signs = changes.at(-1)?.to ?? (await readFirstKey(tx))
  const from = signs ?? (oldest && keyOf(oldest))
  if (!newest) return 'PROOF_KEY holds no key.'
  if (changes.some((change) => change.from === keyOf(newest))) return 'That key was the key of the log before.'
  if (changes.length >= CHANGES_MAX)
    return `The key was changed ${CHANGES_MAX} times, and receipts hold no more changes.`
  return { changes, newest, signs, old: held.find((each) => keyOf(each) === from) }
}

/**
 * The change to a key that is kept in reserve, signed by both while the old one is there: with it the reserve takes
 * over even if the old key is lost. Nothing is written to the log.
 */
export async function prepareChange(
  database: Queryable,
  keys: readonly Signer[],
  atMs: number,
): Promise<KeyChange | string> {
  const found = await changeable(database, keys)
  if (typeof found === 'string') return found
  const { newest, old } = found
  if (!old) return 'PROOF_KEY lacks the key that signs now; both have to sign the change.'
  if (newest === old)
    return 'PROOF_KEY has no newer key: put the reserve in front of the one that signs now, for this command.'
  return signChange(old, newest, atMs)
}

/**
 * Replaces the signing key with the newest held key; both sign the change, now or when it was prepared. Returns a text
 * that says why if this is impossible.
 */
export async function handOver(
  tx: Tx,
  keys: readonly Signer[],
  atMs: number,
  prepared?: KeyChange,
): Promise<KeyChange | string> {
  await lockHeads(tx)
  const found = await changeable(tx, keys)
  if (typeof found === 'string') return found
  const { changes, newest, signs, old } = found
  if (prepared) {
    const isNext = prepared.from === (signs ?? prepared.from)
    if (!isNext || prepared.to !== keyOf(newest) || !isSignedChange(prepared))
      return 'That change was not prepared for the key that signs now and the newest key of PROOF_KEY.'
  } else {
    if (!old) return 'PROOF_KEY lacks the key that signs now; both have to sign the change.'
    if (newest === old) return 'PROOF_KEY has no newer key: put one in front of the one that signs now, on all nodes.'
  }
  const change = prepared ?? signChange(old as KeyHolder, newest, atMs)
  await tx.query('insert into key_change (leaf, entry, old_signature, new_signature) values ($1, $2, $3, $4)', [
    changes.length,
    keyText(change),
    Buffer.from(change.oldSignature, 'hex'),
    Buffer.from(change.newSignature, 'hex'),
  ])
  return change
}
