import { useEffect } from 'react'
import { currentUrl, goToLogin } from '../../platform/navigation'
import { usePageShown } from '../../platform/usePageShown'
import { findRoute, type PageUrl } from '../../routes'
import { useStores } from '../../stores/StoresContext'

/**
 * User pages need a stored token (PRODUCT.md 2.5). Without one, this keeps the address and goes to login, which
 * leads back to it. False while the page may not be shown.
 */
export function useGuard(route: PageUrl): boolean {
  const { session } = useStores()
  const shown = usePageShown()
  const allowed = findRoute(route)?.guard !== 'user' || session.isLoggedIn
  useEffect(() => {
    if (allowed || !shown) return
    const url = currentUrl()
    session.setOrderBackUrl(url.startsWith(route) ? url : route)
    goToLogin()
  }, [allowed, shown, route, session])
  return allowed
}
