import type { Consistency, LoggedHead, LogRestore, Receipt, TreeHead } from '../../contract/proof'
import { rootOf } from '../../server/src/signedLogs/merkle'
import { checkpointNote } from '../../server/src/signedLogs/note'
import {
  consistencyOfLeaves,
  type House,
  hashes,
  headTextOf,
  inclusionIn,
  ORIGIN,
  productsRootOf,
  rangeIn,
} from './forge'
import { HOUSE, type Keys } from './forgeKeys'

import { minuteOf, restoreText, resultPath, settledText, sha256 } from './forgeTexts'

/** The log of heads that a server has today, next to a receipt under its tenth head. */
export interface Today {
  /** How many heads of the receipt's log it still has; the others were made again. */
  kept?: number
  /** Number of the head that the house says it kept; default: `kept`. */
  saidKept?: number
  /** How many it has by now. */
  size?: number
  signedBy?: Keys
  /** The house's statement about it. */
  said?: (facts: Facts, receipt: Receipt) => LogRestore[]
  /** The entries of the log `feeds` about it; it is read from the newest page on. */
  feeds?: (said: readonly LogRestore[]) => readonly string[]
  /** Changed answers, by their paths. */
  answers?: (honest: Answers, paths: { kept: string; last: string; results: string }) => Answers
  /** The entry of the map of results at the place of the order. */
  result?: string
  /** Sizes of checkpoints that a device has fetched. */
  fetched?: readonly number[]
}
export type Facts = Pick<LogRestore, 'kept' | 'root' | 'keptAt'>
export type Answers = Record<string, unknown>

export const stateOf = (
  keys: Keys,
  facts: Omit<LogRestore, 'publicKey' | 'signature'>,
  changes: Partial<LogRestore> = {},
  origin = ORIGIN,
): LogRestore => ({ ...facts, publicKey: keys.publicKey, signature: keys.sign(restoreText(origin, facts)), ...changes })

export const feedEntryOf = ({ at, kept, root, reason, signature }: LogRestore): string =>
  ['feed', 1, at, 'restored', '-', kept, root, reason, signature].join('|')

/** The head of today: an hour's worth of other logs is left out, and the log `feeds` joins them. */
function headToday(receipt: Receipt, size: number, feeds: readonly string[]): TreeHead {
  const { head } = receipt
  const feed = { name: 'feeds', size: feeds.length, root: rootOf(hashes(feeds)).toString('hex') }
  return { ...head, number: size, at: head.at + 60_000, logs: [feed, ...head.logs] }
}

/** The server's responses, by path below /api. */
export async function answersOf(house: House, today: Today): Promise<Answers> {
  const { receipt } = house
  const { kept = 10, size = 13, saidKept = kept, signedBy = HOUSE, said = () => [], fetched = [] } = today
  const keptHead = house.heads[saidKept - 1] as TreeHead
  const root = rootOf(house.leaves, 0, saidKept).toString('hex')
  const restores = said({ kept: saidKept, root, keptAt: keptHead.at }, receipt)
  const feeds = today.feeds?.(restores) ?? [
    `feed|1|${receipt.head.at}|began|-|simulated|0`,
    ...restores.map(feedEntryOf),
  ]
  const head = headToday(receipt, size, feeds)
  const remade = Array.from({ length: size - kept - 1 }, (_, index) => `made anew ${index}`)
  const leaves = [...house.leaves.slice(0, kept), ...hashes([...remade, headTextOf(head)])]
  const signer = {
    publicKey: Buffer.from(signedBy.publicKey, 'hex'),
    sign: async (text: string) => Buffer.from(signedBy.sign(text), 'hex'),
  }
  const note = (count: number) =>
    checkpointNote({ origin: ORIGIN, size: count, root: rootOf(leaves, 0, count) }, [signer])
  const growing = head.logs.filter(({ name }) => name !== 'results' && name !== 'feeds')
  const consistency = async (from: number): Promise<Consistency> => ({
    from: { ...receipt.head, number: from },
    to: head,
    products: head.products.map(({ symbol }) => ({ symbol, path: [] })),
    logs: growing.map(({ name }) => ({ name, path: [] })),
    heads: await consistencyOfLeaves(leaves, from, size),
  })
  const signed = { checkpoint: await note(size), publicKey: HOUSE.publicKey }
  const results = `/proof/results/${minuteOf(receipt.order.id)}/${sha256(receipt.order.id)}`
  const settlements = house.states.at(-1)?.settlements ?? []
  const own = settledText(receipt.order)
  const asked = [...new Set([kept, saidKept, 10, ...fetched])].filter((from) => from < size)
  const paths = await Promise.all(asked.map(async (from) => [from, await consistency(from)] as const))
  const shown = async (of: TreeHead): Promise<LoggedHead> => ({
    head: of,
    checkpoint: await note(of.number),
    publicKey: HOUSE.publicKey,
    path: await inclusionIn(leaves.slice(0, of.number), of.number - 1),
  })
  const honest: Answers = {
    '/proof/heads/latest': { head, ...signed },
    '/proof/policy': { publicKey: HOUSE.publicKey, keys: receipt.keys, restores },
    [`/proof/heads/${size}`]: await shown(head),
    [`/proof/heads/${saidKept}`]: await shown(keptHead),
    '/proof/feeds': {
      head: { number: size, at: head.at, products: productsRootOf(head), logs: head.logs },
      headPath: await inclusionIn(leaves, size - 1),
      from: 0,
      entries: feeds,
      path: await rangeIn(hashes(feeds), 0, feeds.length),
      ...signed,
    },
    [results]: {
      head,
      ...signed,
      leaf: today.result ?? own,
      path: resultPath(settlements, own).map((hash) => hash.toString('hex')),
    },
    ...Object.fromEntries(paths.map(([from, path]) => [`/proof/consistency?from=${from}&to=${size}`, path])),
  }
  return (
    today.answers?.(honest, {
      kept: `/proof/heads/${saidKept}`,
      last: `/proof/heads/${size}`,
      results,
    }) ?? honest
  )
}
