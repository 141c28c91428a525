import Taro from '@tarojs/taro'

/** Loading of lazy pages on H5, where each page is a chunk. The mini program's twin knows none of it. */

type Stop = () => void

interface RouteChange {
  toLocation?: { path?: string }
}

function on(name: string, handler: (change?: RouteChange) => void): Stop {
  Taro.eventCenter.on(name, handler)
  return () => Taro.eventCenter.off(name, handler)
}

/** Taro's router announces a change to the page that is already shown, does nothing, and never announces the end. */
function leadsToShownPage(change: RouteChange | undefined): boolean {
  const pages = Taro.getCurrentPages()
  const shown = pages[pages.length - 1]?.route
  return shown !== undefined && shown.replace(/^\/?/, '/') === change?.toLocation?.path
}

/** A page that is not shown yet is on its way; `path` begins with a slash. */
export const onPageLoadStart = (handler: (path: string) => void): Stop =>
  on('__taroRouterChange', (change) => {
    if (!leadsToShownPage(change)) handler(change?.toLocation?.path ?? '')
  })

/** Cancels the page that is loading; undefined if no page is shown to return to. */
export const wayBack = (): (() => void) | undefined =>
  Taro.getCurrentPages().length > 0 ? () => window.history.back() : undefined

/** The page of the address is shown: it has come, or it was shown all the time. */
export function onPageLoadEnd(handler: () => void): Stop {
  const stops = [
    on('__afterTaroRouterChange', () => handler()),
    on('__taroRouterChange', (change) => {
      if (leadsToShownPage(change)) handler()
    }),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

/** Pushes a page; settles when it has come or the address has moved on. Taro's own promise settles before the page comes. */
export function pushPage(url: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = onPageLoadEnd(() => {
      stop()
      resolve()
    })
    Taro.navigateTo({ url }).catch((error: unknown) => {
      stop()
      reject(error)
    })
  })
}

/** The address names no page of ours; `path` is "/" when it names none at all. */
export function onPageNotFound(handler: (path: string) => void): Stop {
  const listener = ({ path = '' }: { path?: string } = {}) => handler(path)
  Taro.eventCenter.on('__taroRouterNotFound', listener)
  return () => Taro.eventCenter.off('__taroRouterNotFound', listener)
}

/** A page's chunk did not come: time-out, network, or a file of an older deployment. */
export function onChunkFailed(handler: () => void): Stop {
  const listener = (event: PromiseRejectionEvent) => {
    const { name, message } = (event.reason ?? {}) as { name?: string; message?: string }
    if (name !== 'ChunkLoadError' && !/^Loading (CSS )?chunk /.test(message ?? '')) return
    event.preventDefault()
    handler()
  }
  window.addEventListener('unhandledrejection', listener)
  return () => window.removeEventListener('unhandledrejection', listener)
}

export const reloadPage = (): void => window.location.reload()

/** The build that this page is of. */
export const ownVersion = (): string => document.querySelector('meta[name="version"]')?.getAttribute('content') ?? ''

/**
 * Reloads to get another build. Returns false instead if this tab has left this build for the same reason before: it would
 * repeat for ever, also between the builds of two nodes.
 */
export function reloadOnce(reason: string): boolean {
  try {
    const left = window.sessionStorage.getItem(reason)?.split(' ') ?? []
    if (left.includes(ownVersion())) return false
    window.sessionStorage.setItem(reason, [...left, ownVersion()].join(' '))
  } catch {
    // Without a place for the mark nothing would end it.
    return false
  }
  reloadPage()
  return true
}
