import type { Consistency, LogTree, RestoreReason, TreeHead } from '../contract/proof'
import { leafHash } from './hashing'
import { hasWholeMap, RESULTS } from './results'
import { headText, logText, productText } from './texts'
import { isConsistent, rootOf } from './trees'

/** The app's copy of the log of heads, to ask at the next visit whether the log continues. */
export interface RememberedHead {
  head: TreeHead
  /** Root of the log of heads up to that head. */
  root: string
  /** The key that signed it. */
  publicKey: string
  /** The last statement of a restored log that this device has taken. */
  restored?: { kept: number; keptAt: number; at: number; reason: RestoreReason }
  /** Signatures of all statements that it has taken: each explains one broken history, once. */
  taken?: string[]
}

/** A head may say that prices are complete up to this much after its own time: clocks of several nodes differ. */
export const THROUGH_AHEAD_MAX_MS = 1_000

const isAscending = (names: readonly string[]) =>
  names.every((name, index) => index === 0 || (names[index - 1] ?? '') < name)

export const isInOrder = ({ products, logs }: Pick<TreeHead, 'products' | 'logs'>): boolean =>
  isAscending(products.map(({ symbol }) => symbol)) && isAscending(logs.map(({ name }) => name))

export const productsRoot = (head: TreeHead): string => rootOf(head.products.map((each) => leafHash(productText(each))))

/** Hash of a head's leaf in the log of heads; `products` and `logs` are the roots over them. */
export const headLeafOf = (head: { number: number; at: number; products: string; logs: string }): string =>
  leafHash(headText(head, head.logs))

/** The same of a head that names its logs; `products` is their root. */
export const headLeaf = ({ number, at, logs }: { number: number; at: number; logs: LogTree[] }, products: string) =>
  headLeafOf({ number, at, products, logs: rootOf(logs.map((log) => leafHash(logText(log)))) })

/** Possible differences between two heads. `symbol` names the product whose log does not continue. */
export type HistoryProblem =
  | { kind: 'key_changed' }
  | { kind: 'order' }
  | { kind: 'heads_rewritten' }
  | { kind: 'prices_rewritten'; symbol: string }
  | { kind: 'logs_rewritten' }
  /** The service gives receipts, but refuses again and again to show that its log continues. */
  | { kind: 'not_shown' }

type Paths = Pick<Consistency, 'products' | 'logs'>
type WithLogs = Pick<TreeHead, 'logs'>

/** Whether the logs other than the prices only add to those of `older`; `results` is a map and has no path. */
export function haveGrown(older: WithLogs, newer: WithLogs, paths: Paths['logs']): boolean {
  const logs = older.logs.filter(({ name }) => name !== RESULTS)
  return (
    [older, newer].every(hasWholeMap) &&
    paths.length === logs.length &&
    logs.every((log, index) => {
      const now = newer.logs.find(({ name }) => name === log.name)
      const proof = paths[index]
      return now !== undefined && proof?.name === log.name && isConsistent(log, now, proof.path)
    })
  )
}

/** The first product whose prices do not only add to those of `older`; undefined: they do. */
function rewrittenPrices(older: TreeHead, newer: TreeHead, paths: Paths['products']): string | undefined {
  if (paths.length !== older.products.length) return ''
  const later = new Map(newer.products.map((product) => [product.symbol, product]))
  return older.products.find((product, index) => {
    const now = later.get(product.symbol)
    const proof = paths[index]
    const goesOn = now && now.through >= product.through && proof?.symbol === product.symbol
    return !goesOn || !isConsistent(product, now, proof.path)
  })?.symbol
}

/** Where prices or logs of `newer` do not only add to those of `older`. */
export function logsProblems(older: TreeHead, newer: TreeHead, paths: Paths): HistoryProblem[] {
  const symbol = rewrittenPrices(older, newer, paths.products)
  return [
    ...(older.number <= newer.number && older.at <= newer.at ? [] : [{ kind: 'order' as const }]),
    ...(symbol === undefined ? [] : [{ kind: 'prices_rewritten' as const, symbol }]),
    ...(haveGrown(older, newer, paths.logs) ? [] : [{ kind: 'logs_rewritten' as const }]),
  ]
}

/** Whether what `newer` says of the past is what this device has seen of it, by `GET /proof/consistency`. */
export function historyProblem(
  older: RememberedHead,
  newer: RememberedHead,
  paths: Paths & Pick<Consistency, 'heads'>,
): HistoryProblem | undefined {
  const [before, after] = [older, newer].map(({ head, root }) => ({ size: head.number, root }))
  if (older.head.number > newer.head.number) return { kind: 'order' }
  if (!before || !after || !isConsistent(before, after, paths.heads)) return { kind: 'heads_rewritten' }
  return logsProblems(older.head, newer.head, paths)[0]
}
