import Taro from '@tarojs/taro'
import { findRoute, HOME_URL, isTab, LOGIN_URL, ORDER_JUMP_URL, ORDERS_URL, type PageUrl } from '../routes'
import { safeInternalUrl } from './internalUrl'
import { afterOverlays } from './overlays'
import { GIVE_UP_AFTER_MS } from './pageCover'
import { onPageLoadEnd, pushPage } from './pageLoads'

export type Params = Record<string, string | number | undefined>

/** "/pages/Detail/Detail" and { symbol: "BTCUSDT" } make "/pages/Detail/Detail?symbol=BTCUSDT". */
export function pageUrl(path: PageUrl, params: Params = {}): string {
  const pairs = Object.entries(params).filter(([, value]) => value !== undefined)
  if (pairs.length === 0) return path
  return `${path}?${pairs.map(([key, value]) => `${key}=${encodeURIComponent(String(value))}`).join('&')}`
}

/** Opens a page: the four tabs switch, any other path is pushed (PRODUCT.md 2.3). */
export function openPage(path: PageUrl, params?: Params): void {
  navigate(pageUrl(path, params))
}

/**
 * The generic jump helper (PRODUCT.md 2.4): as `openPage`, but the order tab is reached through its intermediate
 * page, and an address that is not one of our pages is not followed (false).
 */
export function jump(url: string): boolean {
  const safe = safeInternalUrl(url)
  if (safe === undefined) return false
  navigate(safe.split('?', 1)[0] === ORDERS_URL ? ORDER_JUMP_URL : safe)
  return true
}

/** Replaces the current page; a tab switches. */
export function redirect(path: PageUrl, params?: Params): void {
  follow(pageUrl(path, params))
}

/** Replaces the current page by an address from outside, e.g. `orderBackUrl`; false if it is not one of ours. */
export function redirectTo(url: string): boolean {
  const safe = safeInternalUrl(url)
  if (safe === undefined) return false
  follow(safe)
  return true
}

/** One page back; if there is none (a page opened by its address), the home tab. */
export function goBack(): void {
  if (Taro.getCurrentPages().length > 1) afterOverlays(() => Taro.navigateBack().catch(goBackAfterOther))
  else openPage(HOME_URL)
}

/** A step back waits this long for the navigation that it met: the mini program reports no end of one. */
const OTHER_LIMIT_MS = 500

/** Taro rejects when two navigations meet. The press counts: it goes once the other one is over, unless that led elsewhere. */
function goBackAfterOther(): void {
  const pressedOn = currentUrl()
  const go = () => {
    stop()
    clearTimeout(timer)
    if (currentUrl() === pressedOn) Taro.navigateBack().catch(ignore)
  }
  const timer = setTimeout(go, OTHER_LIMIT_MS)
  const stop = onPageLoadEnd(go)
}

/** Sends to login in place of the current page. The caller has kept where to return. */
export function goToLogin(): void {
  follow(LOGIN_URL)
}

/** Address of the current page with its parameters, as `jump` takes it. */
export function currentUrl(): string {
  const pages = Taro.getCurrentPages()
  const page = pages[pages.length - 1] as { route?: string; path?: string; options?: Params; $taroParams?: Params }
  const path = (page?.route ?? '').replace(/^\/?/, '/')
  const params: Params = { ...(page?.$taroParams ?? page?.options) }
  // Taro's own marks are no parameters of ours.
  delete params.stamp
  delete params.$taroTimestamp
  return pageUrl(path as PageUrl, decoded(params))
}

/** Taro leaves parameters encoded on H5 and decodes them in WeChat. */
export function decoded(params: Params): Record<string, string> {
  const result: Record<string, string> = {}
  for (const [key, value] of Object.entries(params)) {
    if (value === undefined) continue
    try {
      result[key] = decodeURIComponent(String(value))
    } catch {
      result[key] = String(value)
    }
  }
  return result
}

function navigate(url: string): void {
  // A message may lead to a page that this build leaves out.
  if (!findRoute(url)) return
  afterOverlays(() => {
    if (isTab(url)) Taro.switchTab({ url }).catch(ignore)
    else if (url !== currentUrl() && !isDoublePress(url)) push(url)
  })
}

/** A press elsewhere that comes later than this means it: the page on its way is slow. */
const MOMENT_MS = 1_000
/** The page on its way. */
let opening: { url: string; at: number } | undefined

/** One press opens one page: a second press would open the same page, or another one, on top of the first. */
function isDoublePress(url: string): boolean {
  if (opening === undefined) return false
  return Date.now() - opening.at < (url === opening.url ? GIVE_UP_AFTER_MS : MOMENT_MS)
}

function push(url: string): void {
  const own = { url, at: Date.now() }
  opening = own
  void pushPage(url)
    .catch(() => Taro.redirectTo({ url }).catch(ignore))
    .finally(() => {
      if (opening === own) opening = undefined
    })
}

function follow(url: string): void {
  afterOverlays(() => {
    if (isTab(url)) Taro.switchTab({ url }).catch(ignore)
    else Taro.redirectTo({ url }).catch(ignore)
  })
}

/** Taro rejects when two navigations meet; the later one wins. */
function ignore(): undefined {
  return undefined
}
