import { safeExternalUrl } from './externalUrl'

/** Opens an address outside the product, in a page of its own; false where it is not one that may be followed. */
export function openExternal(url: string): boolean {
  const safe = safeExternalUrl(url)
  if (safe === undefined) return false
  window.open(safe, '_blank', 'noopener,noreferrer')
  return true
}
