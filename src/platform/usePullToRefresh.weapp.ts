import Taro, { usePullDownRefresh } from '@tarojs/taro'
import type { PullToRefreshState } from './usePullToRefresh'

/** WeChat draws the pull itself, on pages whose configuration enables it. */
export function usePullToRefresh(onRefresh: () => Promise<unknown>): PullToRefreshState {
  usePullDownRefresh(() => {
    onRefresh().finally(() => Taro.stopPullDownRefresh())
  })
  return { ref: { current: null }, pulled: 0, state: 'idle' }
}
