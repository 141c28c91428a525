import { Text, View } from '@tarojs/components'
import type { ReactNode } from 'react'
import { usePullToRefresh } from '../platform/usePullToRefresh'
import { classNames } from './classNames'
import { Icon } from './Icon'
import './PullToRefresh.scss'

export interface PullToRefreshProps {
  /** Settles when the content is new, or could not be had. */
  onRefresh: () => Promise<unknown>
  /** Announced to screen readers while it is fetched, e.g. "Loading". */
  refreshingText: string
  children: ReactNode
}

/** The content of a page that can be pulled down to fetch it again. In the mini program the page's configuration joins in. */
export function PullToRefresh({ onRefresh, refreshingText, children }: PullToRefreshProps) {
  const { ref, pulled, state } = usePullToRefresh(onRefresh)
  return (
    <View ref={ref} className={classNames('pull', (state === 'pulling' || state === 'ready') && 'pull--held')}>
      <View className="pull__room" style={{ height: `${pulled}px` }} aria-hidden>
        <View className={classNames('pull__sign', `pull__sign--${state}`)}>
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
