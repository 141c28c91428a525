/** The fields that a search covers: the name in the user's language, the code ("BTC/USDT") and the symbol. */
export interface Searchable {
  name: string
  code: string
  symbol: string
}

const QUERY_MAX = 64

/** One spelling for what looks alike: width, case, accents and separators do not matter. */
function folded(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/đ/g, 'd')
    .replace(/[/\-_.·・]/g, '')
}

/**
 * Products that match every word of the query, in their given order, those that begin with it first. An empty query
 * matches all.
 */
export function searchProducts<T extends Searchable>(products: readonly T[], query: string): T[] {
  const words = folded(query.slice(0, QUERY_MAX)).split(/\s+/).filter(Boolean)
  const [first] = words
  if (first === undefined) return [...products]
  const found = products
    .map((product) => ({ product, fields: [product.name, product.code, product.symbol].map(folded) }))
    .filter(({ fields }) => words.every((word) => fields.some((field) => field.includes(word))))
  const begins = found.map(({ product, fields }) => ({ product, isFirst: fields.some((f) => f.startsWith(first)) }))
  return [...begins.filter((hit) => hit.isFirst), ...begins.filter((hit) => !hit.isFirst)].map((hit) => hit.product)
}
