import { translate } from '../i18n'
import { openPage, redirect } from '../platform/navigation'
import { GIVE_UP_AFTER_MS, hideCover, markLoading, PLACEHOLDER_AFTER_MS, showCover } from '../platform/pageCover'
import {
  onChunkFailed,
  onPageLoadEnd,
  onPageLoadStart,
  onPageNotFound,
  reloadOnce,
  reloadPage,
  wayBack,
} from '../platform/pageLoads'
import { HOME_URL, isTab, NOT_FOUND_URL, type PageUrl } from '../routes'
import type { Lifecycle } from './lifecycle'

export interface LazyPages {
  /** Where the bare address leads now. */
  entry: () => PageUrl
  /** Returns what the shown page still waits for. */
  missing?: () => Promise<void> | undefined
}

/**
 * Pages come as chunks. A slow page gets a placeholder, and one that fails to load gets a retry. A page of an older
 * deployment is gone for good, so the app reloads, once for each build: without a network the rest of a page that is kept may fail again. The bare address leads to `entry`.
 */
export function startLazyPages({ entry, missing = () => undefined }: LazyPages): Lifecycle {
  let placeholder: ReturnType<typeof setTimeout> | undefined
  let limit: ReturnType<typeof setTimeout> | undefined
  let changes = 0
  const settle = () => {
    changes += 1
    clearTimeout(placeholder)
    clearTimeout(limit)
  }
  const handleStart = (path: string) => {
    settle()
    markLoading(true)
    // From a tab the other tabs lead on; a page that is pushed can be given up.
    const onBack = isTab(path) ? undefined : wayBack()
    placeholder = setTimeout(
      () =>
        showCover({
          kind: 'waiting',
          label: translate('common.loading'),
          path,
          backLabel: translate('common.back'),
          onBack,
        }),
      PLACEHOLDER_AFTER_MS,
    )
    limit = setTimeout(offerRetry, GIVE_UP_AFTER_MS)
  }
  const handleEnd = () => {
    const rest = missing()
    if (rest) {
      const change = changes
      // If the rest does not come, that counts as a failed chunk.
      void rest.then(() => change === changes && handleEnd())
      return
    }
    settle()
    markLoading(false)
    hideCover()
  }
  const handleFailure = () => {
    settle()
    if (!reloadOnce('chunk-reloaded')) offerRetry()
  }
  const stops = [
    onPageLoadStart(handleStart),
    onPageLoadEnd(handleEnd),
    onChunkFailed(handleFailure),
    onPageNotFound((path) => {
      settle()
      redirect(path === '/' ? entry() : NOT_FOUND_URL)
    }),
  ]
  return {
    dispose() {
      settle()
      markLoading(false)
      hideCover()
      for (const stop of stops) stop()
    },
  }
}

function offerRetry(): void {
  showCover({
    kind: 'failed',
    title: translate('shell.chunk.title'),
    text: translate('shell.chunk.text'),
    ways: [
      { label: translate('common.retry'), onTap: reloadPage },
      { label: translate('shell.toHome'), onTap: () => openPage(HOME_URL) },
    ],
  })
}
