import { ConfigError } from '../../shared/env'
import { SIGNED } from '../../shared/signed/source'
import type { FeedProduct } from '../feed'
import { PYTH_FEEDS } from '../signed/feedIds'
import { CSV_NAME } from './recording'
import type { FeedSettings, SourceSettings } from './settings'

type Named = Pick<FeedProduct, 'symbol' | 'code' | 'category'>

/**
 * An exchange's usual name for a product. It exists for crypto only: metals, indices and the like get a price from an
 * exchange only if FEED_SYMBOLS names the instrument.
 */
function usualName(kind: SourceSettings['kind'], product: Named): string | undefined {
  if (product.category !== 'crypto') return undefined
  return kind === 'okx' ? product.code.replace('/', '-') : product.symbol
}

/** The names of a live source for our products, each to the symbol it prices. */
export function liveNames(
  settings: FeedSettings,
  kind: 'binance' | 'okx',
  products: readonly Named[],
): Map<string, string> {
  const own = new Map(settings.names.filter((each) => each.kind === kind).map(({ symbol, name }) => [symbol, name]))
  const names = new Map<string, string>()
  for (const product of products) {
    const name = own.get(product.symbol) ?? usualName(kind, product)
    if (name === undefined) continue
    // Binance writes its names in capitals in what it sends.
    const sent = kind === 'binance' ? name.toUpperCase() : name
    const other = names.get(sent)
    if (other) throw new ConfigError(`FEED_SYMBOLS prices both ${other} and ${product.symbol} from ${kind}'s ${sent}.`)
    names.set(sent, product.symbol)
  }
  return names
}

/** In FEED_SYMBOLS, a product that the other sources price although it has a signed feed. */
const UNSIGNED = '-'

/** The ids of signed feeds for our products, each to the symbol that it prices. Throws `ConfigError`. */
export function signedNames(settings: FeedSettings, products: readonly Pick<Named, 'symbol'>[]): Map<string, string> {
  const own = new Map(settings.names.filter(({ kind }) => kind === SIGNED).map(({ symbol, name }) => [symbol, name]))
  const names = new Map<string, string>()
  for (const { symbol } of products) {
    const id = own.get(symbol) ?? PYTH_FEEDS[symbol]
    if (id === undefined || id === UNSIGNED) continue
    if (!/^[0-9a-f]{64}$/.test(id))
      throw new ConfigError(`FEED_SYMBOLS names ${symbol} a feed of pyth that is not 64 hex digits.`)
    const other = names.get(id)
    if (other) throw new ConfigError(`FEED_SYMBOLS prices both ${other} and ${symbol} from one feed of pyth.`)
    names.set(id, symbol)
  }
  return names
}

/**
 * The names of a recording for our products. A CSV file has one product: the one that FEED_SYMBOLS gives "*", or the one
 * that the file's name begins with.
 * @param found the names in the file
 */
export function replayNames(
  settings: FeedSettings,
  source: { name: string },
  found: readonly string[],
  products: readonly Named[],
): Map<string, string> {
  const own = settings.names.filter((each) => each.kind === 'replay')
  const fileName = source.name.slice('replay:'.length).toUpperCase()
  const symbolOf = (name: string): string | undefined => {
    const told = own.find((each) => each.name === name)
    if (told) return products.find((product) => product.symbol === told.symbol)?.symbol
    if (name === CSV_NAME) return products.find((product) => fileName.startsWith(product.symbol))?.symbol
    return products.find((product) => name === product.symbol || name === usualName('okx', product))?.symbol
  }
  const names = new Map<string, string>()
  for (const name of found) {
    const symbol = symbolOf(name)
    if (symbol !== undefined && ![...names.values()].includes(symbol)) names.set(name, symbol)
  }
  if (names.size > 0) return names
  const example = `replay:${products[0]?.symbol ?? 'BTCUSDT'}=${found[0] ?? CSV_NAME}`
  throw new ConfigError(
    found.length === 0
      ? `FEED plays ${source.name} but there is no price in that file: it takes recorded messages or lines of epochMs,price,size.`
      : `FEED plays ${source.name} with prices of ${found.slice(0, 5).join(', ')} but no product is called so: set FEED_SYMBOLS, for example ${example}.`,
  )
}
