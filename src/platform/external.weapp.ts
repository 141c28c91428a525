import { copyText } from './clipboard'
import type { OpenResult } from './external'
import { safeExternalUrl } from './externalUrl'

/** A mini program cannot leave itself: the address goes to the clipboard. */
export function openExternal(url: string): OpenResult {
  const safe = safeExternalUrl(url)
  if (safe === undefined) return false
  void copyText(safe)
  return 'copied'
}
