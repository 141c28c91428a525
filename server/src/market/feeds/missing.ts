import type { Clock } from '../../shared/clock'
import type { MissingPrices } from '../feed'

/** A product in an open market that has got nothing for this long, while its source gives prices of others. */
const SILENT_MS = 60_000
/** One that its source does not know is missing as soon as its price is stale (PRODUCT.md 10.10). */
const STALE_MS = 5_000

/** Knows which products get no prices from a source, and why. */
export function createMissingWatch(options: {
  /** The source's names of products to our symbols. */
  symbols: ReadonlyMap<string, string>
  isTrading: (symbol: string) => boolean
  clock: Clock
}) {
  const { symbols, clock } = options
  const beganAtMs = clock.now()
  const heardAtMs = new Map<string, number>()
  const isSilent = (name: string, ms: number) => clock.now() - (heardAtMs.get(name) ?? beganAtMs) > ms

  function silent(ms: number) {
    const names = [...symbols].filter(([name, symbol]) => isSilent(name, ms) && options.isTrading(symbol))
    return names.map(([name]) => name)
  }

  return {
    /** Something about a name has come in, whether it became a tick or not. */
    heard: (name: string) => void heardAtMs.set(name, clock.now()),
    /** Names whose market is open and of which nothing has come for `ms`, or not since the watch began. */
    silent,
    /** @param others whether the source gives prices of others */
    list({
      refused,
      unknown = new Set(),
      others,
    }: {
      refused: readonly string[]
      unknown?: ReadonlySet<string>
      others: boolean
    }): MissingPrices[] {
      const quiet = others ? silent(SILENT_MS) : []
      const whyOf = (name: string): MissingPrices['why'] | undefined => {
        if (refused.includes(name)) return 'refused'
        if (others && unknown.has(name) && isSilent(name, STALE_MS)) return 'unknown'
        return quiet.includes(name) ? 'silent' : undefined
      }
      return [...symbols].flatMap(([name, symbol]) => {
        const why = whyOf(name)
        return why ? [{ symbol, name, why }] : []
      })
    },
  }
}
