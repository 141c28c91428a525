import { createHash, verify } from 'node:crypto'
import { promisify } from 'node:util'
import type { OrderRefusal } from '../../../contract/errors'
import type { PlaceOrder } from '../../../contract/orders'
import type { Queryable } from '../database/database'
import { createBatchReads } from '../shared/batchReads'
import { remember } from '../shared/cache'
import { ok, type Result, refuse } from '../shared/result'
import type { Settings } from '../shared/settings'
import { readLatestHead } from './heads'
import type { Keyring } from './keys'
import { EMPTY_ROOT } from './merkle'
import { publicKeyOf } from './signer'
import { askText, refusalText } from './texts'

/** Devices have seen one of the last heads, most of them the same few. */
const ROOTS_KEPT = 10_000

/** The eight points of small order without the bit of the sign: anybody can sign for such a key. */
const SMALL_ORDER = new Set([
  '00'.repeat(32),
  `01${'00'.repeat(31)}`,
  `ec${'ff'.repeat(30)}7f`,
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
])
/** 2^255 - 19 and above, without the bit of the sign: another spelling of a smaller number. */
const TOO_LARGE = /^(e[d-f]|f.)(ff){30}7f$/

/** Whether a public key of Ed25519, in hex, is spelled in the one way that it has and is not of small order. */
export function isSoundKey(hex: string): boolean {
  const bytes = Buffer.from(hex, 'hex')
  bytes[31] = (bytes[31] ?? 0) & 0x7f
  const y = bytes.toString('hex')
  return !SMALL_ORDER.has(y) && !TOO_LARGE.test(y)
}

const verifyInPool = promisify<null, Buffer, ReturnType<typeof publicKeyOf>, Buffer, boolean>(verify)

/** Never throws: a key that is no point of the curve has signed nothing. */
async function isSigned(text: string, deviceKey: string, signature: string): Promise<boolean> {
  if (!isSoundKey(deviceKey)) return false
  try {
    return await verifyInPool(null, Buffer.from(text), publicKeyOf(deviceKey), Buffer.from(signature, 'hex'))
  } catch {
    return false
  }
}

export interface AsksDeps {
  database: Queryable
  config: Pick<Settings, 'currency'> & { proofOrigin: string }
  keyring: Pick<Keyring, 'current'>
}

export type AskRefusal = 'ask_invalid' | 'ask_other_log'

/** A head that is not there may be made later: it is not remembered. */
class NoHeadError extends Error {}

/** Checks what devices sign before they send an order (docs/PROOF_DESIGN.md, "Ask"). */
export type Asks = ReturnType<typeof createAsks>

export function createAsks({ database, config, keyring }: AsksDeps) {
  const { proofOrigin: origin, currency } = config

  async function readRoots(numbers: readonly number[]): Promise<(string | undefined)[]> {
    const rows = await database.query<{ number: bigint; log_root: Buffer }>(
      'select number, log_root from tree_head where number = any ($1::bigint[])',
      [numbers],
    )
    const roots = new Map(rows.map((row) => [Number(row.number), row.log_root.toString('hex')]))
    return numbers.map((number) => roots.get(number))
  }
  const readRoot = createBatchReads(readRoots)
  /** Root of the log of heads up to a head. */
  const rootAt = remember(ROOTS_KEPT, async (number: number): Promise<string> => {
    const root = await readRoot(number)
    if (root === undefined) throw new NoHeadError()
    return root
  })

  async function isOfThisLog(head: number, root: string): Promise<boolean> {
    if (head === 0) return root === EMPTY_ROOT.toString('hex')
    try {
      return (await rootAt(head)) === root
    } catch (error) {
      if (error instanceof NoHeadError) return false
      throw error
    }
  }

  const textOf = (body: PlaceOrder, stake: bigint) =>
    askText({ ...body, origin, stake: String(stake), currency: currency.code, scale: currency.scale })

  return {
    /** Signs that nothing is made of what a device asks for; undefined if no device has signed it. */
    async refuse(body: PlaceOrder, stake: bigint, code: string, at: number): Promise<OrderRefusal | undefined> {
      const text = textOf(body, stake)
      if (!(await isSigned(text, body.ask.deviceKey, body.ask.signature))) return undefined
      const askHash = createHash('sha256').update(text).digest('hex')
      const { sign, publicKey } = await keyring.current()
      const signature = await sign(refusalText(origin, { id: body.id, askHash, code, at }))
      return { askHash, code, at, signature: signature.toString('hex'), publicKey: publicKey.toString('hex') }
    },
    async check(body: PlaceOrder, stake: bigint): Promise<Result<undefined, AskRefusal>> {
      const { deviceKey, signature, seenHead, seenRoot } = body.ask
      const text = textOf(body, stake)
      const [signed, known] = await Promise.all([isSigned(text, deviceKey, signature), isOfThisLog(seenHead, seenRoot)])
      if (!signed) return refuse('ask_invalid')
      if (known) return ok(undefined)
      return refuse('ask_other_log', { newestHead: (await readLatestHead(database))?.number ?? 0 })
    },
  }
}
