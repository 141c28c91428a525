import type { Acceptance, OrderTerms } from '../../../contract/proof'
import type { Queryable } from '../database/database'
import { BoundedMap } from '../shared/cache'
import type { Log } from '../shared/log'
import type { Keyring } from './keys'
import type { Signer } from './signer'

/** Signatures are written together, this long after the first of them was given. */
const WRITE_AFTER_MS = 250
/** Signatures that wait to be written. One that makes room is made again when somebody asks. */
const WAITING_MAX = 50_000
const PER_WRITE = 5_000

interface Kept {
  signedWith: number
  signature: Buffer
}

interface AcceptancesDeps {
  database: Queryable
  log: Log
  keyring: Keyring
  accept(terms: OrderTerms, signer?: Signer): Promise<Acceptance>
}

async function write(database: Queryable, rows: readonly (readonly [bigint, Kept])[]): Promise<void> {
  await database.query(
    `insert into acceptance (order_number, signed_with, signature)
       select * from unnest($1::bigint[], $2::smallint[], $3::bytea[]) on conflict do nothing`,
    [
      rows.map(([number]) => number),
      rows.map(([, { signedWith }]) => signedWith),
      rows.map(([, { signature }]) => signature),
    ],
  )
}

async function read(database: Queryable, number: bigint): Promise<Kept | undefined> {
  const row = await database.first<{ signed_with: number; signature: Buffer }>(
    'select signed_with, signature from acceptance where order_number = $1',
    [number],
  )
  return row && { signedWith: row.signed_with, signature: row.signature }
}

/** How many changes of the key the first head knows that holds the acceptance; undefined while none does. */
async function changesAt(database: Queryable, number: bigint): Promise<number | undefined> {
  const row = await database.first<{ size: number | null }>(
    `select (head.logs -> 'keys' ->> 'size')::int as size
       from accepted_order accepted join tree_head head on head.number = accepted.head_number
      where accepted.order_number = $1`,
    [number],
  )
  return row && (row.size ?? 0)
}

/** The house's signatures, kept so that a repeated request gets the same answer. */
export type Acceptances = ReturnType<typeof createAcceptances>

/**
 * Placing does not wait for the disk: signatures are stored in batches after the answer. One that was lost with a killed
 * process is made again with the key of its time; Ed25519 gives the same bytes.
 */
export function createAcceptances(deps: AcceptancesDeps) {
  const { database, log, keyring, accept } = deps
  const waiting = new BoundedMap<bigint, Kept>(WAITING_MAX)
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> = Promise.resolve()

  async function writeWaiting(): Promise<void> {
    while (waiting.size > 0) {
      const rows = [...waiting].slice(0, PER_WRITE)
      await write(database, rows)
      for (const [number, kept] of rows) if (waiting.get(number) === kept) waiting.delete(number)
    }
  }

  function flush(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    writing = writing.then(writeWaiting).catch((error) => {
      log.warn({ err: error }, 'signatures of acceptances could not be stored and are stored later')
    })
    return writing
  }

  async function keep(number: bigint, acceptance: Acceptance): Promise<Kept> {
    const kept = {
      signedWith: await keyring.numberOf(acceptance.publicKey),
      signature: Buffer.from(acceptance.signature, 'hex'),
    }
    waiting.set(number, kept)
    timer ??= setTimeout(flush, WRITE_AFTER_MS).unref()
    return kept
  }

  return {
    /** Throws if nothing can be signed now: an order that is not placed yet is refused then. */
    ready: keyring.ready,
    /** Signs the terms of an order that was placed just now. Nothing waits until the signature is stored. */
    async give(number: bigint, terms: OrderTerms): Promise<Acceptance> {
      const acceptance = await accept(terms)
      await keep(number, acceptance)
      return acceptance
    },
    /** The acceptance that was given, byte for byte. */
    async find(number: bigint, terms: OrderTerms): Promise<Acceptance> {
      const known = waiting.get(number) ?? (await read(database, number))
      if (known) {
        const publicKey = await keyring.keyAt(known.signedWith)
        return { terms, signature: known.signature.toString('hex'), publicKey }
      }
      const changes = await changesAt(database, number)
      const signer = changes === undefined ? undefined : (await keyring.at(changes)).signers[0]
      const acceptance = await accept(terms, signer)
      await keep(number, acceptance)
      return acceptance
    },
    /** Writes what waits. */
    flush,
  }
}
