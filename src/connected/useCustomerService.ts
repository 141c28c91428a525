import { OPENS_LINKS } from '../platform/customerService'
import { openExternal } from '../platform/external'
import { safeExternalUrl } from '../platform/externalUrl'
import type { SessionStore } from '../stores/SessionStore'
import { useStores } from '../stores/StoresContext'

/**
 * The link of customer service that may be followed: held in the session (PRODUCT.md 15.4), the very one that the
 * server gave with `appInfo`, and a plain https address. Anything else in storage is ignored.
 */
export function serviceLink({ kefuUrl, appInfo }: Pick<SessionStore, 'kefuUrl' | 'appInfo'>): string | undefined {
  return kefuUrl === appInfo?.kefuUrl ? safeExternalUrl(kefuUrl) : undefined
}

/** Opens customer service: its page in a new tab, or the sheet that says how to reach somebody. Call it on a tap. */
export function useCustomerService(): () => void {
  const { session, ui } = useStores()
  return () => {
    const link = serviceLink(session)
    if (link === undefined || !OPENS_LINKS || !openExternal(link)) ui.showService(true)
  }
}
