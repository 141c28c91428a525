import { copyText } from './clipboard'

/** What is shared: a title, and the page's own address with its parameters, e.g. "/pages/news/detail?id=x". */
export interface Shared {
  title: string
  url: string
}

/** `shared` and `cancelled` were the user's own doing and need no words; `copied` and `failed` do. */
export type ShareResult = 'shared' | 'cancelled' | 'copied' | 'failed'

export interface Sharing {
  /** True where the platform's own button shares (WeChat): then a tap needs no handler. */
  byPlatform: boolean
  share(): Promise<ShareResult>
}

/** The whole address of a page of ours, as another device can open it. */
function addressOf(url: string): string {
  return `${window.location.origin}${window.location.pathname}#${url}`
}

/** The device's own share sheet; where there is none, the link goes to the clipboard. The twin is `useShare.weapp.ts`. */
export function useShare(content: Shared): Sharing {
  return {
    byPlatform: false,
    async share() {
      const url = addressOf(content.url)
      if (navigator.share) {
        try {
          await navigator.share({ title: content.title, url })
          return 'shared'
        } catch (error) {
          if ((error as { name?: string } | null)?.name === 'AbortError') return 'cancelled'
        }
      }
      return (await copyText(url)) ? 'copied' : 'failed'
    },
  }
}
