import { useEffect } from 'react'
import { copyText } from './clipboard'
import { tellShell } from './shell'
import { usePageShown } from './usePageShown'
import { webAddress } from './webAddress'

/** The shared content: a title, and the page's own address with its parameters, e.g. "/pages/news/detail?id=x". */
export interface Shared {
  title: string
  url: string
}

/**
 * `shared` and `canceled` were the user's own doing and need no words; the others do. `byMenu`: the shell knows what to
 * share, and its own menu does it.
 */
export type ShareResult = 'shared' | 'cancelled' | 'copied' | 'byMenu' | 'failed'

export interface Sharing {
  /** True if the platform's own button shares (WeChat): then a tap needs no handler. */
  byPlatform: boolean
  share(): Promise<ShareResult>
}

/**
 * The device's own share sheet; if there is none, the link goes to the clipboard. In the web view of a mini program
 * the shell is given each page that can be shared when it is shown. The twin is `useShare.weapp.ts`.
 */
export function useShare(content: Shared): Sharing {
  const { title, url: path } = content
  const shown = usePageShown()
  useEffect(() => {
    if (shown && title !== '') tellShell({ type: 'share', title, url: webAddress(path) })
  }, [shown, title, path])
  return {
    byPlatform: false,
    async share() {
      const url = webAddress(path)
      if (tellShell({ type: 'share', title, url })) return 'byMenu'
      if (navigator.share) {
        try {
          await navigator.share({ title, url })
          return 'shared'
        } catch (error) {
          if ((error as { name?: string } | null)?.name === 'AbortError') return 'cancelled'
        }
      }
      return (await copyText(url)) ? 'copied' : 'failed'
    },
  }
}
