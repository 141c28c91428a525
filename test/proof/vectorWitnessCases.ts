import type { Receipt } from '../../contract/proof'
import { keyId, WITNESS_KEY } from '../../server/src/proof/note'
import { type Keys, keysOf, receiptOf } from './forge'
import { type Case, HONEST } from './vectorKit'

const NAMES = ['one.example/w', 'two.example/w'] as const
const [ONE, TWO, OTHER] = [keysOf(21), keysOf(22), keysOf(23)]
const SEEN_AT = 1_767_614_500n

const idOf = (name: string, { publicKey }: Keys) => keyId(name, WITNESS_KEY, Buffer.from(publicKey, 'hex'))
const keyOf = (name: string, keys: Keys) =>
  `${name}+${idOf(name, keys).toString('hex')}+${Buffer.concat([Buffer.of(WITNESS_KEY), Buffer.from(keys.publicKey, 'hex')]).toString('base64')}`
const KEYS = [keyOf(NAMES[0], ONE), keyOf(NAMES[1], TWO)]

/** The line with which a witness signs the checkpoint of a receipt, or of another one. */
function lineOf(
  receipt: Receipt,
  name: string,
  keys: Keys,
  changes: { time?: bigint; says?: bigint; id?: Buffer } = {},
) {
  const { time = SEEN_AT, says = time, id = idOf(name, keys) } = changes
  const text = receipt.checkpoint.slice(0, receipt.checkpoint.indexOf('\n\n') + 1)
  const stamp = Buffer.alloc(8)
  stamp.writeBigUInt64BE(says)
  const signature = Buffer.from(keys.sign(`cosignature/v1\ntime ${time}\n${text}`), 'hex')
  return `— ${name} ${Buffer.concat([id, stamp, signature]).toString('base64')}\n`
}

type Lines = (receipt: Receipt) => string[] | Promise<string[]>

const witnessed = (
  name: string,
  lie: string,
  lines: Lines,
  needed = 2,
  keys = KEYS,
  code: string | null = null,
): Case => ({
  ...{ name, lie, expect: code, witnesses: { keys, needed } },
  async make() {
    const receipt = await receiptOf(HONEST)
    return { ...receipt, checkpoint: receipt.checkpoint + (await lines(receipt)).join('') }
  },
})
const unseen = (name: string, lie: string, lines: Lines, needed = 2, keys = KEYS) =>
  witnessed(name, lie, lines, needed, keys, 'not_witnessed')

const both: Lines = (receipt) => [lineOf(receipt, NAMES[0], ONE), lineOf(receipt, NAMES[1], TWO)]
const second =
  (make: (receipt: Receipt) => string): Lines =>
  (receipt) => [lineOf(receipt, NAMES[0], ONE), make(receipt)]

/** Who has seen the log of heads, beside keys of witnesses that the verifier was given. */
export const WITNESS_CASES: readonly Case[] = [
  witnessed('witnessed', 'two witnesses have seen it', both),
  witnessed(
    'witnessed-one-of-two',
    'one witness has seen it, and one has to',
    (receipt) => [lineOf(receipt, NAMES[1], TWO)],
    1,
  ),
  witnessed('witnessed-by-more', 'lines of witnesses that nobody named are passed over', async (receipt) => [
    ...(await both(receipt)),
    lineOf(receipt, 'three.example/w', OTHER),
  ]),
  witnessed('witnessed-by-longer-keys', 'keys of other kinds have signed with longer lines', async (receipt) => [
    `— three.example/w ${Buffer.alloc(2_432, 7).toString('base64')}\n`,
    ...(await both(receipt)),
    `— two.example/w ${Buffer.alloc(7_868, 7).toString('base64')}\n`,
  ]),
  unseen('witness-none', 'no witness has seen it', () => [], 1),
  unseen('witness-missing', 'one witness has seen it, and two have to', (receipt) => [lineOf(receipt, NAMES[0], ONE)]),
  unseen('witness-twice', 'one witness is counted twice', (receipt) => [lineOf(receipt, NAMES[0], ONE)], 2, [
    KEYS[0] ?? '',
    KEYS[0] ?? '',
  ]),
  unseen(
    'witness-of-another-key',
    'the line is signed with a key of the house under the id of the witness',
    second((receipt) => lineOf(receipt, NAMES[1], OTHER, { id: idOf(NAMES[1], TWO) })),
  ),
  unseen(
    'witness-of-another-id',
    'another key of that name',
    second((receipt) => lineOf(receipt, NAMES[1], OTHER)),
  ),
  unseen(
    'witness-of-another-name',
    'the key of the witness under another name',
    second((receipt) => lineOf(receipt, 'two.example/x', TWO)),
  ),
  unseen(
    'witness-of-another-time',
    'the time is not the one that was signed',
    second((receipt) => lineOf(receipt, NAMES[1], TWO, { says: SEEN_AT + 1n })),
  ),
  unseen(
    'witness-of-no-time',
    'a time beyond 2^53 - 1',
    second((receipt) => lineOf(receipt, NAMES[1], TWO, { time: 2n ** 53n })),
  ),
  unseen('witness-of-another-log', 'the line is that of a fork', async (receipt) => {
    const fork = await receiptOf({ ...HONEST, loggedAfterMs: 151 })
    return [lineOf(receipt, NAMES[0], ONE), lineOf(fork, NAMES[1], TWO)]
  }),
  unseen('witness-right-and-wrong', 'of two lines of the witness one does not hold', async (receipt) => [
    ...(await both(receipt)),
    lineOf(receipt, NAMES[1], TWO, { says: SEEN_AT + 1n }),
  ]),
]
