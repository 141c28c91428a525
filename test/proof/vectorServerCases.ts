import type { LogRestore, Receipt } from '../../contract/proof'
import { consistencyPath, rootOf } from '../../server/src/proof/merkle'
import { checkpointNote } from '../../server/src/proof/note'
import { restoreText } from '../../src/domain/proof/texts'
import { HOUSE, hashes, headTextOf, type Keys, keyChange, ORIGIN, productsRootOf, receiptOf, subtree } from './forge'
import { type Case, HONEST, OLD, STRANGER } from './vectorKit'

/** The log of heads that a server has today, beside a receipt under its fifth head. */
interface Today {
  /** How many heads of the receipt's log it still has; the others were made anew. */
  kept?: number
  /** How many it has by now. */
  size?: number
  signedBy?: Keys
  /** What the house says of it. */
  said?: (facts: Facts, receipt: Receipt) => LogRestore[]
}
type Facts = Pick<LogRestore, 'kept' | 'root' | 'keptAt'>

/** The statement as the house signs it; `changes` come after the signature. */
function stated(facts: Facts, receipt: Receipt, more: Partial<LogRestore> = {}, changes: Partial<LogRestore> = {}) {
  return signedBy(HOUSE, { ...facts, at: receipt.head.at + 30_000, reason: 'hardware', ...more }, changes)
}

function signedBy(
  keys: Keys,
  facts: Omit<LogRestore, 'publicKey' | 'signature'>,
  changes: Partial<LogRestore> = {},
  origin = ORIGIN,
): LogRestore {
  return { ...facts, publicKey: keys.publicKey, signature: keys.sign(restoreText(origin, facts)), ...changes }
}

const answersOf =
  ({ kept = 5, size = 8, signedBy: signing = HOUSE, said = () => [] }: Today) =>
  async (receipt: Receipt): Promise<Record<string, unknown>> => {
    const { accepted, fixed, keys } = receipt
    const full = [fixed, receipt.head].map((each) => ({ ...each, products: productsRootOf(each) }))
    const before = [
      headTextOf(accepted),
      headTextOf(full[0] ?? accepted),
      'head 3',
      'head 4',
      headTextOf(full[1] ?? accepted),
    ]
    const head = { ...receipt.head, number: size, at: receipt.head.at + 60_000 }
    const texts = [...before.slice(0, kept), ...Array.from({ length: size }, (_, index) => `made anew ${index}`)]
    texts.splice(size - 1, texts.length, headTextOf({ ...head, products: productsRootOf(head) }))
    const leaves = hashes(texts)
    const paths = {
      products: head.products.map(({ symbol }) => ({ symbol, path: [] })),
      logs: head.logs.map(({ name }) => ({ name, path: [] })),
    }
    const consistency = async (from: number) => ({
      ...{ from: { ...receipt.head, number: from }, to: head, ...paths },
      heads: (await consistencyPath(subtree(leaves), from, size)).map((hash) => hash.toString('hex')),
    })
    const signer = {
      publicKey: Buffer.from(signing.publicKey, 'hex'),
      signMany: async (text: string) => Buffer.from(signing.sign(text), 'hex'),
    }
    const checkpoint = await checkpointNote({ origin: ORIGIN, size, root: rootOf(leaves) }, [signer])
    const asked = [...new Set([kept, 5])].filter((from) => from <= size)
    const root = rootOf(hashes(before.slice(0, kept))).toString('hex')
    const restores = said({ kept, root, keptAt: fixed.at }, receipt)
    return {
      '/proof/heads/latest': { head, checkpoint, publicKey: HOUSE.publicKey },
      '/proof/policy': { publicKey: HOUSE.publicKey, keys, restores },
      ...Object.fromEntries(
        await Promise.all(
          asked.map(async (from) => [`/proof/consistency?from=${from}&to=${size}`, await consistency(from)] as const),
        ),
      ),
    }
  }

const beside = (
  name: string,
  lie: string,
  code: string | null,
  today: Today,
  changes = [] as Receipt['keys'],
): Case => ({
  ...{ name, lie, expect: code },
  make: () => receiptOf({ ...HONEST, changes }),
  answers: answersOf(today),
})
const REWRITTEN = { kept: 4 }

/** What the server says today of the log that the receipt is in. */
export const SERVER_CASES: readonly Case[] = [
  beside('server-goes-on', 'none: the log of today goes on', null, {}),
  beside('server-restored', 'a backup was restored, and the house signed it', 'restored', {
    ...REWRITTEN,
    said: (facts, receipt) => [stated(facts, receipt)],
  }),
  beside('server-restored-as-many', 'as many heads have been made since', 'restored', {
    ...{ kept: 3, size: 5 },
    said: (facts, receipt) => [stated(facts, receipt)],
  }),
  beside('server-restored-fewer', 'fewer heads have been made since', 'restored', {
    ...{ kept: 3, size: 4 },
    said: (facts, receipt) => [stated(facts, receipt)],
  }),
  beside(
    'server-restored-old-key',
    'the house has another key since it was signed',
    'restored',
    {
      ...REWRITTEN,
      said: (facts, receipt) => [signedBy(OLD, { ...facts, at: receipt.head.at, reason: 'attack' })],
    },
    [keyChange(OLD, HOUSE)],
  ),
  beside('server-silent', 'nobody says why the log was rewritten', 'heads_rewritten', REWRITTEN),
  beside('server-fewer', 'nobody says why heads are gone', 'order', { kept: 3, size: 4 }),
  beside('server-forged', 'the reason is another than was signed', 'heads_rewritten', {
    ...REWRITTEN,
    said: (facts, receipt) => [stated(facts, receipt, {}, { reason: 'mistake' })],
  }),
  beside('server-longer', 'the void time is longer than was signed', 'heads_rewritten', {
    ...REWRITTEN,
    said: (facts, receipt) => [stated(facts, receipt, { at: receipt.head.at - 1 }, { at: receipt.head.at + 1 })],
  }),
  beside('server-stranger', 'somebody else signed the statement', 'heads_rewritten', {
    ...REWRITTEN,
    said: (facts, receipt) => [signedBy(STRANGER, { ...facts, at: receipt.head.at, reason: 'hardware' })],
  }),
  beside('server-claimed', 'the signature of somebody else under the key of the house', 'heads_rewritten', {
    ...REWRITTEN,
    said: (facts, receipt) => [
      signedBy(STRANGER, { ...facts, at: receipt.head.at, reason: 'hardware' }, { publicKey: HOUSE.publicKey }),
    ],
  }),
  beside('server-other-log', 'the statement is about another log of the house', 'heads_rewritten', {
    ...REWRITTEN,
    said: (facts, receipt) => [
      signedBy(HOUSE, { ...facts, at: receipt.head.at, reason: 'hardware' }, {}, 'other.example/log'),
    ],
  }),
  beside('server-too-early', 'the void time ended before the head of the receipt', 'heads_rewritten', {
    ...REWRITTEN,
    said: (facts, receipt) => [stated(facts, receipt, { at: receipt.head.at - 1 })],
  }),
  beside('server-kept-more', 'the house says that it kept the head which it rewrote', 'heads_rewritten', {
    ...REWRITTEN,
    said: (facts, receipt) => [stated(facts, receipt, { kept: 5 })],
  }),
  beside('server-kept-less', 'the log of today does not begin with what the house says it kept', 'heads_rewritten', {
    ...REWRITTEN,
    said: (facts, receipt) => [stated(facts, receipt, { root: '33'.repeat(32) })],
  }),
  beside('server-unsigned', 'the log of today is signed by somebody else', 'checkpoint', {
    ...{ ...REWRITTEN, signedBy: STRANGER },
    said: (facts, receipt) => [stated(facts, receipt)],
  }),
]
