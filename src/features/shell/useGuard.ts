import { useEffect } from 'react'
import { currentUrl, goToLogin, openPage } from '../../platform/navigation'
import { usePageShown } from '../../platform/usePageShown'
import { findRoute, LOCK_URL, type PageUrl } from '../../routes'
import { useStores } from '../../stores/StoresContext'

/**
 * User pages need a stored token (PRODUCT.md 2.5). Without one, this keeps the address and goes to login, which
 * leads back to it. While the app is locked, every page leads to the PIN, which comes over it (PRODUCT.md 9.10).
 */
export function useGuard(route: PageUrl): { allowed: boolean; locked: boolean } {
  const { session } = useStores()
  const shown = usePageShown()
  const allowed = findRoute(route)?.guard !== 'user' || session.isLoggedIn
  const locked = session.isLocked && route !== LOCK_URL
  useEffect(() => {
    if (!shown) return
    if (locked) return openPage(LOCK_URL)
    if (allowed) return
    const url = currentUrl()
    session.setOrderBackUrl(url.startsWith(route) ? url : route)
    goToLogin()
  }, [allowed, locked, shown, route, session])
  return { allowed, locked }
}
