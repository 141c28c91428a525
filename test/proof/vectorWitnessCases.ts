import type { Receipt } from '../../contract/proof'
import { keyId, WITNESS_KEY } from '../../server/src/signedLogs/note'
import { type Plan, receiptOf, START } from './forge'
import { HOUSE, type Keys, keyChange, keysOf, keysOfSmallOrder } from './forgeKeys'
import { type Case, HONEST, OLD, stateAt } from './vectorKit'

const NAMES = ['one.example/w', 'two.example/w'] as const
const [ONE, TWO, OTHER] = [keysOf(21), keysOf(22), keysOf(23)]
/** In seconds: after the receipt's last head. */
const SEEN_AT = BigInt(START / 1_000) + 60n

const idOf = (name: string, { publicKey }: Keys) => keyId(name, WITNESS_KEY, Buffer.from(publicKey, 'hex'))
const keyOf = (name: string, keys: Keys) =>
  `${name}+${idOf(name, keys).toString('hex')}+${Buffer.concat([Buffer.of(WITNESS_KEY), Buffer.from(keys.publicKey, 'hex')]).toString('base64')}`
/** Anybody can sign under it. */
const NOBODY = keysOfSmallOrder('00'.repeat(32))
const KEYS = [keyOf(NAMES[0], ONE), keyOf(NAMES[1], TWO)]

/** The line with which a witness signs a checkpoint. */
export function lineOf(
  checkpoint: string,
  name: string,
  keys: Keys,
  changes: { time?: bigint; says?: bigint; id?: Buffer } = {},
) {
  const { time = SEEN_AT, says = time, id = idOf(name, keys) } = changes
  const text = checkpoint.slice(0, checkpoint.indexOf('\n\n') + 1)
  const stamp = Buffer.alloc(8)
  stamp.writeBigUInt64BE(says)
  const signature = Buffer.from(keys.sign(`cosignature/v1\ntime ${time}\n${text}`), 'hex')
  return `— ${name} ${Buffer.concat([id, stamp, signature]).toString('base64')}\n`
}

type Lines = (receipt: Receipt) => readonly string[] | Promise<readonly string[]>

const witnessed = (
  name: string,
  lie: string,
  lines: Lines,
  needed = 2,
  keys = KEYS,
  code: string | null = null,
  plan: Plan = HONEST,
): Case => ({
  name,
  lie,
  expect: code,
  witnesses: { keys, needed },
  ...(code === null && { tied: false }),
  async make() {
    const receipt = await receiptOf(plan)
    return { ...receipt, checkpoint: receipt.checkpoint + (await lines(receipt)).join('') }
  },
})
const unseen = (name: string, lie: string, lines: Lines, needed = 2, keys = KEYS, plan = HONEST) =>
  witnessed(name, lie, lines, needed, keys, 'not_witnessed', plan)

const both: Lines = (receipt) => [lineOf(receipt.checkpoint, NAMES[0], ONE), lineOf(receipt.checkpoint, NAMES[1], TWO)]
const second =
  (make: (receipt: Receipt) => string): Lines =>
  (receipt) => [lineOf(receipt.checkpoint, NAMES[0], ONE), make(receipt)]

/** Witnesses of the log of heads, in addition to keys of witnesses that the verifier was given. */
export const WITNESS_CASES: readonly Case[] = [
  witnessed('witnessed', 'two witnesses have seen it', both),
  witnessed(
    'witnessed-one-of-two',
    'one witness has seen it, and one has to',
    (receipt) => [lineOf(receipt.checkpoint, NAMES[1], TWO)],
    1,
  ),
  witnessed('witnessed-by-more', 'lines of witnesses that nobody named are passed over', async (receipt) => [
    ...(await both(receipt)),
    lineOf(receipt.checkpoint, 'three.example/w', OTHER),
  ]),
  witnessed('witnessed-by-longer-keys', 'keys of other kinds have signed with longer lines', async (receipt) => [
    `— three.example/w ${Buffer.alloc(2_432, 7).toString('base64')}\n`,
    ...(await both(receipt)),
    `— two.example/w ${Buffer.alloc(5_868, 7).toString('base64')}\n`,
  ]),
  unseen('witness-none', 'no witness has seen it', () => [], 1),
  unseen('witness-missing', 'one witness has seen it, and two have to', (receipt) => [
    lineOf(receipt.checkpoint, NAMES[0], ONE),
  ]),
  unseen('witness-twice', 'one witness is counted twice', (receipt) => [lineOf(receipt.checkpoint, NAMES[0], ONE)], 2, [
    KEYS[0] ?? '',
    KEYS[0] ?? '',
  ]),
  unseen(
    'witness-of-another-key',
    'the line is signed with a key of the house under the id of the witness',
    second((receipt) => lineOf(receipt.checkpoint, NAMES[1], OTHER, { id: idOf(NAMES[1], TWO) })),
  ),
  unseen(
    'witness-of-another-id',
    'another key of that name',
    second((receipt) => lineOf(receipt.checkpoint, NAMES[1], OTHER)),
  ),
  unseen(
    'witness-of-another-name',
    'the key of the witness under another name',
    second((receipt) => lineOf(receipt.checkpoint, 'two.example/x', TWO)),
  ),
  unseen(
    'witness-of-another-time',
    'the time is not the one that was signed',
    second((receipt) => lineOf(receipt.checkpoint, NAMES[1], TWO, { says: SEEN_AT + 1n })),
  ),
  unseen(
    'witness-of-no-time',
    'a time beyond 2^53 - 1',
    second((receipt) => lineOf(receipt.checkpoint, NAMES[1], TWO, { time: 2n ** 53n })),
  ),
  unseen('witness-of-another-log', 'the line is that of a fork', async (receipt) => {
    const fork = await receiptOf({ ...HONEST, states: stateAt(9, ({ at }) => ({ at: at + 1 })) })
    return [lineOf(receipt.checkpoint, NAMES[0], ONE), lineOf(fork.checkpoint, NAMES[1], TWO)]
  }),
  unseen('witness-right-and-wrong', 'of two lines of the witness one does not hold', async (receipt) => [
    ...(await both(receipt)),
    lineOf(receipt.checkpoint, NAMES[1], TWO, { says: SEEN_AT + 1n }),
  ]),
  unseen(
    'witness-under-two-names',
    'one key under two names is counted twice',
    (receipt) => [lineOf(receipt.checkpoint, NAMES[0], ONE), lineOf(receipt.checkpoint, NAMES[1], ONE)],
    2,
    [keyOf(NAMES[0], ONE), keyOf(NAMES[1], ONE)],
  ),
  unseen(
    'witness-is-the-log',
    'the key of the log itself is no witness',
    second((receipt) => lineOf(receipt.checkpoint, NAMES[1], HOUSE)),
    2,
    [keyOf(NAMES[0], ONE), keyOf(NAMES[1], HOUSE)],
  ),
  unseen(
    'witness-was-the-log',
    'a key that the log had before is no witness',
    second((receipt) => lineOf(receipt.checkpoint, NAMES[1], OLD)),
    2,
    [keyOf(NAMES[0], ONE), keyOf(NAMES[1], OLD)],
    { ...HONEST, changes: [keyChange(OLD, HOUSE)] },
  ),
  unseen(
    'witness-of-small-order',
    'a witness with a key under which anybody can sign',
    second((receipt) => lineOf(receipt.checkpoint, NAMES[1], NOBODY)),
    2,
    [keyOf(NAMES[0], ONE), keyOf(NAMES[1], NOBODY)],
  ),
]

/**
 * The checkpoints that both witnesses had signed when the order ran: the heads of the acceptance and of the end, so
 * long after START.
 */
const seenAt = (
  name: string,
  lie: string,
  tied: boolean,
  times: Readonly<Record<number, number>>,
  needed = 2,
): Case => ({
  ...witnessed(name, lie, both, needed, KEYS, null, {
    ...HONEST,
    witnessed: Object.entries(times).map(([number, afterSeconds]) => ({
      number: Number(number),
      lines: (checkpoint: string) => {
        const time = BigInt(START / 1_000 + afterSeconds)
        return [lineOf(checkpoint, NAMES[0], ONE, { time }), lineOf(checkpoint, NAMES[1], TWO, { time: time + 1n })]
      },
    })),
  }),
  tied,
})
export const TIED_CASES: readonly Case[] = [
  seenAt('tied', 'none: witnesses have seen acceptance, entry and end at their time', true, { 3: 1, 4: 3, 8: 10 }),
  seenAt('tied-by-later-heads', 'none: witnesses have seen later heads in time', true, { 5: 5, 9: 17 }),
  seenAt('tied-at-the-last-second', 'none: all at the last second', true, { 3: 9, 4: 9, 8: 17 }),
  seenAt('tied-once', 'none: one checkpoint, soon after the acceptance, holds all heads', true, { 8: 9 }),
  seenAt('tied-by-one', 'none: the first of two witnesses was in time, and one has to be', true, { 4: 10, 8: 18 }, 1),
  seenAt('not-tied-at-first', 'none, but witnesses saw the acceptance a second too late', false, { 3: 10, 8: 11 }),
  seenAt('not-tied-at-entry', 'none, but witnesses saw what fixes the entry a second too late', false, { 3: 1, 8: 10 }),
  seenAt('not-tied-at-last', 'none, but witnesses saw the end a second too late', false, { 3: 1, 4: 3, 8: 18 }),
  seenAt('not-tied-before', 'none, but what witnesses saw in time does not hold the acceptance yet', false, {
    2: 1,
    8: 11,
  }),
  seenAt('not-tied-to-the-end', 'none, but what witnesses saw in time does not hold the end yet', false, {
    3: 1,
    4: 3,
    7: 10,
  }),
]
