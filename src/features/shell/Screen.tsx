import { Button as TaroButton, Text, View } from '@tarojs/components'
import { observer } from 'mobx-react-lite'
import { type ReactNode, Suspense, startTransition, useEffect, useRef, useState } from 'react'
import { classNames } from '../../components/classNames'
import { NavBar } from '../../components/NavBar'
import { Later } from '../../connected/Later'
import { MarketBand } from '../../connected/MarketBand'
import { useT, useTextsReady } from '../../i18n'
import { showClock, showDateTime, showDay } from '../../i18n/days'
import { joinSentences } from '../../i18n/sentences'
import { afterFirstPage, isPainted, takeOver } from '../../platform/firstScreen'
import { currentUrl, goBack, goToLogin, openPage } from '../../platform/navigation'
import { reloadPage } from '../../platform/pageLoads'
import { useRestWhileHidden } from '../../platform/restHidden'
import { insets, setDocumentTitle, textSize, usePagePaint } from '../../platform/system'
import { useTabRefresh } from '../../platform/tabs'
import { usePageShown } from '../../platform/usePageShown'
import { findRoute, LOCK_URL, type PageUrl } from '../../routes'
import { useStores } from '../../stores/StoresContext'
import { ErrorBoundary } from './ErrorBoundary'
import { LateOverlays } from './LateOverlays'
import './Screen.scss'

const HIDDEN = 'display: none'

export interface ScreenProps {
  /** The page's own route: it gives the title and the guard. */
  route: PageUrl
  /** False if the screen draws its own head, as the home tab does. */
  nav?: boolean
  /** How the page uses a wide window: several columns, or the full width. */
  width?: 'wide' | 'full'
  /** Replaces the route's title, if the page knows a better one. */
  title?: string | undefined
  /** Shown in place of the title, for the same words with more to them. */
  heading?: ReactNode
  /** At the right of the navigation bar. */
  right?: ReactNode
  children: ReactNode
}

/**
 * The frame of every page: the theme, the notice of a simulated market, the navigation bar, toasts and questions,
 * the guard, and a way on when something breaks.
 */
export const Screen = observer(function Screen(props: ScreenProps) {
  const stores = useStores()
  const { preferences } = stores
  const t = useT()
  const route = findRoute(props.route)
  const title = props.title ?? (route ? t(route.titleKey) : '')
  const { allowed, locked } = useGuard(props.route)
  // A page that was open keeps its input behind the lock; one that was not loads nothing yet.
  const wasOpen = useRef(false)
  wasOpen.current ||= allowed && !locked
  usePageTitle(title)
  useTabRefresh(route?.tab !== undefined)
  usePagePaint()
  const frame = useRestWhileHidden()
  const ready = useReady(route?.early === true)
  if (!ready) return <View ref={frame} className={`screen ${preferences.themeClass}`} style={textSize} aria-busy />
  const { top, navigationHeight } = insets()
  // Behind the lock there is no way back.
  const hasNav = props.nav !== false && !stores.session.isLocked
  return (
    <View
      ref={frame}
      className={classNames(
        'screen',
        props.width && `screen--${props.width}`,
        !stores.connection.online && 'screen--offline',
        preferences.themeClass,
      )}
      style={textSize}
    >
      <View className={classNames('screen__head', top > 0 && 'screen__head--inset')} style={{ paddingTop: `${top}px` }}>
        {navigationHeight === 0 ? <MarketBand /> : null}
        {hasNav ? (
          <NavBar
            title={title}
            heading={props.heading}
            onBack={route?.tab ? undefined : goBack}
            backLabel={t('common.back')}
            right={props.right}
          />
        ) : (
          <CapsuleRow />
        )}
        {navigationHeight > 0 && hasNav ? <MarketBand /> : null}
        <OfflineBand />
        <UpdateBand />
      </View>
      <View className="screen__body" ariaRole="main" style={locked ? HIDDEN : ''}>
        {allowed && wasOpen.current ? (
          <ErrorBoundary>
            <Suspense>{props.children}</Suspense>
          </ErrorBoundary>
        ) : null}
      </View>
      {stores.session.isLocked ? null : (
        <Later>
          <LateOverlays />
        </Later>
      )}
    </View>
  )
})

/** Whether the page can be shown. The rest of the app loads before the page, or after an early page. */
function useReady(early: boolean): boolean {
  const stores = useStores()
  const hasTexts = useTextsReady(early ? 'first' : 'all')
  const ready = useSlices(hasTexts && (early || stores.isComplete()))
  useEffect(() => {
    if (!early) void stores.loadLate()
  }, [early, stores])
  useEffect(() => {
    if (ready) void takeOver().then(() => afterFirstPage(() => stores.keepLoadingLate()))
  }, [ready, stores])
  return ready
}

/** Behind the painted copy, the first page renders in slices, so that taps are handled between them. */
function useSlices(ready: boolean): boolean {
  const [drawn, setDrawn] = useState(() => !isPainted())
  useEffect(() => {
    if (ready) startTransition(() => setDrawn(true))
  }, [ready])
  return ready && drawn
}

/** On a page without its own bar the notice is next to WeChat's capsule button, which covers the page. */
function CapsuleRow() {
  const { navigationHeight, navigationRight } = insets()
  if (navigationHeight === 0) return null
  return (
    <View
      className="screen__capsule-row"
      style={{ height: `${navigationHeight}px`, paddingRight: `${navigationRight}px` }}
    >
      <MarketBand />
    </View>
  )
}

const OfflineBand = observer(function OfflineBand() {
  const { connection, market, preferences } = useStores()
  const t = useT()
  if (connection.online) return null
  const { newestAt } = market
  const { timeZone } = preferences
  const isToday = newestAt !== undefined && showDay(newestAt, timeZone) === showDay(connection.serverNow(), timeZone)
  const time = newestAt === undefined ? '' : (isToday ? showClock : showDateTime)(newestAt, timeZone)
  return (
    <View className="screen__band screen__band--offline" ariaRole="status">
      <Text>{joinSentences(t('shell.offline'), time === '' ? '' : t('shell.pricesOf', { time }))}</Text>
    </View>
  )
})

/** The user chooses the moment: a page that reloads by itself loses the input. */
const UpdateBand = observer(function UpdateBand() {
  const { ui } = useStores()
  const t = useT()
  if (!ui.updateReady) return null
  return (
    <TaroButton className="screen__band screen__band--update" onClick={reloadPage}>
      {t('shell.updateReady')}
    </TaroButton>
  )
})

/** Names the page to the browser: tabs, the history and screen readers use the title. */
function usePageTitle(title: string): void {
  const { session } = useStores()
  const shown = usePageShown()
  const name = session.appInfo?.name ?? 'Fairtick'
  useEffect(() => {
    if (shown && title !== '') setDocumentTitle(title === name ? name : `${title} · ${name}`)
  }, [shown, title, name])
}

/**
 * User pages need a stored token (PRODUCT.md 2.5). Without one, this keeps the address and goes to login, which
 * leads back to it. While the app is locked, every page leads to the PIN, which comes over it (PRODUCT.md 9.10).
 */
function useGuard(route: PageUrl): { allowed: boolean; locked: boolean } {
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
