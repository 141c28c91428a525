import { findRoute } from '../routes'

/** Longest address that is looked at. */
const MAX_LENGTH = 512
/** A path of ours, and a query of plainly encoded pairs: nothing that a browser could read as another place. */
const SHAPE = /^\/[A-Za-z0-9/_-]+(\?[A-Za-z0-9_.~%=&-]*)?$/

/**
 * The address if it is one of the product's own pages, else undefined. `orderBackUrl` and links in content come from
 * storage and from the server, so anything that is not literally a known route is refused: schemes, hosts, `//`, back
 * slashes, control characters, `@`, dots (PRODUCT.md 18.1).
 */
export function safeInternalUrl(url: unknown): string | undefined {
  if (typeof url !== 'string' || url.length > MAX_LENGTH || !SHAPE.test(url) || url.startsWith('//')) return undefined
  return findRoute(url) ? url : undefined
}
