import { Text, View } from '@tarojs/components'
import type { ReactNode } from 'react'
import { usePullToRefresh } from '../platform/usePullToRefresh'
import { classNames } from './classNames'
import { Icon } from './Icon'
import './PullToRefresh.scss'

export interface PullToRefreshProps {
  /** Settles when the content is fresh, or could not be fetched. */
  onRefresh: () => Promise<unknown>
  /** Announced by screen readers during the refresh, e.g. "Loading". */
  refreshingText: string
  children: ReactNode
}

/** The sign turns with the finger. */
const DEGREES_PER_PIXEL = 4

/** The content of a page that is fetched again when pulled down. A mini program also needs it in the page's config. */
export function PullToRefresh({ onRefresh, refreshingText, children }: PullToRefreshProps) {
  const { ref, pulled, state } = usePullToRefresh(onRefresh)
  return (
    <View ref={ref} className={classNames('pull', (state === 'pulling' || state === 'ready') && 'pull--held')}>
      <View className="pull__room" style={{ height: `${pulled}px` }} aria-hidden>
        <View
          className={classNames('pull__sign', `pull__sign--${state}`)}
          style={{ transform: `rotate(${pulled * DEGREES_PER_PIXEL}deg)` }}
        >
          <Icon name="refresh" size={20} />
        </View>
      </View>
      <Text className="sr-only" ariaRole="status">
        {state === 'refreshing' ? refreshingText : ''}
      </Text>
      {children}
    </View>
  )
}
