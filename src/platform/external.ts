import { copyText } from './clipboard'
import { safeExternalUrl } from './externalUrl'
import { opensLinks } from './shell'

/** `copied`: this shell leads nowhere else, so the address is on the clipboard, which the user has to be told. */
export type OpenResult = 'opened' | 'copied' | false

/** Opens an address outside the product, in its own page; false if it is not one that may be followed. */
export function openExternal(url: string): OpenResult {
  const safe = safeExternalUrl(url)
  if (safe === undefined) return false
  if (!opensLinks()) {
    void copyText(safe)
    return 'copied'
  }
  window.open(safe, '_blank', 'noopener,noreferrer')
  return 'opened'
}
