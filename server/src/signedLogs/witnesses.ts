import { createPublicKey, verify } from 'node:crypto'
import type { Database } from '../database/database'
import type { Clock } from '../shared/clock'
import type { Log } from '../shared/log'
import { createLoop } from '../shared/loop'
import { type HeadRow, readLatestHead } from './heads'
import type { Keyring } from './keys'
import { HEAD_TREE } from './logs'
import { consistencyPath } from './merkle'
import { checkpointNote, checkpointText, keyId, WITNESS_KEY } from './note'
import type { WitnessSettings } from './settings'
import type { TreeReader } from './treeReader'

/** A head is offered at most this often. */
const OFFER_EVERY_MS = 1_000
const ANSWER_WITHIN_MS = 5_000
const ANSWER_MAX = 64_000
/** Cosignatures of older heads are dropped. Receipts show those of an order's acceptance and end: days of heads. */
const HEADS_KEPT = 100_000

const SPKI = Buffer.from('302a300506032b6570032100', 'hex')

/** The line of an answer with which that witness has signed the checkpoint (c2sp.org/tlog-cosignature). */
function findCosignature(answer: string, text: string, { name, publicKey }: WitnessSettings): string | undefined {
  const id = keyId(name, WITNESS_KEY, publicKey)
  const key = createPublicKey({ key: Buffer.concat([SPKI, publicKey]), format: 'der', type: 'spki' })
  return answer.split('\n').find((line) => {
    const [dash, signer, signature = ''] = line.split(' ')
    const bytes = Buffer.from(signature, 'base64')
    if (dash !== '—' || signer !== name || bytes.length !== 76 || !bytes.subarray(0, 4).equals(id)) return false
    const signed = `cosignature/v1\ntime ${bytes.readBigUInt64BE(4)}\n${text}`
    return verify(null, Buffer.from(signed), key, bytes.subarray(12))
  })
}

export interface WitnessDeps {
  database: Database
  clock: Clock
  log: Log
  keyring: Keyring
  trees: TreeReader
  config: { proofOrigin: string; witnesses: readonly WitnessSettings[] }
}

/** Offers each new head to the witnesses and keeps what they sign (c2sp.org/tlog-witness). */
export function createWitnessWorker({ database, clock, log, keyring, trees, config }: WitnessDeps) {
  const { proofOrigin: origin, witnesses } = config
  /** How much of the log each witness has seen, by its own word. */
  const seen = new Map<string, number>()

  async function post({ url }: WitnessSettings, head: HeadRow, old: number) {
    const path = await consistencyPath(trees.hashesOf(HEAD_TREE), old, head.number)
    const { signers } = await keyring.at(head.logs.keys?.size ?? 0)
    const note = await checkpointNote({ origin, size: head.number, root: head.logRoot }, signers)
    const body = `old ${old}\n${path.map((hash) => `${hash.toString('base64')}\n`).join('')}\n${note}`
    const signal = AbortSignal.timeout(ANSWER_WITHIN_MS)
    const answer = await fetch(`${url}/add-checkpoint`, { method: 'POST', body, signal })
    return { status: answer.status, text: (await answer.text()).slice(0, ANSWER_MAX) }
  }

  async function offer(witness: WitnessSettings, head: HeadRow) {
    let old = seen.get(witness.name) ?? 0
    let answer = await post(witness, head, old)
    const size = answer.status === 409 && /^\d{1,15}\n$/.test(answer.text) ? Number(answer.text) : undefined
    if (size !== undefined && size > head.number)
      throw new Error(`it has seen ${size} heads, and there are ${head.number}`)
    if (size !== undefined) {
      old = size
      answer = await post(witness, head, old)
    }
    const line = findCosignature(answer.text, checkpointText(origin, head.number, head.logRoot), witness)
    if (answer.status !== 200 || line === undefined)
      throw new Error(`it answers ${answer.status}: ${answer.text.slice(0, 300).trim()}`)
    seen.set(witness.name, head.number)
    await database.query(
      `insert into cosignature (head_number, origin, witness, line) values ($1, $2, $3, $4) on conflict do nothing`,
      [head.number, origin, witness.name, `${line}\n`],
    )
    await database.query('delete from cosignature where head_number < $1', [head.number - HEADS_KEPT])
  }

  async function turn() {
    const head = witnesses.length > 0 ? await readLatestHead(database) : undefined
    if (!head) return
    const waiting = witnesses.filter(({ name }) => seen.get(name) !== head.number)
    await Promise.all(
      waiting.map((witness) =>
        offer(witness, head).catch((error) =>
          log.warn({ err: error, witness: witness.name }, 'a witness has not signed the log of heads'),
        ),
      ),
    )
  }

  const loop = createLoop({
    clock,
    everyMs: OFFER_EVERY_MS,
    turn,
    failed: (error) => log.warn({ err: error }, 'heads could not be offered to witnesses and are offered again'),
  })
  return { start: loop.start, stop: loop.stop, runOnce: turn }
}

/** The lines with which witnesses have signed a head. */
export async function readCosignatures(database: Database, origin: string, head: number): Promise<string[]> {
  const rows = await database.query<{ line: string }>(
    'select line from cosignature where head_number = $1 and origin = $2 order by witness',
    [head, origin],
  )
  return rows.map(({ line }) => line)
}

/** The first head from `from` on, up to `to`, that this many witnesses have signed. */
export async function findFirstWitnessed(
  database: Database,
  origin: string,
  needed: number,
  [from, to]: readonly [number, number],
): Promise<number | undefined> {
  const row = await database.first<{ number: bigint }>(
    `select head_number as number from cosignature where origin = $1 and head_number between $3 and $4
      group by head_number having count(*) >= $2 order by head_number limit 1`,
    [origin, needed, from, to],
  )
  return row && Number(row.number)
}

/** The newest head that this many witnesses have signed. */
export async function findWitnessed(database: Database, origin: string, needed: number): Promise<number | undefined> {
  const row = await database.first<{ number: bigint }>(
    `select head_number as number from cosignature where origin = $1 group by head_number having count(*) >= $2
      order by head_number desc limit 1`,
    [origin, needed],
  )
  return row && Number(row.number)
}
